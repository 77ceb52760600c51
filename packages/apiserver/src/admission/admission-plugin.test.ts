import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import type { AdmissionAttributes } from "./admission.ts";
import { type AdmissionPlugin, chainPlugins } from "./admission-plugin.ts";

const attributesOf = (object: JsonObject): AdmissionAttributes => ({ object }) as AdmissionAttributes;

/** Adds its name to the object. */
function signing(name: string, more: (round: 0 | 1) => void = () => undefined): AdmissionPlugin {
  return {
    async mutate({ object }, { index, requireAnother }) {
      more(index);
      if (name === "again") requireAnother();
      return { ...object, by: `${object?.by ?? ""} ${name}` };
    },
  };
}

test("each plugin sees what those before it made of the object, and all of them judge", async () => {
  const seen: string[] = [];
  const judging = (name: string): AdmissionPlugin => ({ validate: async () => void seen.push(name) });
  const chain = chainPlugins([signing("a"), judging("x"), {}, signing("b"), judging("y")]);
  assert.deepEqual(await chain.mutate(attributesOf({})), { by: " a b" });
  await chain.validate(attributesOf({}));
  assert.deepEqual(seen, ["x", "y"]);
});

test("a plugin that wants it has all of them asked once more, and not a third time", async () => {
  const rounds: number[] = [];
  const chain = chainPlugins([signing("a", (round) => rounds.push(round)), signing("again"), signing("b")]);
  assert.deepEqual(await chain.mutate(attributesOf({})), { by: " a again b a again b" });
  assert.deepEqual(rounds, [0, 1]);
});

test("what a plugin remembers is there in the second round and gone with the request", async () => {
  const found: unknown[] = [];
  const plugin: AdmissionPlugin = {
    async mutate({ object }, { memory, requireAnother }) {
      found.push(memory.get(plugin));
      memory.set(plugin, "kept");
      requireAnother();
      return object;
    },
  };
  const chain = chainPlugins([plugin]);
  await chain.mutate(attributesOf({}));
  await chain.mutate(attributesOf({}));
  assert.deepEqual(found, [undefined, "kept", undefined, "kept"]);
});
