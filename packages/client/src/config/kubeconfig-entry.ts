/** What an entry of a kubeconfig carries unseen: the file that it came from, and how it is shown without its secrets. */
import { dirname, resolve } from "node:path";
import { inspect } from "node:util";
import { isJsonObject } from "@pintle/machinery";
import { redacted } from "./mask-secrets.ts";

const origin = Symbol("origin");

/** Marks the entry itself. Copies by spreading carry no mark, on purpose: they are no longer what stands in that file. */
export function markEntry<Entry extends object>(entry: Entry, path: string | undefined): Entry {
  if (path !== undefined) Object.defineProperty(entry, origin, { value: path });
  return Object.defineProperty(entry, inspect.custom, { value: () => showFields(entry) });
}

/** The file in which the entry stands, where it was read from one. */
export function originOf(entry: object): string | undefined {
  return (entry as { [origin]?: string })[origin];
}

/** Paths are meant relative to the file in which they are written. */
export function resolveBeside(entry: object, path: string): string {
  const file = originOf(entry);
  return file === undefined ? resolve(path) : resolve(dirname(file), path);
}

/** Named one by one, because a field that nobody knew of may well be a secret. */
const shown = new Set(
  "server tls-server-name certificate-authority client-certificate client-key tokenFile username as as-uid name command apiVersion installHint interactiveMode".split(
    " ",
  ),
);

function showFields(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => showFields(item, key));
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([inner, field]) => [inner, showFields(field, inner)]));
  }
  return typeof value === "boolean" || value === null || shown.has(key) ? value : redacted;
}
