import assert from "node:assert/strict";
import { test } from "node:test";
import { k8s } from "@pintle/schema/zod";
import { z } from "zod";
import { conditionColumn } from "./columns.ts";
import { defineResource } from "./define-resource.ts";
import { managedStatusProperties } from "./managed-status.ts";
import { toDefinition } from "./to-definition.ts";

const ModelBox = defineResource({
  group: "models.example.com",
  version: "v1",
  kind: "ModelBox",
  shortNames: ["mb"],
  categories: ["all"],
  description: "A box.",
  spec: z.object({
    image: z.string().describe("What runs."),
    replicas: k8s.int32().default(1),
    at: k8s.time().optional(),
  }),
  status: z.object({ replicas: k8s.int32(), nested: z.object({ needed: z.string() }) }),
  rules: [{ rule: "self.spec.replicas < 10" }],
  conditions: ["Ready"],
  columns: {
    Image: "spec.image",
    Replicas: { path: "spec.replicas", priority: 1, description: "Wanted." },
    At: "spec.at",
    Ready: conditionColumn("Ready"),
  },
  scale: { replicas: "spec.replicas", statusReplicas: "status.replicas" },
  selectableFields: ["spec.image"],
});

const versioned = ModelBox.withVersion("v1beta1", {
  spec: z.object({ img: z.string() }),
  deprecated: "use v1",
  columns: { Image: "spec.img" },
  up: (old) => ({ spec: { image: old.spec.img } }),
  down: (now) => ({ spec: { img: now.spec.image } }),
}).withVersion("v1alpha1", {
  spec: z.object({ img: z.string() }),
  served: false,
  deprecated: true,
  up: (old) => ({ spec: { image: old.spec.img } }),
  down: (now) => ({ spec: { img: now.spec.image } }),
});

test("a definition says all that was declared", () => {
  assert.deepEqual(toDefinition(ModelBox), {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "modelboxes.models.example.com" },
    spec: {
      group: "models.example.com",
      names: {
        ...{ plural: "modelboxes", singular: "modelbox", kind: "ModelBox", listKind: "ModelBoxList" },
        ...{ shortNames: ["mb"], categories: ["all"] },
      },
      scope: "Namespaced",
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: "object",
              description: "A box.",
              required: ["spec"],
              properties: {
                spec: {
                  type: "object",
                  required: ["image"],
                  properties: {
                    image: { type: "string", description: "What runs." },
                    replicas: { type: "integer", format: "int32", default: 1 },
                    at: { type: "string", format: "date-time" },
                  },
                },
                status: {
                  type: "object",
                  properties: {
                    replicas: { type: "integer", format: "int32" },
                    nested: { type: "object", required: ["needed"], properties: { needed: { type: "string" } } },
                    ...managedStatusProperties,
                  },
                },
              },
              "x-kubernetes-validations": [{ rule: "self.spec.replicas < 10" }],
            },
          },
          subresources: {
            status: {},
            scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
          },
          additionalPrinterColumns: [
            { name: "Image", type: "string", jsonPath: ".spec.image" },
            { name: "Replicas", type: "integer", description: "Wanted.", priority: 1, jsonPath: ".spec.replicas" },
            { name: "At", type: "string", jsonPath: ".spec.at" },
            { name: "Ready", type: "string", jsonPath: ".status.conditions[?(@.type=='Ready')].status" },
            { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
          ],
          selectableFields: [{ jsonPath: ".spec.image" }],
        },
      ],
      conversion: { strategy: "None" },
    },
  });
});

test("with a webhook all versions are served but those that shall not be", () => {
  const clientConfig = { service: { namespace: "system", name: "webhooks", path: "/convert" } };
  const { versions, conversion } = toDefinition(versioned, { conversion: clientConfig }).spec;
  assert.deepEqual(conversion, { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } });
  const told = versions.map(({ name, served, storage, deprecated, deprecationWarning }) => [
    ...[name, served, storage, deprecated, deprecationWarning],
  ]);
  assert.deepEqual(told, [
    ["v1", true, true, undefined, undefined],
    ["v1beta1", true, false, true, "use v1"],
    ["v1alpha1", false, false, true, undefined],
  ]);
});

test("without a webhook nobody reads what nobody would convert", () => {
  const { versions, conversion } = toDefinition(versioned).spec;
  assert.deepEqual(conversion, { strategy: "None" });
  assert.deepEqual(
    versions.map(({ served }) => served),
    [true, false, false],
  );
});

test("a resource of one version needs no conversion, wherever webhooks are", () => {
  const { conversion } = toDefinition(ModelBox, { conversion: { url: "https://example.com/convert" } }).spec;
  assert.deepEqual(conversion, { strategy: "None" });
});
