import assert from "node:assert/strict";
import { test } from "node:test";
import { type Clock, createVirtualClock, type JsonObject } from "@pintle/machinery";
import { encodeList } from "./encode-list.ts";
import { encodeObject } from "./encode-object.ts";
import { negotiateResponse } from "./negotiate.ts";

const offer = { protobuf: true, transforms: true, stream: false, query: new URLSearchParams() };
const forms = [
  "application/json",
  "application/json;pretty=1",
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
] as const;

/** Texts that look like the place where items go. */
const odd = 'x\nitems: []\n"items":[]\n"items": []\n';

function configMaps(count: number): JsonObject[] {
  return Array.from({ length: count }, (_, index) => ({
    metadata: { name: `a-${index}`, annotations: { odd } },
    data: { text: "x".repeat(300), lines: "one\ntwo\n" },
  }));
}

async function encode(accept: string, items: readonly JsonObject[]): Promise<{ bytes: Buffer; turns: number }> {
  let turns = 0;
  const turn = async () => {
    turns += 1;
  };
  const clock: Clock = { ...createVirtualClock(), turn };
  const frame = { kind: "ConfigMapList", apiVersion: "v1", metadata: { continue: odd }, items: [] };
  const form = negotiateResponse(accept, offer);
  const pieces: Uint8Array[] = [];
  const list = { frame, itemsKey: "items", items, itemType: "core/v1.ConfigMap" } as const;
  for await (const piece of await encodeList(list, form, clock)) pieces.push(piece);
  assert.deepEqual(
    Buffer.concat(pieces),
    Buffer.from(encodeObject({ ...frame, items: [...items] }, form, "core/v1.ConfigMapList")),
  );
  return { bytes: Buffer.concat(pieces), turns };
}

for (const accept of forms) {
  test(`a list as ${accept} has the same bytes in pieces, and gives others their turn`, async () => {
    const { bytes, turns } = await encode(accept, configMaps(1_000));
    assert.ok(turns >= Math.floor(bytes.length / 70_000), `${turns} turns for ${bytes.length} bytes`);
    await encode(accept, configMaps(1));
  });
}
