/** The OpenAPI documents of the built-in kinds, as kube-apiserver publishes them. They are unpacked when the first is asked for. */
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { OpenApiSource } from "@pintle/apiserver";
import { inRealTime } from "@pintle/machinery";
import { documents, packedDocuments } from "./generated/documents.ts";

const unpack = promisify(brotliDecompress);

/** The name under which the one document of version 2 lies among the others. */
const versionTwo = "v2";

/** All planes of a process share them: they are nine megabytes. */
let unpacked: Promise<ReadonlyMap<string, Uint8Array>> | undefined;

export function createBuiltInOpenApi(): OpenApiSource {
  const all = () => {
    unpacked ??= inRealTime(readDocuments);
    return unpacked;
  };
  const hashes = new Map(documents.map(({ name, hash }) => [name, hash]));
  const hashV2 = hashes.get(versionTwo) ?? "";
  hashes.delete(versionTwo);
  return {
    hashes: () => hashes,
    document: async (name) => (await all()).get(name),
    wholeV2: async () => ({ document: (await all()).get(versionTwo) ?? new Uint8Array(), hash: hashV2 }),
  };
}

async function readDocuments(): Promise<ReadonlyMap<string, Uint8Array>> {
  const whole = await unpack(Buffer.from(packedDocuments, "base64"));
  const found = new Map<string, Uint8Array>();
  let at = 0;
  for (const { name, bytes } of documents) {
    found.set(name, whole.subarray(at, at + bytes));
    at += bytes;
  }
  return found;
}
