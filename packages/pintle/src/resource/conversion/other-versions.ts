/**
 * The annotation in which an object carries what its version cannot say but others can: a loss for each of these versions.
 *
 * ```json
 * { "v1": { "keys": { "spec": { "keys": { "size": { "to": "large" } } } } } }
 * ```
 *
 * It can be edited by anybody who can edit the object. What cannot be read, and what is said of versions that are not known, counts as nothing.
 */
import { getOwn, isJsonObject, JsonError, type JsonObject, readJson, writeJson } from "@pintle/machinery";

export const otherVersionsAnnotation = "pintle.dev/other-versions";

export type Losses = ReadonlyMap<string, JsonObject>;

/** In place of what would not fit into annotations: the object can be read, but not written. */
export const tooLarge: JsonObject = { tooLarge: true };

export function isTooLarge(loss: JsonObject): boolean {
  return getOwn(loss, "tooLarge") === true;
}

export function readOtherVersions(text: unknown, versions: readonly string[]): Losses {
  const read = typeof text === "string" ? parse(text) : {};
  const losses = new Map<string, JsonObject>();
  for (const version of versions) {
    const loss = getOwn(read, version);
    if (isJsonObject(loss)) losses.set(version, loss);
  }
  return losses;
}

function parse(text: string): JsonObject {
  try {
    const { value } = readJson(text);
    return isJsonObject(value) ? value : {};
  } catch (error) {
    if (error instanceof JsonError) return {};
    throw error;
  }
}

/** `undefined` where nothing is lost. The same losses are the same text, whatever their order. */
export function writeOtherVersions(losses: Losses): string | undefined {
  if (losses.size === 0) return undefined;
  const sorted = [...losses].sort(([left], [right]) => (left < right ? -1 : 1));
  return writeJson(Object.fromEntries(sorted));
}
