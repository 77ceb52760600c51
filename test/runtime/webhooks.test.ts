/** Webhooks of the runtime, asked by API servers: the embedded plane, and the real one by webhooks.real-test.ts. */
import assert from "node:assert/strict";
import { createClient } from "@pintle/client";
import { ConfigMap, CustomResourceDefinition } from "@pintle/kinds";
import { ApiError, defineKind, FieldError } from "@pintle/machinery";
import { admissionWebhook, conversionWebhook, spoke, type Webhook } from "@pintle/runtime";
import { onEachServer, type ServerUnderTest } from "../client/servers.ts";
import { eventually, serveWebhooks } from "./installed-webhooks.ts";

const paths = { mutate: "/mutate--v1-configmap", validate: "/validate--v1-configmap" };

interface Seen {
  readonly step: string;
  readonly dryRun: boolean;
  readonly user: string;
}

/** Completes `data.color`, wants a `size`, and keeps what is protected from being deleted. */
function colours(seen: Seen[] = []): Webhook {
  return admissionWebhook(ConfigMap, {
    default(draft, { operation, dryRun, user }) {
      seen.push({ step: `default ${operation}`, dryRun, user: user.username });
      if (draft.data?.color !== undefined) return;
      draft.data = { ...draft.data, color: "green" };
    },
    deletes: true,
    validate(map, { operation, previous, dryRun, user, deny, warn }) {
      seen.push({ step: `validate ${operation} ${map.data?.color}`, dryRun, user: user.username });
      if (map.data?.color === "pink") warn("data.color", "is out of fashion");
      if (operation === "DELETE" && map.data?.keep === "yes") deny("", "it is to be kept");
      if (map.data?.size === undefined) deny("data.size", "has to be given");
      if (operation === "UPDATE" && previous?.data?.size !== map.data?.size) {
        deny(FieldError.forbidden("data.size", "never changes"));
      }
    },
  });
}

/** The server's own objects of a new namespace are not counted. */
const own = (seen: readonly Seen[]) => seen.filter(({ user }) => !user.startsWith("system:"));

/** By both: a new object is completed, and one without size is refused. */
async function untilAsked({ client, namespace }: ServerUnderTest): Promise<void> {
  const maps = client.resource(ConfigMap, { namespace });
  const attempt = (data: Record<string, string>) =>
    maps.create({ metadata: { name: "probe" }, data }, { dryRun: true });
  await eventually("being asked", async () => {
    const isRefused = await attempt({}).then(
      () => false,
      () => true,
    );
    return isRefused && (await attempt({ size: "1" })).data?.color === "green";
  });
}

onEachServer("objects are completed and judged when they are created, updated and deleted", async (server) => {
  const { client, namespace } = server;
  const seen: Seen[] = [];
  await using hooks = await serveWebhooks(client, colours(seen));
  await hooks.install(namespace, paths);
  await untilAsked(server);
  seen.length = 0;
  const maps = client.resource(ConfigMap, { namespace });
  const made = await maps.create({ metadata: { name: "a" }, data: { size: "1" } });
  assert.deepEqual(made.data, { color: "green", size: "1" });
  await maps.update({ ...made, data: { ...made.data, color: "blue" } });
  await assert.rejects(maps.update({ ...made, metadata: { name: "a" }, data: { size: "2" } }), (error: unknown) => {
    const { status } = ApiError.find(error) ?? assert.fail(String(error));
    assert.equal(status.reason, "Invalid");
    assert.match(
      status.message ?? "",
      /"configmaps\.pintle\.dev" denied the request: ConfigMap "a" is invalid: data\.s/,
    );
    assert.deepEqual(status.details?.causes, [
      { reason: "FieldValueForbidden", message: "Forbidden: never changes", field: "data.size" },
    ]);
    return true;
  });
  await maps.delete("a");
  const steps = own(seen).map(({ step }) => step);
  // kube-apiserver asks once more before it refuses, where what it showed came from its cache and was old.
  const once = steps
    .join(", ")
    .replace(/(?:, default UPDATE, validate UPDATE green)+/, ", default UPDATE, validate UPDATE green");
  assert.deepEqual(once.split(", "), [
    "default CREATE",
    "validate CREATE green",
    "default UPDATE",
    "validate UPDATE blue",
    "default UPDATE",
    "validate UPDATE green",
    "validate DELETE blue",
  ]);
  assert.equal(own(seen)[0]?.user, "admin");
  assert.match(hooks.metrics.write(), /webhook_requests_total\{code="200",webhook="\/mutate--v1-configmap"\} [1-9]/);
});

