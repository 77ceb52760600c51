/** What declarations become: definitions that the embedded plane and, by resource.real-test.ts, the real server accept and serve. */
import assert from "node:assert/strict";
import { CustomResourceDefinition } from "@pintle/kinds";
import { ApiError, type JsonObject } from "@pintle/machinery";
import { k8s } from "@pintle/schema/zod";
import { compareInstalled, conditionColumn, defineResource, installResources, toDefinition } from "pintle";
import { z } from "zod";
import { onEachServer, type ServerUnderTest } from "../client/servers.ts";
import { allDeclaredCases, type DeclaredCase } from "./resource-declarations.ts";

type AnyDeclared = DeclaredCase["resource"];

async function installed({ client }: ServerUnderTest, resource: AnyDeclared): Promise<void> {
  await installResources(client, [resource]);
  const { status } = await client.resource(CustomResourceDefinition).get(toDefinition(resource).metadata?.name ?? "");
  const established = status?.conditions?.find(({ type }) => type === "Established");
  assert.equal(established?.status, "True");
  const wrong = status?.conditions?.filter(
    ({ type }) => type === "NonStructuralSchema" || type === "KubernetesAPIApprovalPolicyConformant",
  );
  assert.deepEqual(wrong, []);
  assert.equal(await compareInstalled(client, resource), undefined);
}

/** What a Table has for columns. */
async function columnsOf({ client }: ServerUnderTest, resource: AnyDeclared): Promise<string[]> {
  const { group, version, plural } = resource;
  const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
  const path = `/apis/${group}/${version}/${plural}`;
  const { body } = await client.raw({ method: "GET", path, headers: { accept } });
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of body) text += decoder.decode(bytes, { stream: true });
  const table = JSON.parse(text) as { columnDefinitions: { name: string }[] };
  return table.columnDefinitions.map(({ name }) => name);
}

for (const [title, { resource, spec, stored, columns }] of Object.entries(allDeclaredCases)) {
  onEachServer(`a declaration is served: ${title}`, async (server) => {
    const { client, namespace } = server;
    await installed(server, resource);
    if (columns) assert.deepEqual((await columnsOf(server, resource)).slice(1), columns);
    if (spec === undefined) return;
    const place = (resource.scope as string) === "Cluster" ? {} : { namespace };
    const objects = client.resource({ apiVersion: resource.apiVersion, kind: resource.kind }, place);
    const created = await objects.create({ metadata: { name: "one" }, spec });
    assert.deepEqual(created.spec, stored ?? spec);
    await objects.delete("one");
  });
}

const Box = defineResource({
  group: "boxes.pintle.dev",
  version: "v1",
  kind: "Box",
  shortNames: ["bx"],
  description: "A box that things run in.",
  spec: z.object({
    image: z.string().min(1).describe("What runs in it."),
    replicas: k8s.int32().min(0).default(1),
    size: z.enum(["small", "custom"]).optional(),
    resources: k8s.resourceRequirements().optional(),
    zone: k8s.immutable(z.string().max(20)).optional(),
  }),
  rules: [
    {
      rule: "self.spec.?size.orValue('') != 'custom' || has(self.spec.resources)",
      message: "size custom needs resources",
    },
  ],
  status: z.object({ replicas: k8s.int32(), endpoint: z.string() }),
  conditions: ["Ready"],
  columns: { Image: "spec.image", Ready: conditionColumn("Ready") },
  scale: { replicas: "spec.replicas", statusReplicas: "status.replicas" },
  selectableFields: ["spec.size"],
});

onEachServer("objects are completed, pruned and judged as declared", async (server) => {
  const { client, namespace } = server;
  await installResources(client, [Box]);
  const boxes = client.resource(Box, { namespace });
  const created = await boxes.create(Box({ metadata: { name: "web" }, spec: { image: "nginx", zone: "a" } }));
  assert.deepEqual(created.spec, { image: "nginx", replicas: 1, zone: "a" });
  const refused: [object, RegExp][] = [
    [{ image: "" }, /spec\.image: Invalid value: "": spec\.image in body should be at least 1 chars long/],
    [{}, /spec\.image: Required value/],
    [{ image: "nginx", replicas: -1 }, /spec\.replicas: Invalid value: -1/],
    [{ image: "nginx", size: "big" }, /spec\.size: Unsupported value: "big"/],
    [{ image: "nginx", size: "custom" }, /size custom needs resources/],
  ];
  for (const [spec, why] of refused) {
    const attempt = boxes.create({ metadata: { name: "bad" }, spec } as Parameters<typeof boxes.create>[0]);
    await assert.rejects(attempt, (error) => ApiError.is(error, "Invalid") && why.test(error.message), String(why));
  }
  const moved = boxes.patch("web", { merge: { spec: { zone: "b" } } });
  await assert.rejects(moved, /spec\.zone: Invalid value: "?(string|b)"?: is immutable/);
});

