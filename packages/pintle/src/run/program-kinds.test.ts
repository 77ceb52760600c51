import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Namespace, Node, Pod, Secret } from "@pintle/kinds";
import { controller } from "@pintle/runtime";
import { z } from "zod";
import { defineOperator } from "../operator/define-operator.ts";
import { defineResource } from "../resource/define-resource.ts";
import { defineWebhook } from "../webhook/define-webhook.ts";
import { declaredResourcesOf, kindUsesOf, resourcesOf } from "./program-kinds.ts";

const declare = (kind: string) => defineResource({ group: "example.com", version: "v1", kind, spec: z.object({}) });
const [Box, Crate, Rate, Team, Tax] = [
  declare("Box"),
  declare("Crate"),
  declare("Rate"),
  declare("Team"),
  declare("Tax"),
];

const boxes = defineOperator(Box, {
  owns: { map: ConfigMap, rate: Rate },
  reads: [Secret],
  desired: () => ({ map: ConfigMap({}), rate: Rate({ spec: {} }) }),
  admission: { reads: [Team], validate() {} },
});
const crates = controller(Crate)
  .watches(Pod, () => [])
  .reads(Node)
  .reconcile(async () => {});
const judge = defineWebhook(Tax, { reads: [Namespace], validate() {} });

test("each kind that a part declares is there once for each use that is made of it", () => {
  const uses = kindUsesOf([boxes, crates, judge]).map(({ kind, use }) => `${use} ${kind.kind}`);
  assert.deepEqual(uses, [
    "operated Box",
    "owned ConfigMap",
    "owned Rate",
    "read Secret",
    "read Team",
    "controlled Crate",
    "read Pod",
    "read Node",
    "judged Tax",
    "read by webhooks Namespace",
  ]);
});

test("the resources of a program are those that its operators, controllers and webhooks are for, each once", () => {
  const others = defineOperator(Box, { name: "others" });
  assert.deepEqual(resourcesOf([boxes, others, crates, judge]), [Box, Crate, Tax]);
  assert.deepEqual(resourcesOf([defineWebhook(Pod, { validate() {} })]), []);
});

test("what a program owns and reads of other programs' resources is declared, and not its own", () => {
  assert.deepEqual(declaredResourcesOf([boxes, crates, judge]), [Box, Rate, Team, Crate, Tax]);
});
