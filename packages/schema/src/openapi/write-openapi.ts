/**
 * OpenAPI documents as bytes, and the hash by which clients know them.
 *
 * The bytes are those that kube-apiserver writes, so that a document has the same ETag from both.
 */
import { createHash } from "node:crypto";
import { writeJson } from "@pintle/machinery";

/** JSON with the escapes that Go's encoder writes for what HTML could mistake. */
export function writeOpenApi(document: object): string {
  return writeJson(document).replace(/[<>&\u2028\u2029]/g, escapeUnit);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The ETag without its quotes, which is also the `hash` in the address that may be cached for ever. */
export function hashOpenApi(bytes: Uint8Array | string): string {
  return createHash("sha512").update(bytes).digest("hex").toUpperCase();
}
