import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Pod } from "@pintle/kinds";
import { controller } from "@pintle/runtime";
import { z } from "zod";
import { defineOperator } from "../operator/define-operator.ts";
import { defineResource } from "../resource/define-resource.ts";
import { defineWebhook } from "../webhook/define-webhook.ts";
import { isControllerDefinition, isOperator, isWebhookDefinition, programNameOf } from "./program-parts.ts";

const Box = defineResource({ group: "example.com", version: "v1", kind: "Box", spec: z.object({}) });
const boxes = defineOperator(Box, {});
const others = defineOperator(Box, { name: "others" });
const webhook = defineWebhook(Pod, { validate() {} });
const watcher = controller(ConfigMap).reconcile(async () => {});

test("each part is of one sort", () => {
  const sorts = [boxes, webhook, watcher].map((part) => [
    isOperator(part),
    isWebhookDefinition(part),
    isControllerDefinition(part),
  ]);
  assert.deepEqual(sorts, [
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ]);
});

test("a program is named after its first operator, else after a controller, else after a webhook", () => {
  assert.equal(programNameOf([webhook, watcher, boxes, others]), "box");
  assert.equal(programNameOf([webhook, watcher]), "configmap");
  assert.equal(programNameOf([webhook]), "pod");
  assert.equal(programNameOf([defineWebhook(Pod, { name: "pod-names", validate() {} })]), "pod-names");
  assert.throws(() => programNameOf([]), { code: "PINTLE_NOTHING_TO_RUN" });
});
