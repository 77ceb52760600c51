import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap, Deployment, Namespace, Node, Pod, type PolicyRule, Secret } from "@pintle/kinds";
import { controller } from "@pintle/runtime";
import { z } from "zod";
import { defineOperator } from "../operator/define-operator.ts";
import { many } from "../operator/slots.ts";
import { defineResource } from "../resource/define-resource.ts";
import type { ProgramParts } from "../run/program-parts.ts";
import { defineWebhook } from "../webhook/define-webhook.ts";
import { checkManifestOptions, type ManifestOptions } from "./manifest-options.ts";
import { programObjectsOf } from "./program-objects.ts";

const Fleet = defineResource({
  group: "test.pintle.dev",
  version: "v1",
  kind: "Fleet",
  scope: "Cluster",
  spec: z.object({}),
});
const Ship = defineResource({ group: "test.pintle.dev", version: "v1", kind: "Ship", spec: z.object({}) });

/** Rules by roles and where they hold: `manager: get,list pods`. */
function rightsOf(parts: ProgramParts, options: Partial<ManifestOptions> = {}): readonly string[] {
  const settings = checkManifestOptions({ name: "fleet", image: "fleet:1.0", ...options });
  const { roles, bindings, serviceAccount } = programObjectsOf(parts, settings);
  assert.deepEqual(
    bindings.map(({ metadata, roleRef }) => [metadata?.namespace, roleRef.kind, roleRef.name]),
    roles.map(({ metadata, kind }) => [metadata?.namespace, kind, metadata?.name]),
  );
  for (const { subjects } of bindings) {
    assert.deepEqual(subjects, [
      { kind: "ServiceAccount", name: serviceAccount.metadata?.name, namespace: "fleet-system" },
    ]);
  }
  return roles.flatMap(({ metadata, rules = [] }) => {
    const name = metadata?.name?.replace("fleet-", "");
    const place = metadata?.namespace === undefined ? "" : ` in ${metadata.namespace}`;
    return (rules as readonly PolicyRule[]).map(({ verbs, resources = [], resourceNames, nonResourceURLs }) => {
      const what = (nonResourceURLs ?? resources).join(",");
      return `${name}${place}: ${verbs.join(",")} ${what}${resourceNames ? ` ${resourceNames.join(",")}` : ""}`;
    });
  });
}

const election = [
  "leader-election in fleet-system: create leases",
  "leader-election in fleet-system: get,update leases fleet.pintle.dev",
];

test("an operator that owns nothing may write nothing but its own objects and events", () => {
  assert.deepEqual(rightsOf([defineOperator(Ship, {})], { metrics: "plain" }), [
    "manager: get customresourcedefinitions ships.test.pintle.dev",
    "manager: create,patch events",
    "manager: get,list,watch,patch ships",
    "manager: patch ships/status",
    ...election,
  ]);
});

test("what an operator owns, also many of it, and what it reads are told apart", () => {
  const operator = defineOperator(Ship, {
    owns: { maps: many(ConfigMap), web: Deployment, also: Deployment },
    reads: [Node, Secret],
    desired: () => ({ maps: {}, web: Deployment({}), also: Deployment({}) }),
  });
  assert.deepEqual(rightsOf([operator], { metrics: "off" }), [
    "manager: get,list,watch,create,patch,delete configmaps",
    "manager: list,watch nodes,secrets",
    "manager: get customresourcedefinitions ships.test.pintle.dev",
    "manager: get,list,watch,create,patch,delete deployments",
    "manager: create,patch events",
    "manager: get,list,watch,patch ships",
    "manager: update ships/finalizers",
    "manager: patch ships/status",
    ...election,
  ]);
});

test("a controller may look at what it watches and reads; what it writes has to be said", () => {
  const sweeper = controller(Pod)
    .watches(Node, () => [])
    .reads(ConfigMap)
    .reconcile(async () => {});
  const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["delete"] }];
  assert.deepEqual(rightsOf([sweeper], { metrics: "off", rules }), [
    "manager: list,watch configmaps,nodes,pods",
    "manager: create,patch events",
    "manager: delete pods",
    ...election,
  ]);
});

test("a webhook needs its configuration, its certificates, and what it reads", () => {
  const webhook = defineWebhook(Pod, { reads: [Namespace], validate: () => {} });
  const rights = [
    "manager: list,watch namespaces",
    "manager: get,list,watch,patch validatingwebhookconfigurations fleet",
    "manager: create,patch events",
    ...election,
    "certificates in fleet-system: create secrets",
    "certificates in fleet-system: get,list,watch,update secrets fleet-webhook-certificates",
  ];
  assert.deepEqual(rightsOf([webhook], { metrics: "off" }), rights);
  assert.deepEqual(rightsOf([webhook], { metrics: "off", webhooks: false }), [
    "manager: create,patch events",
    ...election,
  ]);
});

test("what an operator's admission reads it reads in memory too, where webhooks are not served", () => {
  const operator = defineOperator(Ship, { admission: { reads: [Namespace], default() {} } });
  assert.deepEqual(rightsOf([operator], { metrics: "off", webhooks: false }), [
    "manager: list,watch namespaces",
    "manager: get customresourcedefinitions ships.test.pintle.dev",
    "manager: create,patch events",
    "manager: get,list,watch,patch ships",
    "manager: patch ships/status",
    ...election,
  ]);
});

test("a controller compares the definition of its resource as an operator does", () => {
  const ships = controller(Ship).reconcile(async () => {});
  assert.deepEqual(rightsOf([ships], { metrics: "off" }), [
    "manager: get customresourcedefinitions ships.test.pintle.dev",
    "manager: create,patch events",
    "manager: list,watch ships",
    ...election,
  ]);
});

test("in some namespaces there is a Role in each, and what is in no namespace stays in a ClusterRole", () => {
  const operator = defineOperator(Fleet, {
    owns: { map: ConfigMap },
    reads: [Node],
    desired: () => ({ map: ConfigMap({}) }),
  });
  const rules = [
    { apiGroups: [""], resources: ["pods"], verbs: ["get"] },
    { nonResourceURLs: ["/version"], verbs: ["get"] },
  ];
  assert.deepEqual(rightsOf([operator], { metrics: "secure", watchNamespaces: ["b", "a"], rules }), [
    "manager: list,watch nodes",
    "manager: get customresourcedefinitions fleets.test.pintle.dev",
    "manager: get,list,watch,patch fleets",
    "manager: update fleets/finalizers",
    "manager: patch fleets/status",
    "manager: get /version",
    ...["a", "b"].flatMap((namespace) => [
      `manager in ${namespace}: get,list,watch,create,patch,delete configmaps`,
      `manager in ${namespace}: create,patch events`,
      `manager in ${namespace}: get pods`,
    ]),
    // Where events about objects of the cluster are.
    "manager in default: create,patch events",
    ...election,
    "leader-election in fleet-system: create,patch events",
    "metrics-auth: create tokenreviews",
    "metrics-auth: create subjectaccessreviews",
  ]);
});
