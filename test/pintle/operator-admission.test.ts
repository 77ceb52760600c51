/** Defaults by admission, when no webhook is called: the operator sees objects completed, and nobody else does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Secret } from "@pintle/kinds";
import { defineOperator, type Operator, yes } from "pintle";
import { Box, box, boxesOf, mapsOf, sayConditions } from "./operator-boxes.ts";
import { startOperatorPlane } from "./operator-plane.ts";

function completingBoxes(): Operator {
  return defineOperator(Box, {
    owns: { map: ConfigMap },
    desired: ({ spec }) => ({ map: ConfigMap({ data: { name: spec.name ?? "", text: spec.text } }) }),
    status: ({ spec }) => ({ seen: spec.name ?? "", conditions: { Ready: yes("Seen") } }),
    admission: {
      reads: [Secret],
      default: async (draft, review) => {
        draft.spec.name ||= review.read(Secret, "names")?.data?.usual ?? "unnamed";
        if (draft.spec.text === "refused") review.deny("spec.text", "must be something else");
      },
    },
  });
}

test("desired and status see what admission.default has completed, and the object itself stays as it is", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [completingBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  assert.deepEqual((await mapsOf(plane).get("a")).data, { name: "unnamed", text: "hello" });
  const { spec, status } = await boxesOf(plane).get("a");
  assert.deepEqual(spec, { text: "hello" });
  assert.equal(status?.seen, "unnamed");
});

test("what admission.default looks up leads to another run when it changes", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [completingBoxes()] });
  await boxesOf(plane).create(box("a"));
  await plane.settle();
  await plane.client
    .resource(Secret, { namespace: "default" })
    .create({ metadata: { name: "names" }, data: { usual: "dXN1YWw=" } });
  await plane.settle();
  assert.equal((await boxesOf(plane).get("a")).status?.seen, "dXN1YWw=");
});

test("an object that admission.default refuses is told so in a condition", async () => {
  await using plane = await startOperatorPlane({ resources: [Box], operators: () => [completingBoxes()] });
  await boxesOf(plane).create(box("a", { text: "refused" }));
  await plane.settle();
  const { status } = await boxesOf(plane).get("a");
  assert.equal(sayConditions({ status }).Ready, "False/Invalid");
  assert.equal(status?.conditions?.[0]?.message, "spec.text: must be something else");
});