onEachServer("a deletion can be refused, and warnings reach the client", async (server) => {
  const { namespace, access } = server;
  const warnings: string[] = [];
  const options = { onWarning: (text: string) => void warnings.push(text) };
  await using client = createClient(access.config ?? { transport: access.transport ?? assert.fail() }, options);
  await using hooks = await serveWebhooks(client, colours());
  await hooks.install(namespace, paths);
  await untilAsked(server);
  const maps = client.resource(ConfigMap, { namespace });
  await maps.create({ metadata: { name: "kept" }, data: { size: "1", keep: "yes", color: "pink" } });
  assert.deepEqual(warnings, ["data.color: is out of fashion"]);
  await assert.rejects(maps.delete("kept"), (error: unknown) => {
    assert.ok(ApiError.is(error, "Forbidden"));
    assert.match(ApiError.find(error).message, /denied the request: it is to be kept$/);
    return true;
  });
  assert.equal((await maps.get("kept")).metadata.name, "kept");
});

onEachServer("a dry run is told as one and leaves nothing behind", async (server) => {
  const { client, namespace } = server;
  const seen: Seen[] = [];
  await using hooks = await serveWebhooks(client, colours(seen));
  await hooks.install(namespace, paths);
  await untilAsked(server);
  seen.length = 0;
  const maps = client.resource(ConfigMap, { namespace });
  const stored = async () =>
    (await maps.list()).items.map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`);
  const before = await stored();
  const tried = await maps.create({ metadata: { name: "tried" }, data: { size: "1" } }, { dryRun: true });
  assert.equal(tried.data?.color, "green");
  assert.ok(own(seen).length >= 2 && own(seen).every(({ dryRun }) => dryRun));
  assert.deepEqual(await stored(), before);
  await assert.rejects(maps.get("tried"), (error) => ApiError.is(error, "NotFound"));
});

onEachServer(
  "a webhook is asked once more when one after it has changed the object, and what it did stays as it is",
  async (server) => {
    const { client, namespace } = server;
    const seen: Seen[] = [];
    const sizes = admissionWebhook(ConfigMap, {
      paths: { mutate: "/mutate-sizes" },
      default(draft) {
        draft.data = { ...draft.data, size: draft.data?.size ?? "1" };
      },
    });
    await using hooks = await serveWebhooks(client, colours(seen), sizes);
    await hooks.install(namespace, { mutate: [paths.mutate, "/mutate-sizes"], validate: paths.validate });
    const maps = client.resource(ConfigMap, { namespace });
    const attempt = () => maps.create({ metadata: { name: "probe" } }, { dryRun: true });
    await eventually("being asked", () =>
      attempt().then(
        ({ data }) => data?.color === "green",
        () => false,
      ),
    );
    seen.length = 0;
    const made = await maps.create({ metadata: { name: "a" } });
    assert.deepEqual(made.data, { color: "green", size: "1" });
    const steps = own(seen).map(({ step }) => step);
    assert.deepEqual(steps, ["default CREATE", "default CREATE", "validate CREATE green"]);
  },
);

onEachServer("a webhook that breaks lets nothing pass and tells nothing", async (server) => {
  const { client, namespace } = server;
  const broken = admissionWebhook(ConfigMap, {
    validate(map) {
      if (map.metadata.name?.startsWith("bad")) throw new Error("the password is swordfish");
    },
  });
  await using hooks = await serveWebhooks(client, broken);
  await hooks.install(namespace, { validate: paths.validate });
  const maps = client.resource(ConfigMap, { namespace });
  let tries = 0;
  const refusal = Promise.withResolvers<ApiError>();
  await eventually("a refusal", async () => {
    tries += 1;
    const made = maps.create({ metadata: { name: `bad-${tries}` } });
    return await made.then(
      () => false,
      (error) => {
        refusal.resolve(ApiError.find(error) ?? assert.fail(String(error)));
        return true;
      },
    );
  });
  const { status } = await refusal.promise;
  assert.equal(status.code, 500);
  assert.match(status.message ?? "", /the webhook failed; its log says why under requestID [0-9a-f-]+$/);
  assert.match(hooks.errors.join(""), /swordfish/);
  await maps.create({ metadata: { name: "good" } });
  assert.match(hooks.metrics.write(), /controller_runtime_webhook_panics_total 1\n/);
});

const group = "webhooks.pintle.dev";
const box = <Version extends string>(version: Version) =>
  defineKind({ group, version, kind: "Box", plural: "boxes", scope: "Namespaced" });
const Box = box("v2")<{ spec: { image: string; tag: string } }>();
const OldBox = box("v1")<{ spec: { image: string } }>();

const boxes = conversionWebhook(
  Box,
  [
    spoke(Box, OldBox, {
      up({ spec }) {
        const [image = "", tag] = spec.image.split(":");
        if (tag === undefined) throw new Error("spec.image has no tag");
        return { spec: { image, tag } };
      },
      down: ({ spec }) => ({ spec: { image: `${spec.image}:${spec.tag}` }, metadata: { labels: { old: "yes" } } }),
    }),
  ],
  { versions: ["v1", "v2"] },
);

onEachServer("custom resources are written in one version and read in the other", async ({ client, namespace }) => {
  await using hooks = await serveWebhooks(client, boxes);
  const definitions = client.resource(CustomResourceDefinition);
  const webhook = { conversionReviewVersions: ["v1"], clientConfig: hooks.clientConfig("/convert") };
  const version = (name: string) => ({
    ...{ name, served: true, storage: name === "v2" },
    schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
  });
  const name = `boxes.${group}`;
  await definitions.create({
    metadata: { name },
    spec: {
      ...{ group, scope: "Namespaced", versions: [version("v1"), version("v2")] },
      names: { plural: "boxes", singular: "box", kind: "Box", listKind: "BoxList" },
      conversion: { strategy: "Webhook", webhook },
    },
  });
  try {
    const [old, fresh] = [client.resource(OldBox, { namespace }), client.resource(Box, { namespace })];
    await eventually(
      "the definition",
      async () =>
        await fresh.list().then(
          () => true,
          () => false,
        ),
    );
    const made = await old.create({ metadata: { name: "a" }, spec: { image: "nginx:1" } });
    assert.deepEqual([made.apiVersion, made.spec], [OldBox.apiVersion, { image: "nginx:1" }]);
    const read = await fresh.get("a");
    assert.deepEqual([read.spec, read.metadata.uid], [{ image: "nginx", tag: "1" }, made.metadata.uid]);
    await fresh.create({ metadata: { name: "b" }, spec: { image: "redis", tag: "7" } });
    const images = (await old.list()).items.map(({ spec, metadata }) => [spec.image, metadata.labels?.old]);
    assert.deepEqual(images, [
      ["nginx:1", "yes"],
      ["redis:7", "yes"],
    ]);
    await assert.rejects(old.create({ metadata: { name: "c" }, spec: { image: "untagged" } }), (error: Error) => {
      assert.match(
        error.message,
        new RegExp(`cannot convert Box ${namespace}/c from v1 to .*/v2: spec.image has no tag`),
      );
      return true;
    });
    assert.equal((await fresh.list()).items.length, 2);
  } finally {
    await definitions.delete(name);
  }
});
