/** Objects of a copy, made of nothing but what they are known by. */
import { undecodedFromObject } from "@pintle/client";
import type { JsonObject } from "@pintle/machinery";
import { ObjectReader } from "./object-reader.ts";
import { StoredObject } from "./stored-object.ts";

export const plainReader = new ObjectReader({
  kind: "Thing",
  isMetadataOnly: false,
  keepsManagedFields: false,
  freezes: true,
  report: () => {},
});

/** `stored("a", 5)`, with the uid `uid-a` in the namespace `default` unless said. */
export function stored(name: string, version: number | string, more: JsonObject = {}): StoredObject {
  const metadata = { namespace: "default", name, uid: `uid-${name}`, resourceVersion: String(version), ...more };
  return new StoredObject(undecodedFromObject({ kind: "Thing", metadata }), plainReader);
}
