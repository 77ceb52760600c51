/** Resources are installed on clusters as they are found: empty, up to date, half done, or with others' names and versions on them. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { type Client, ignoreNotFound } from "@pintle/client";
import { CustomResourceDefinition } from "@pintle/kinds";
import { ApiError, UsageError } from "@pintle/machinery";
import { conversionWebhook } from "@pintle/runtime";
import { k8s } from "@pintle/schema/zod";
import {
  compareInstalled,
  defineResource,
  type InstallProgress,
  installResources,
  spokesOf,
  toDefinition,
} from "pintle";
import { z } from "zod";
import { onEachServer } from "../client/servers.ts";
import { eventually, serveWebhooks } from "../runtime/installed-webhooks.ts";
import { startRuntimePlane } from "../runtime/plane.ts";
import { answerWithStatus, isList } from "../runtime/wire-faults.ts";

/** A group for each test: definitions belong to the whole cluster. */
function anyGroup(): string {
  return `${`g${randomUUID().slice(0, 8)}`}.pintle.dev`;
}

function box(group: string, more: { readonly shortNames?: readonly string[]; readonly maxLength?: number } = {}) {
  const { shortNames = [], maxLength = 100 } = more;
  const spec = z.object({ image: z.string().max(maxLength), replicas: k8s.int32().default(1) });
  return defineResource({ group, version: "v1", kind: "Box", shortNames, spec, columns: { Image: "spec.image" } });
}

const oldSpec = z.object({ img: z.string() });

function boxOfTwoVersions(group: string) {
  return box(group).withVersion("v1beta1", {
    spec: oldSpec,
    up: (old) => ({ spec: { image: old.spec.img } }),
    down: (now) => ({ spec: { img: now.spec.image } }),
  });
}

async function definitionOf(client: Client, group: string, plural = "boxes") {
  return await client.resource(CustomResourceDefinition).get(`${plural}.${group}`);
}

function isUsage(code: string, message: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof UsageError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  };
}

onEachServer("a resource is served when it is installed, and installing it again changes nothing", async (server) => {
  const { client, namespace } = server;
  const Box = box(anyGroup());
  const told: InstallProgress[] = [];
  const onProgress = (progress: InstallProgress) => told.push(progress);
  await installResources(client, [Box], { onProgress });
  await client.resource(Box, { namespace }).create({ metadata: { name: "web" }, spec: { image: "nginx" } });
  const first = await definitionOf(client, Box.group);
  assert.deepEqual(
    first.metadata.managedFields?.filter(({ operation }) => operation === "Apply").map(({ manager }) => manager),
    ["pintle"],
  );
  await installResources(client, [Box], { onProgress });
  const second = await definitionOf(client, Box.group);
  assert.equal(second.metadata.resourceVersion, first.metadata.resourceVersion);
  const steps = told.map(({ step }) => step).filter((step) => step !== "waiting");
  assert.deepEqual(steps, ["created", "established", "unchanged", "established"]);
  assert.deepEqual(told[0], {
    name: `boxes.${Box.group}`,
    step: "created",
    message: `boxes.${Box.group} was created`,
  });
});

onEachServer("a changed declaration changes the definition, and is told", async ({ client, namespace }) => {
  const group = anyGroup();
  await installResources(client, [box(group)]);
  const Narrow = box(group, { maxLength: 5 });
  const steps: string[] = [];
  await installResources(client, [Narrow], { onProgress: ({ step }) => steps.push(step) });
  assert.equal(steps[0], "changed");
  assert.equal(await compareInstalled(client, Narrow), undefined);
  const boxes = client.resource(Narrow, { namespace });
  // The server takes a new schema over a moment after it was stored.
  for (let attempt = 0; ; attempt += 1) {
    const name = `web-${attempt}`;
    const error = await boxes.create({ metadata: { name }, spec: { image: "nginx:1.27" } }).catch((caught) => caught);
    if (ApiError.is(error, "Invalid")) break;
    assert.ok(attempt < 100, "the new schema never comes into force");
    await client.clock.sleep(50, { kind: "work", label: "the new schema" });
  }
});

