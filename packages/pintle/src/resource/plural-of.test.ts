import assert from "node:assert/strict";
import { test } from "node:test";
import { pluralOf } from "./plural-of.ts";

test("plurals end as they do in English", () => {
  const plurals = {
    ...{ ModelBox: "modelboxes", Policy: "policies", Gateway: "gateways", Ingress: "ingresses", Batch: "batches" },
    ...{ Brush: "brushes", Quiz: "quizes", Home: "homes", Y: "ys" },
  };
  assert.deepEqual(Object.fromEntries(Object.keys(plurals).map((kind) => [kind, pluralOf(kind)])), plurals);
});
