/** Versions of a kind that differ by names of fields, in the form in which the oracle reads them. */
import {
  type ApplyWrite,
  copyJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Shape,
} from "@pintle/machinery";

type OtherVersions = NonNullable<ApplyWrite["versions"]>;

export interface ToyVersion {
  /** The name of its shape. */
  shape: string;
  /** What its fields are called in the first version. */
  renames?: { [here: string]: string };
  /** Fields of the first version that it lacks. */
  drops?: string[];
  /** Whether conversion to it fails. */
  broken?: boolean;
}

export function toyVersions(versions: { [apiVersion: string]: ToyVersion }, shapes: Map<string, Shape>): OtherVersions {
  return {
    shapeOf: (apiVersion) => shapes.get(apiVersion),
    convert(object, apiVersion) {
      if (object.apiVersion === apiVersion) return object;
      const target = versions[apiVersion];
      if (target?.broken) throw new Error(`conversion to ${apiVersion} is broken`);
      const converted = copyJson(object);
      const source = versions[String(object.apiVersion)];
      for (const [here, first] of Object.entries(source?.renames ?? {})) moveField(converted, here, first);
      for (const [here, first] of Object.entries(target?.renames ?? {})) moveField(converted, first, here);
      for (const path of target?.drops ?? []) takeField(converted, path);
      converted.apiVersion = apiVersion;
      return converted;
    },
  };
}

function moveField(object: JsonObject, from: string, to: string): void {
  const value = takeField(object, from);
  if (value === undefined) return;
  const names = to.split(".");
  const last = names.pop() as string;
  const parent = parentOf(object, names);
  if (parent) parent[last] = value;
}

function takeField(object: JsonObject, path: string): JsonValue | undefined {
  const names = path.split(".");
  const last = names.pop() as string;
  const parent = parentOf(object, names);
  const value = parent?.[last];
  delete parent?.[last];
  return value;
}

function parentOf(object: JsonObject, names: readonly string[]): JsonObject | undefined {
  let parent: JsonValue | undefined = object;
  for (const name of names) parent = isJsonObject(parent) ? parent[name] : undefined;
  return isJsonObject(parent) ? parent : undefined;
}
