/**
 * Reads manifests as kubectl does: YAML of version 1.1 without dates, or JSON; several documents in one text, and Lists. Each is known by where
 * it stands, so that whatever is wrong with it can be told with its place.
 */
import { isJsonObject, type JsonObject, type JsonValue, UsageError } from "@pintle/machinery";
import type { Document, LineCounter, Tags } from "yaml";

export interface PlacedManifest {
  readonly manifest: Manifest;
  /** Where it stands: `box.yaml, line 12`. */
  readonly place: string;
}

/** What everything that can be applied has. */
export interface Manifest extends JsonObject {
  apiVersion: string;
  kind: string;
  metadata: JsonObject;
}

/** Throws a `UsageError` for what is no manifest, with its place; `source` is the name of the text. */
export async function parseManifests(text: string, source = "the text"): Promise<readonly PlacedManifest[]> {
  const { default: yaml } = await import("yaml");
  const lineCounter = new yaml.LineCounter();
  const options = { version: "1.1", merge: true, prettyErrors: false, logLevel: "error" } as const;
  const documents = yaml.parseAllDocuments(text, { ...options, lineCounter, customTags: withoutDates });
  if (!Array.isArray(documents)) return [];
  return documents.flatMap((document) => {
    const place = placeOf(source, lineCounter, document.contents?.range?.[0] ?? 0);
    const value = jsonOf(document, source, lineCounter);
    return value === null ? [] : manifestsIn(value, place);
  });
}

/** What JSON does not have, Kubernetes takes for text: dates, and numbers to the base 60. */
const strange = ["timestamp", "binary", "set", "omap", "pairs"].map((name) => `tag:yaml.org,2002:${name}`);

function withoutDates(tags: Tags): Tags {
  return tags.filter(
    (tag) => typeof tag === "string" || !(strange.includes(tag.tag) || ("format" in tag && tag.format === "TIME")),
  );
}

function jsonOf(document: Document.Parsed, source: string, lineCounter: LineCounter): JsonValue {
  const [error] = document.errors;
  if (error) {
    const [what = ""] = error.message.split("\n");
    throw refuse(placeOf(source, lineCounter, error.pos[0]), `this is no YAML: ${what}`);
  }
  try {
    const value = document.toJS({ maxAliasCount: 100 }) as JsonValue;
    // It throws where a value contains itself.
    JSON.stringify(value);
    return value;
  } catch {
    throw refuse(source, "its YAML has aliases that lead nowhere or too far: write values out");
  }
}

function manifestsIn(value: JsonValue, place: string): PlacedManifest[] {
  if (!isJsonObject(value)) {
    throw refuse(place, `a manifest is a map with apiVersion, kind and metadata, this is ${nameOf(value)}`);
  }
  const { apiVersion, kind, metadata, items } = value;
  if (typeof apiVersion !== "string" || apiVersion === "") throw refuse(place, "the manifest lacks apiVersion");
  if (typeof kind !== "string" || kind === "") throw refuse(place, "the manifest lacks kind");
  if (kind.endsWith("List") && Array.isArray(items)) {
    return items.flatMap((item, index) => manifestsIn(item, `${place}, items[${index}]`));
  }
  if (!isJsonObject(metadata)) throw refuse(place, `the ${kind} lacks metadata: give it at least metadata.name`);
  return [{ manifest: { ...value, apiVersion, kind, metadata }, place }];
}

function placeOf(source: string, lineCounter: LineCounter, offset: number): string {
  return `${source}, line ${Math.max(1, lineCounter.linePos(offset).line)}`;
}

function nameOf(value: JsonValue): string {
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}

function refuse(place: string, what: string): UsageError {
  return new UsageError("PINTLE_MANIFEST_INVALID", `${place}: ${what}`);
}