onEachServer("differences between what is installed and what is declared are told", async ({ client }) => {
  const group = anyGroup();
  const missing = await compareInstalled(client, box(group));
  assert.deepEqual(missing?.paths, []);
  assert.match(
    missing?.message ?? "",
    /^Box is not known to the cluster, boxes\.g.*\.pintle\.dev is missing: start the program with --install/,
  );
  await installResources(client, [box(group)]);
  assert.equal(await compareInstalled(client, box(group)), undefined);
  const image = "spec.versions[v1].schema.openAPIV3Schema.properties.spec.properties.image.maxLength";
  const other = await compareInstalled(client, box(group, { maxLength: 7, shortNames: ["bx"] }));
  assert.deepEqual(other?.paths.toSorted(), ["spec.names.shortNames", image]);
  assert.match(other?.message ?? "", /differs in .*spec\.names\.shortNames.*: start the program with --install/);
  const more = await compareInstalled(client, boxOfTwoVersions(group));
  assert.deepEqual(more?.paths, ["spec.versions[v1beta1]"]);
});

onEachServer("fields of another manager are not taken over unless that is said", async ({ client }) => {
  const group = anyGroup();
  const Box = box(group);
  const theirs = toDefinition(box(group, { maxLength: 9 }));
  await client.resource(CustomResourceDefinition).apply(theirs, { fieldManager: "helm" });
  const why = /parts of boxes\.g.* belong to "helm" \(\.spec\.versions.*\): install with force/;
  await assert.rejects(installResources(client, [Box]), isUsage("PINTLE_INSTALL_CONFLICT", why));
  await installResources(client, [Box], { force: true });
  assert.equal(await compareInstalled(client, Box), undefined);
});

onEachServer("names that another definition has are told with its name", async ({ client }) => {
  const group = anyGroup();
  const Bin = defineResource({ group, version: "v1", kind: "Bin", shortNames: ["b"], spec: z.object({}) });
  await installResources(client, [Bin]);
  const Box = box(group, { shortNames: ["b"] });
  const why = new RegExp(
    `^the names of boxes\\.${group} are not accepted \\(ShortNamesConflict: .*"b" is already in use.*\\): bins\\.${group} has "b"; declare other names`,
  );
  await assert.rejects(installResources(client, [Box]), isUsage("PINTLE_INSTALL_NAMES_TAKEN", why));
  // Whoever mends the declaration is not told of the old one.
  await installResources(client, [box(group, { shortNames: ["bx"] })]);
});

onEachServer("a definition that is established and asks for a taken name is told of too", async ({ client }) => {
  const group = anyGroup();
  const Bin = defineResource({ group, version: "v1", kind: "Bin", shortNames: ["b"], spec: z.object({}) });
  await installResources(client, [Bin, box(group)]);
  const attempt = installResources(client, [box(group, { shortNames: ["b"] })]);
  await assert.rejects(attempt, isUsage("PINTLE_INSTALL_NAMES_TAKEN", /bins\..* has "b"/));
});

onEachServer("a version that objects may be stored in cannot be left out", async ({ client }) => {
  const group = anyGroup();
  const Old = defineResource({ group, version: "v1beta1", kind: "Box", spec: oldSpec });
  await installResources(client, [Old]);
  const why = /may still be stored as v1beta1, which the resource does not have: keep v1beta1 with \.withVersion/;
  await assert.rejects(installResources(client, [box(group)]), isUsage("PINTLE_INSTALL_VERSION_STORED", why));
  assert.deepEqual(
    (await definitionOf(client, group)).spec.versions.map(({ name }) => name),
    ["v1beta1"],
  );
  await installResources(client, [boxOfTwoVersions(group)]);
  assert.deepEqual((await definitionOf(client, group)).status?.storedVersions, ["v1beta1", "v1"]);
});

onEachServer(
  "objects that are stored in another version than the hub need somebody who converts them",
  async (server) => {
    const { client, namespace } = server;
    const group = anyGroup();
    const Old = defineResource({ group, version: "v1beta1", kind: "Box", spec: oldSpec });
    await installResources(client, [Old]);
    await client.resource(Old, { namespace }).create({ metadata: { name: "web" }, spec: { img: "nginx" } });
    const Box = boxOfTwoVersions(group);
    const why = /^objects of boxes\..* are stored as v1beta1, and nobody would convert them to v1: say in conversion/;
    await assert.rejects(installResources(client, [Box]), isUsage("PINTLE_INSTALL_UNCONVERTED", why));
    assert.deepEqual((await client.resource(Old, { namespace }).get("web")).spec, { img: "nginx" });
    await using hooks = await serveWebhooks(client, conversionWebhook(Box, spokesOf(Box)));
    await installResources(client, [Box], { conversion: hooks.clientConfig("/convert") });
    const boxes = client.resource(Box, { namespace });
    await eventually("the hub", async () => (await boxes.get("web")).spec.image === "nginx");
    const { spec } = await boxes.patch("web", { merge: { spec: { replicas: 2 } } });
    assert.deepEqual(spec, { image: "nginx", replicas: 2 });
  },
);

