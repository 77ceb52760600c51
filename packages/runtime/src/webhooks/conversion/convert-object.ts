/** One object from one version to another, by way of the hub, with the metadata that it had. */
import {
  equalJson,
  formatGroupVersion,
  getOwn,
  isJsonObject,
  type JsonObject,
  parseGroupVersion,
} from "@pintle/machinery";
import { objectIn, textIn } from "../read-review.ts";

export interface Converter {
  readonly group: string;
  readonly kind: string;
  readonly hubVersion: string;
  readonly spokes: ReadonlyMap<string, VersionWays>;
}

export interface VersionWays {
  up(object: JsonObject): JsonObject;
  down(object: JsonObject): JsonObject;
}

/** Why an object cannot be converted, for those who wait for it. */
export class ConversionError extends Error {
  static {
    ConversionError.prototype.name = "ConversionError";
  }
}

export function convertObject(
  { group, kind, hubVersion, spokes }: Converter,
  object: JsonObject,
  toVersion: string,
): JsonObject {
  const fromVersion = versionOf(object);
  if (fromVersion === toVersion) return object;
  const waysOf = (version: string): VersionWays | undefined => {
    const ways = spokes.get(version);
    if (ways || version === hubVersion) return ways;
    throw new ConversionError(`no version ${JSON.stringify(version)} of ${kind} is known to this webhook`);
  };
  const [first, second] = [waysOf(fromVersion), waysOf(toVersion)];
  const typed = (version: string) => ({ apiVersion: formatGroupVersion({ group, version }), kind });
  const atHub = first ? rebuild(object, first.up(object), typed(hubVersion)) : object;
  return second ? rebuild(atHub, second.down(atHub), typed(toVersion)) : atHub;
}

export function versionOf(object: JsonObject): string {
  return parseGroupVersion(textIn(object, "apiVersion")).version;
}

interface TypeOf {
  readonly apiVersion: string;
  readonly kind: string;
}

function rebuild(from: JsonObject, converted: unknown, type: TypeOf): JsonObject {
  if (!isJsonObject(converted) || converted instanceof Promise) {
    throw new TypeError(`the conversion to ${type.apiVersion} gave no object: its function has to return one at once`);
  }
  const { apiVersion: _, kind: __, metadata, ...fields } = converted;
  return { ...type, metadata: mergeMetadata(objectIn(from, "metadata"), metadata), ...fields };
}

/** The server would refuse, or silently undo, what is not for a conversion to change. Here the object and the field can still be named. */
function mergeMetadata(was: JsonObject, is: unknown): JsonObject {
  if (!isJsonObject(is)) return was;
  for (const key of Object.keys(is)) {
    if (key === "labels" || key === "annotations") continue;
    const value = getOwn(is, key);
    if (value === undefined || equalJson(value, getOwn(was, key))) continue;
    throw new ConversionError(`metadata.${key} was changed: conversions may change labels and annotations only`);
  }
  const { labels, annotations, ...kept } = was;
  const [newLabels, newAnnotations] = [chosen(is, "labels", labels), chosen(is, "annotations", annotations)];
  return {
    ...kept,
    ...(newLabels !== undefined && { labels: newLabels }),
    ...(newAnnotations !== undefined && { annotations: newAnnotations }),
  };
}

/** What the conversion says, or what was there where it says nothing. */
function chosen(is: JsonObject, key: string, was: JsonObject[string] | undefined): JsonObject[string] | undefined {
  return getOwn(is, key) ?? was;
}
