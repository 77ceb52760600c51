/**
 * JSON Pointer (RFC 6901): `/metadata/labels/app.kubernetes.io~1name` names the value under three keys.
 *
 * A pointer is taken as the API server takes it: a `~` that starts no escape stands for itself. Array indexes are plain
 * decimals, because `01`, `+1` or `1e0` would be a second name for the same item.
 */

/** The keys on the way to the value, none for the whole document; `undefined` where the text is no pointer. */
export function parseJsonPointer(text: string): string[] | undefined {
  if (text === "") return [];
  if (!text.startsWith("/")) return undefined;
  const keys = text.slice(1).split("/");
  return text.includes("~") ? keys.map(unescapeKey) : keys;
}

export function formatJsonPointer(keys: readonly string[]): string {
  return keys.map((key) => `/${escapeJsonPointerKey(key)}`).join("");
}

/** A key as it stands between two slashes. */
export function escapeJsonPointerKey(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}

/** The index that a key names, or `undefined` where it names none; whether the array is that long is another matter. */
export function parseArrayIndex(key: string): number | undefined {
  return /^(?:0|[1-9][0-9]*)$/.test(key) ? Number(key) : undefined;
}

function unescapeKey(key: string): string {
  return key.replace(/~[01]/g, (sequence) => (sequence === "~1" ? "/" : "~"));
}

/** The same as Go reads a number, and the API server an index: a sign and zeros may stand in front. */
export function parseLooseArrayIndex(key: string): number | undefined {
  return /^[+-]?[0-9]{1,15}$/.test(key) ? Number(key) : undefined;
}
