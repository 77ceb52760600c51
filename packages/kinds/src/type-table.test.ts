import assert from "node:assert/strict";
import { test } from "node:test";
import { typeNamed } from "@pintle/kinds/tables";
import { parseTypeTable } from "./type-table.ts";

function fieldOf(type: string, name: string) {
  return typeNamed(type)?.fields.find((field) => field.name === name);
}

test("a line says key, number, type, flags and how the field merges", () => {
  assert.deepEqual(fieldOf("core/v1.Container", "ports"), {
    name: "ports",
    number: 6,
    type: "[]core/v1.ContainerPort",
    isInline: false,
    isPointer: false,
    omits: "empty",
    isRequired: false,
    list: "map",
    keys: ["containerPort", "protocol"],
    patch: { strategies: ["merge"], mergeKey: "containerPort" },
  });
});

test("defaults are JSON and may hold spaces", () => {
  const rows = parseTypeTable("a/v1", '\nThing map=atomic\n text 1 string ! default="two words"\n at - Time *?\n');
  const [text, at] = rows.get("a/v1.Thing")?.fields ?? [];
  assert.equal(rows.get("a/v1.Thing")?.isAtomic, true);
  assert.equal(text?.default, "two words");
  assert.equal(text?.isRequired, true);
  assert.equal(at?.number, undefined);
  assert.equal(at?.isPointer, true);
});

test("an inlined struct has a number of its own in protobuf", () => {
  const [inlined] = typeNamed("core/v1.ConfigMapEnvSource")?.fields ?? [];
  assert.deepEqual([inlined?.isInline, inlined?.type, inlined?.number], [true, "core/v1.LocalObjectReference", 1]);
});

test("several strategies of one field are kept in order", () => {
  assert.deepEqual(fieldOf("core/v1.PodSpec", "volumes")?.patch, {
    strategies: ["merge", "retainKeys"],
    mergeKey: "name",
  });
});

test("a list that protobuf wraps in a message is known as such", () => {
  assert.equal(typeNamed("authentication/v1.ExtraValue")?.items, "string");
});
