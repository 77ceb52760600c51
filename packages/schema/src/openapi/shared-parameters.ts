/**
 * Parameters of OpenAPI v2 that are written once and referred to, under names made of their content: documents that are merged have
 * the same name for the same parameter.
 */
import { Buffer } from "node:buffer";
import type { JsonObject } from "@pintle/machinery";

export interface SharedParameters {
  readonly byName: { readonly [name: string]: JsonObject };
  /** A reference, or the parameter itself where it belongs to one kind or is looked for by old kubectls. */
  share(parameter: JsonObject): JsonObject;
}

export function createSharedParameters(): SharedParameters {
  const byName: { [name: string]: JsonObject } = {};
  const references = new Map<string, JsonObject>();
  return {
    byName,
    share(parameter) {
      if (!isShared(parameter)) return parameter;
      const text = JSON.stringify(parameter);
      const known = references.get(text);
      if (known) return known;
      const name = `${parameter.name}-${hash(text)}`;
      const reference = { $ref: `#/parameters/${name}` };
      byName[name] = parameter;
      references.set(text, reference);
      return reference;
    },
  };
}

const neverShared = new Set(["name", "fieldValidation", "dryRun"]);

function isShared({ name, in: place, schema }: JsonObject): boolean {
  if (place !== "body") return !neverShared.has(name as string);
  return String((schema as JsonObject).$ref).startsWith("#/definitions/io.k8s.apimachinery");
}

/** The first 48 of the 64 bits of FNV-1, kept in two halves because bigints are slow. Its prime is 2^40 + 0x1b3. */
function hash(text: string): string {
  let [high, low] = [0xcbf29ce4, 0x84222325];
  for (const byte of Buffer.from(text)) {
    const product = low * 0x1b3;
    high = (high * 0x1b3 + low * 2 ** 8 + Math.floor(product / 2 ** 32)) % 2 ** 32;
    low = ((product % 2 ** 32) ^ byte) >>> 0;
  }
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(high, 0);
  bytes.writeUInt32BE(low, 4);
  return bytes.toString("base64url", 0, 6);
}
