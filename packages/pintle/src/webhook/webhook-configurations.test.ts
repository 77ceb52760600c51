import assert from "node:assert/strict";
import { test } from "node:test";
import { Deployment, Namespace, Node, Pod } from "@pintle/kinds";
import { defineKind, UsageError } from "@pintle/machinery";
import { controller } from "@pintle/runtime";
import { defineWebhook } from "./define-webhook.ts";
import { webhookConfigurations } from "./webhook-configurations.ts";

const Box = defineKind({
  group: "model.github.com",
  version: "v1",
  kind: "Box",
  plural: "boxes",
  scope: "Namespaced",
})<{
  spec: { image: string };
}>();

const service = { service: { namespace: "system", name: "boxes-webhook" } };
const functions = { default() {}, validate() {} };

test("a kind has one webhook of each sort, named after it, on the paths that it is served on", () => {
  const [mutating, validating, ...others] = webhookConfigurations([defineWebhook(Box, functions)], service, {
    name: "boxes",
  });
  assert.equal(others.length, 0);
  const webhook = (path: string) => ({
    name: "box.model.github.com",
    clientConfig: { service: { namespace: "system", name: "boxes-webhook", port: 443, path } },
    rules: [
      {
        ...{ apiGroups: ["model.github.com"], apiVersions: ["v1"], resources: ["boxes"], scope: "Namespaced" },
        operations: ["CREATE", "UPDATE"],
      },
    ],
    ...{ matchPolicy: "Equivalent", failurePolicy: "Fail", sideEffects: "None", timeoutSeconds: 5 },
    admissionReviewVersions: ["v1"],
  });
  assert.deepEqual(mutating, {
    ...{
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "MutatingWebhookConfiguration",
      metadata: { name: "boxes" },
    },
    webhooks: [{ ...webhook("/mutate-model-github-com-v1-box"), reinvocationPolicy: "IfNeeded" }],
  });
  assert.deepEqual(validating, {
    ...{
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name: "boxes" },
    },
    webhooks: [webhook("/validate-model-github-com-v1-box")],
  });
});

test("a sort that has nothing to do is not there", () => {
  const kindsOf = (part: ReturnType<typeof defineWebhook>) =>
    webhookConfigurations([part], service).map(({ kind }) => kind);
  assert.deepEqual(kindsOf(defineWebhook(Box, { default() {} })), ["MutatingWebhookConfiguration"]);
  assert.deepEqual(kindsOf(defineWebhook(Box, { validate() {} })), ["ValidatingWebhookConfiguration"]);
  assert.deepEqual(webhookConfigurations([controller(Pod).reconcile(async () => {})], service), []);
});

test("deletions are asked about where they were asked for, and only those who judge are asked", () => {
  const parts = [defineWebhook(Box, { ...functions, operations: ["CREATE"], deletes: true })];
  const operations = webhookConfigurations(parts, service).map(({ webhooks }) => webhooks?.[0]?.rules?.[0]?.operations);
  assert.deepEqual(operations, [["CREATE"], ["CREATE", "DELETE"]]);
});

test("webhooks of one kind are one, which is asked about whatever one of them wants", () => {
  const parts = [
    defineWebhook(Box, { validate() {}, operations: ["UPDATE"] }),
    defineWebhook(Box, { validate() {}, operations: ["CREATE"], deletes: true }),
  ];
  const [validating] = webhookConfigurations(parts, service);
  assert.equal(validating?.webhooks?.length, 1);
  assert.deepEqual(validating?.webhooks?.[0]?.rules?.[0]?.operations, ["CREATE", "UPDATE", "DELETE"]);
});

test("a webhook with a name of its own has paths of its own", () => {
  const parts = [defineWebhook(Box, functions), defineWebhook(Box, { ...functions, name: "sizes" })];
  const places = webhookConfigurations(parts, { url: "https://10.0.0.7:9443", caBundle: "Q0E=" }).map(({ webhooks }) =>
    webhooks?.map(({ name, clientConfig }) => [name, clientConfig]),
  );
  const at = (path: string) => ({ url: `https://10.0.0.7:9443${path}`, caBundle: "Q0E=" });
  assert.deepEqual(places, [
    [
      ["box.model.github.com", at("/mutate-model-github-com-v1-box")],
      ["sizes.model.github.com", at("/mutate-sizes")],
    ],
    [
      ["box.model.github.com", at("/validate-model-github-com-v1-box")],
      ["sizes.model.github.com", at("/validate-sizes")],
    ],
  ]);
});

test("names have three parts, whatever the group", () => {
  const parts = [defineWebhook(Pod, { validate() {} }), defineWebhook(Deployment, { validate() {} })];
  const names = webhookConfigurations(parts, service).flatMap(({ webhooks = [] }) => webhooks.map(({ name }) => name));
  assert.deepEqual(names, ["pod.core.pintle.dev", "deployment.apps.pintle.dev"]);
});

test("two webhooks of one name are refused", () => {
  const OldBox = defineKind({
    group: "model.github.com",
    version: "v0",
    kind: "Box",
    plural: "boxes",
    scope: "Namespaced",
  })<object>();
  const parts = [defineWebhook(Box, { validate() {} }), defineWebhook(OldBox, { validate() {} })];
  assert.throws(
    () => webhookConfigurations(parts, service),
    (error: unknown) =>
      error instanceof UsageError &&
      error.code === "PINTLE_WEBHOOK_NAME_TAKEN" &&
      /defineWebhook\(Box, \{ name/.test(error.message),
  );
});

test("what a program needs to start in its own namespace is not asked about, so that it cannot lock itself out", () => {
  const conditionsOf = (
    kind: Parameters<typeof defineWebhook>[0],
    place: Parameters<typeof webhookConfigurations>[1] = service,
  ) =>
    webhookConfigurations([defineWebhook(kind, { validate() {} })], place, { name: "a" })[0]?.webhooks?.[0]
      ?.matchConditions;
  const spared = [
    { name: "not-in-our-own-namespace", expression: '!(request.namespace in ["system", "kube-system"])' },
  ];
  assert.deepEqual(conditionsOf(Pod), spared);
  assert.deepEqual(conditionsOf(Deployment), spared);
  assert.deepEqual(conditionsOf(Namespace), spared);
  assert.equal(conditionsOf(Node), undefined, "which is in no namespace");
  assert.equal(conditionsOf(Box), undefined, "which no program needs to start");
  assert.equal(conditionsOf(Pod, { url: "https://10.0.0.7:9443" }), undefined, "where nothing is known of a namespace");
});
