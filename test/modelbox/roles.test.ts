/** The operator under the role that ships with it, and nothing more. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DynamicManifest } from "@pintle/client";
import { Namespace } from "@pintle/kinds";
import type { PolicyRule } from "@pintle/kinds/rbac/v1";
import { manifestsOf } from "pintle";
import { parseAllDocuments } from "yaml";
import { inject } from "../../examples/modelbox/inject.ts";
import { modelBoxes } from "../../examples/modelbox/model-boxes.ts";
import { conditionsOf, sample, startBoxPlane } from "./box-plane.ts";

const name = "modelbox-sample";
const account = "system:serviceaccount:modelbox-system:modelbox";

async function roleObjects(): Promise<
  readonly (DynamicManifest & { readonly apiVersion: string; readonly kind: string })[]
> {
  const files = await manifestsOf([modelBoxes({ inject })], { name: "modelbox", image: "modelbox:1.0.0" });
  return [...files]
    .filter(([path]) => path.startsWith("config/rbac/") && !path.endsWith("kustomization.yaml"))
    .flatMap(([, text]) => parseAllDocuments(text).map((document) => document.toJSON()));
}

test("B12: the role that ships allows what the operator does to Deployments and Services, which it names", async () => {
  const objects = await roleObjects();
  const rules = objects.flatMap((object) => (object as { rules?: PolicyRule[] }).rules ?? []);
  for (const [group, resource] of [
    ["apps", "deployments"],
    ["", "services"],
  ] as const) {
    const verbs = rules
      .filter(({ apiGroups = [], resources = [] }) => apiGroups.includes(group) && resources.includes(resource))
      .flatMap((rule) => rule.verbs);
    for (const verb of ["list", "watch", "create", "patch", "delete"])
      assert.ok(verbs.includes(verb), `${verb} ${resource}`);
  }
  assert.equal(JSON.stringify(rules).includes("*"), false);

  await using plane = await startBoxPlane({ as: account, hasWebhooks: false, isStarted: false });
  await plane.client.resource(Namespace).create({ metadata: { name: "modelbox-system" } });
  for (const object of objects) {
    const { metadata, apiVersion, kind } = object;
    const place = metadata?.namespace === undefined ? {} : { namespace: metadata.namespace };
    await plane.client.resource({ apiVersion, kind }, place).create(object);
  }
  await plane.startOperator();
  await plane.boxes.create(sample({ ports: [{ port: 80 }] }));
  await plane.settle();
  assert.equal((await conditionsOf(plane, name)).Ready, "True AllReady");
  await plane.services.delete("nginx");
  await plane.boxes.patch(name, { merge: { spec: { name: "web", replicas: 2 } } });
  await plane.settle();
  assert.equal((await conditionsOf(plane, name)).Ready, "True AllReady");
  assert.equal((await plane.services.get("web")).metadata.ownerReferences?.[0]?.name, name);
  await plane.boxes.delete(name);
  await plane.settle();
  assert.deepEqual((await plane.deployments.list()).items, []);
  assert.deepEqual(
    plane.logs.filter((line) => /forbidden/i.test(line)),
    [],
  );
});

test("B12: and without the role the operator may do nothing", async () => {
  await using plane = await startBoxPlane({ as: account, hasWebhooks: false, isStarted: false });
  await plane.startOperator();
  await plane.boxes.create(sample());
  await plane.advance("1m");
  assert.deepEqual((await plane.deployments.list()).items, []);
  assert.ok(plane.logs.some((line) => /^Error: the controller modelbox cannot be started.*forbidden/.test(line)));
});