onEachServer("a status is written though nothing of it is known but a condition", async ({ client, namespace }) => {
  await installResources(client, [Box]);
  const boxes = client.resource(Box, { namespace });
  await boxes.create({ metadata: { name: "web" }, spec: { image: "nginx" } });
  const lastTransitionTime = "2026-01-31T08:00:00Z";
  const condition = {
    type: "Ready",
    status: "False",
    reason: "ReconcileFailed",
    message: "",
    lastTransitionTime,
  } as const;
  const inventory = [{ group: "apps", version: "v1", kind: "Deployment", plural: "deployments" }];
  const status = { observedGeneration: 1, conditions: [condition], inventory };
  const written = await boxes.status.patch("web", { merge: { status } });
  assert.deepEqual(written.status, status);
  const wrong = { merge: { status: { conditions: [{ ...condition, reason: "not a word" }] } } };
  await assert.rejects(boxes.status.patch("web", wrong), /status\.conditions\[0\]\.reason/);
});

onEachServer("conditions of several managers do not meet", async ({ client, namespace }) => {
  await installResources(client, [Box]);
  const boxes = client.resource(Box, { namespace });
  await boxes.create({ metadata: { name: "web" }, spec: { image: "nginx" } });
  const apply = (type: string, fieldManager: string) => {
    const time = "2026-01-31T08:00:00Z";
    const conditions = [{ type, status: "True" as const, reason: "Fine", message: "", lastTransitionTime: time }];
    const manifest = { apiVersion: Box.apiVersion, kind: Box.kind, metadata: { name: "web" }, status: { conditions } };
    return boxes.status.apply(manifest, { fieldManager });
  };
  await apply("Ready", "one");
  const { status } = await apply("Checked", "two");
  assert.deepEqual(status?.conditions?.map(({ type }) => type).sort(), ["Checked", "Ready"]);
});

onEachServer("scale and field selectors work", async ({ client, namespace }) => {
  await installResources(client, [Box]);
  const boxes = client.resource(Box, { namespace });
  await boxes.create({ metadata: { name: "small" }, spec: { image: "nginx", size: "small" } });
  await boxes.create({ metadata: { name: "plain" }, spec: { image: "nginx" } });
  await boxes.scale.patch("plain", { merge: { spec: { replicas: 5 } } });
  assert.equal((await boxes.get("plain")).spec.replicas, 5);
  const { items } = await boxes.list({ fieldSelector: "spec.size=small" });
  assert.deepEqual(
    items.map(({ metadata }) => metadata.name),
    ["small"],
  );
});

onEachServer("descriptions are published for kubectl explain", async ({ client }) => {
  await installResources(client, [Box]);
  const path = "/openapi/v3/apis/boxes.pintle.dev/v1";
  let schema: JsonObject = {};
  for (let attempt = 0; attempt < 100 && schema.description === undefined; attempt += 1) {
    const response = await client.raw({ method: "GET", path }).catch((error: unknown) => {
      if (!ApiError.is(error, "NotFound")) throw error;
    });
    let text = "";
    for await (const bytes of response?.body ?? []) text += Buffer.from(bytes).toString();
    const document = (text === "" ? {} : JSON.parse(text)) as { components?: { schemas?: Record<string, JsonObject> } };
    schema = document.components?.schemas?.["dev.pintle.boxes.v1.Box"] ?? {};
    await client.clock.sleep(100, { kind: "work", label: "openapi" });
  }
  assert.equal(schema.description, "A box that things run in.");
  const properties = schema.properties as { spec: { properties: { image: JsonObject } } };
  assert.equal(properties.spec.properties.image.description, "What runs in it.");
});
