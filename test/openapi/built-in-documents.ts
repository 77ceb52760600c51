/** The documents of the built-in kinds, packed for the control plane: all in one, because they repeat each other. */
import { brotliCompressSync, constants } from "node:zlib";
import { hashOpenApi } from "@pintle/schema";
import { assertAnswer, type Json } from "../conformance/answer.ts";
import type { Client } from "../conformance/client.ts";

/** As text, by name; the one of version 2 is called `v2`. */
export async function askBuiltInDocuments(client: Client): Promise<Record<string, string>> {
  const index = await client.get("/openapi/v3");
  assertAnswer(index, 200);
  const documents: Record<string, string> = {};
  for (const name of Object.keys(index.body.paths as Json).toSorted()) {
    const answer = await client.get(`/openapi/v3/${name}`);
    assertAnswer(answer, 200);
    documents[name] = answer.text;
  }
  const v2 = await client.get("/openapi/v2");
  assertAnswer(v2, 200);
  return { ...documents, v2: v2.text };
}

export function formatDocuments(documents: Record<string, string>): string {
  const pieces = Object.entries(documents).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  const whole = Buffer.concat(pieces.map(({ bytes }) => bytes));
  const packed = brotliCompressSync(whole, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
    },
  });
  const rows = pieces.map(({ name, bytes }) => ({ name, bytes: bytes.length, hash: hashOpenApi(bytes) }));
  return [
    "/** What kube-apiserver 1.36.3 publishes about its own kinds. Written by `make openapi`. */",
    "",
    "/** The documents one behind the other, and what each has in bytes and as its hash. */",
    `export const documents: readonly { readonly name: string; readonly bytes: number; readonly hash: string }[] = ${JSON.stringify(rows, undefined, 2)};`,
    "",
    "/** Brotli, in base64. */",
    `export const packedDocuments = "${packed.toString("base64")}";`,
    "",
  ].join("\n");
}