onEachServer("who installs without a word on conversion leaves the one that there is", async ({ client }) => {
  const group = anyGroup();
  const conversion = { url: "https://127.0.0.1:1/convert" };
  await installResources(client, [boxOfTwoVersions(group)], { conversion });
  const { metadata, spec } = await definitionOf(client, group);
  assert.deepEqual(
    spec.versions.map(({ served }) => served),
    [true, true],
  );
  assert.equal(await compareInstalled(client, boxOfTwoVersions(group), { conversion }), undefined);
  await installResources(client, [boxOfTwoVersions(group)]);
  const after = await definitionOf(client, group);
  assert.deepEqual([after.spec, after.metadata.resourceVersion], [spec, metadata.resourceVersion]);
  const other = { url: "https://127.0.0.1:2/convert" };
  const difference = await compareInstalled(client, boxOfTwoVersions(group), { conversion: other });
  assert.deepEqual(difference?.paths, ["spec.conversion.webhook.clientConfig.url"]);
});

onEachServer("a definition that is being deleted is waited for", async ({ client }) => {
  const group = anyGroup();
  const Box = box(group);
  await installResources(client, [Box]);
  const definitions = client.resource(CustomResourceDefinition);
  const name = `boxes.${group}`;
  await definitions.patch(name, { merge: { metadata: { finalizers: ["pintle.dev/held"] } } });
  await definitions.delete(name);
  const before = await definitions.get(name);
  const onProgress = ({ step }: InstallProgress) => {
    if (step === "removing") void definitions.patch(name, { merge: { metadata: { finalizers: [] } } });
  };
  await installResources(client, [Box], { onProgress });
  assert.notEqual((await definitions.get(name)).metadata.uid, before.metadata.uid);
});

onEachServer("what the server refuses is told in its own words", async ({ client }) => {
  const Box = defineResource({
    group: anyGroup(),
    version: "v1",
    kind: "Box",
    spec: z.object({ image: z.string() }),
    rules: [{ rule: "self.spec.imgae != ''" }],
  });
  await assert.rejects(installResources(client, [Box]), (error) => {
    assert.ok(ApiError.is(error, "Invalid"));
    assert.match(error.message, /undefined field 'imgae'/);
    return true;
  });
  assert.equal(await ignoreNotFound(definitionOf(client, Box.group)), undefined);
});

test("who waits for longer than allowed is told what was seen last", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, faults } = plane;
  // The server seems to know of the definition, but never serves it.
  faults.request = async (request, send) => {
    return request.path.endsWith("/boxes") ? answerWithStatus(404, "NotFound", "not yet") : await send();
  };
  const attempt = installResources(client, [box("slow.pintle.dev")], { timeoutMs: 30_000 });
  const rejected = assert.rejects(
    attempt,
    isUsage(
      "PINTLE_INSTALL_TIMEOUT",
      /^boxes\.slow\.pintle\.dev was not served after 30 s \(it is established, but its objects are not served yet\): look at the conditions/,
    ),
  );
  await clock.advance(31_000);
  await rejected;
});

test("installing ends with the signal that it was given", async () => {
  await using plane = await startRuntimePlane();
  const stopped = new AbortController();
  const reason = new Error("enough");
  const onProgress = () => stopped.abort(reason);
  const attempt = installResources(plane.client, [box("ended.pintle.dev")], { signal: stopped.signal, onProgress });
  await assert.rejects(attempt, (error) => error === reason);
});

test("who may not list definitions is told of a taken name without its owner", async () => {
  await using plane = await startRuntimePlane();
  const { client, faults } = plane;
  const group = "hidden.pintle.dev";
  const Bin = defineResource({ group, version: "v1", kind: "Bin", shortNames: ["b"], spec: z.object({}) });
  await installResources(client, [Bin]);
  faults.request = async (request, send) => {
    const isRead = isList(request, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions");
    return isRead ? answerWithStatus(403, "Forbidden", "not for you") : await send();
  };
  const attempt = installResources(client, [box(group, { shortNames: ["b"] })]);
  await assert.rejects(attempt, isUsage("PINTLE_INSTALL_NAMES_TAKEN", /is already in use.*\): declare other names/));
});
