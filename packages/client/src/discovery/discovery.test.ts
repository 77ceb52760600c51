import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock, type Transport, type TransportRequest } from "@pintle/machinery";
import { createClient } from "../create-client.ts";
import { statusText } from "../request/scripted-transport-fixture.test.ts";

/** A server of paths; those that are not here are answered with the page that Go's server has for them. */
function serve(paths: Record<string, object | string>) {
  const asked: TransportRequest[] = [];
  const transport: Transport = {
    async request(request) {
      asked.push(request);
      const found = paths[request.path];
      const type = found === undefined ? "text/plain" : "application/json";
      const text =
        found === undefined ? "404 page not found\n" : typeof found === "string" ? found : JSON.stringify(found);
      const status = found === undefined ? 404 : typeof found === "string" ? JSON.parse(found).code : 200;
      return { status, headers: { "content-type": type }, body: chunks(text) };
    },
  };
  return {
    transport,
    client: createClient({ transport }, { clock: createVirtualClock() }),
    paths,
    log: () => asked.splice(0).map(({ path }) => path),
  };
}

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function group(name: string, ...versions: readonly (readonly [version: string, ...kinds: string[]])[]) {
  return {
    metadata: { name },
    versions: versions.map(([version, ...kinds]) => ({
      version,
      resources: kinds.map((kind) => ({
        ...{ resource: `${kind.toLowerCase()}s`, responseKind: { group: "", version: "", kind }, scope: "Namespaced" },
        ...{ singularResource: kind.toLowerCase(), verbs: ["get"], subresources: [{ subresource: "status" }] },
      })),
    })),
  };
}

function aggregated(...items: readonly object[]) {
  return { kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2", metadata: {}, items };
}

test("two requests tell everything, once for all who ask at the same time", async () => {
  const { client, log } = serve({
    "/api": aggregated(group("", ["v1", "Pod"])),
    "/apis": aggregated(group("example.com", ["v2", "Box"], ["v1", "Box", "Crate"])),
  });
  assert.deepEqual(log(), [], "nothing is asked before somebody wants to know");

  const [pod, box, crate] = await Promise.all([
    client.discovery.find({ apiVersion: "v1", kind: "Pod" }),
    client.discovery.find({ group: "example.com", kind: "Box" }),
    client.discovery.find({ group: "example.com", kind: "Crate" }),
  ]);
  assert.deepEqual([pod.plural, pod.subresources, box.version, crate.version], ["pods", ["status"], "v2", "v1"]);
  assert.deepEqual(log(), ["/api", "/apis"]);
  await client.discovery.find({ apiVersion: "example.com/v1", kind: "Box" });
  assert.deepEqual(log(), []);
});

test("a kind that is missing is asked for once more, each time", async () => {
  const { client, paths, log } = serve({ "/api": aggregated(), "/apis": aggregated() });
  const find = () => client.discovery.find({ apiVersion: "example.com/v1", kind: "Box" });

  await assert.rejects(find(), { name: "NoKindMatchError", kind: "Box", group: "example.com", version: "v1" });
  assert.equal(log().length, 2);
  paths["/apis"] = aggregated(group("example.com", ["v1", "Box"]));
  assert.equal((await find()).plural, "boxs");
  assert.equal(log().length, 2);
});

test("a server that only names its groups is asked for one version at a time", async () => {
  const resources = (kind: string) => [
    { name: "boxes", kind, namespaced: true, verbs: ["get"] },
    { name: "boxes/status", kind, namespaced: true, verbs: ["get"] },
  ];
  const { client, log } = serve({
    "/api": { kind: "APIVersions", versions: ["v1"] },
    "/api/v1": { kind: "APIResourceList", groupVersion: "v1", resources: resources("Pod") },
    "/apis": {
      kind: "APIGroupList",
      groups: [
        {
          name: "example.com",
          versions: [{ version: "v1" }, { version: "v2" }],
          preferredVersion: { version: "v2" },
        },
      ],
    },
    "/apis/example.com/v2": { kind: "APIResourceList", groupVersion: "example.com/v2", resources: resources("Box") },
  });

  const box = await client.discovery.find({ group: "example.com", kind: "Box" });
  assert.deepEqual(
    [box.apiVersion, box.plural, box.singular, box.subresources],
    ["example.com/v2", "boxes", "box", ["status"]],
  );
  assert.deepEqual(log(), ["/api", "/apis", "/apis/example.com/v2", "/apis/example.com/v1"]);
  const kinds = await client.discovery.kinds();
  assert.deepEqual(
    kinds.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`),
    ["v1 Pod", "example.com/v2 Box"],
    "a version that is gone meanwhile has no kinds",
  );
});

test("the version that the server prefers is found, whichever was answered or asked for first", async () => {
  const versions = [{ version: "v2" }, { version: "v1" }];
  const groups = [{ name: "example.com", preferredVersion: { version: "v2" }, versions }];
  const boxes = [{ name: "boxes", singularName: "box", namespaced: true, kind: "Box", verbs: ["get"] }];
  const list = (version: string) => ({
    kind: "APIResourceList",
    groupVersion: `example.com/${version}`,
    resources: boxes,
  });
  const { transport, client } = serve({
    "/api": { kind: "APIVersions", versions: [] },
    "/apis": { kind: "APIGroupList", groups },
    "/apis/example.com/v1": list("v1"),
    "/apis/example.com/v2": list("v2"),
  });
  const preferred = async () => (await client.discovery.find({ group: "example.com", kind: "Box" })).version;
  await client.discovery.find({ apiVersion: "example.com/v1", kind: "Box" });
  assert.equal(await preferred(), "v2");

  const slow = createClient(
    {
      transport: {
        async request(request) {
          const answer = await transport.request(request);
          for (let turn = 0; turn < 20 && request.path.endsWith("v2"); turn += 1) await Promise.resolve();
          return answer;
        },
      },
    },
    { clock: createVirtualClock() },
  );
  await slow.discovery.kinds();
  assert.equal((await slow.discovery.find({ group: "example.com", kind: "Box" })).version, "v2");
});

test("a resource that is gone is forgotten, an object that is gone is not", async () => {
  const { client, paths, log } = serve({
    "/api": aggregated(),
    "/apis": aggregated(group("example.com", ["v1", "Box"])),
    "/apis/example.com/v1/namespaces/default/boxs/a": statusText(404, "NotFound", 'boxs.example.com "a" not found'),
  });
  const boxes = client.resource({ apiVersion: "example.com/v1", kind: "Box" });
  const get = (name: string) => assert.rejects(boxes.get(name), { code: 404 });

  await get("a");
  await get("a");
  assert.equal(log().length, 4, "two of discovery, and two gets");
  await get("b");
  assert.equal(log().length, 1);
  paths["/apis"] = aggregated();
  await assert.rejects(boxes.get("a"), { name: "NoKindMatchError" });
  assert.deepEqual(log(), ["/api", "/apis"]);
});

test("odd descriptions are left out, and odd names are plain names", async () => {
  const { client } = serve({
    "/api": aggregated({ metadata: null, versions: [{ version: "v1", resources: [{}, null, { resource: 1 }] }] }),
    "/apis": aggregated(group("example.com", ["v1", "__proto__", "constructor"]), 7 as never, { versions: {} }),
  });

  const kinds = await client.discovery.kinds();
  assert.deepEqual(
    kinds.map(({ kind }) => kind),
    ["__proto__", "constructor"],
  );
  await assert.rejects(client.discovery.find({ apiVersion: "__proto__", kind: "toString" }), {
    name: "NoKindMatchError",
  });
});

test("who stops waiting does not stop the question of others", async () => {
  const { client, log } = serve({ "/api": aggregated(group("", ["v1", "Pod"])), "/apis": aggregated() });
  const controller = new AbortController();
  const reason = new Error("enough");

  const left = client.discovery.find({ apiVersion: "v1", kind: "Pod" }, { signal: controller.signal });
  const stayed = client.discovery.find({ apiVersion: "v1", kind: "Pod" });
  controller.abort(reason);
  await assert.rejects(left, reason);
  assert.equal((await stayed).plural, "pods");
  log();
  const never = client.discovery.find({ apiVersion: "v1", kind: "Nothing" }, { signal: controller.signal });
  await assert.rejects(never, reason);
  assert.deepEqual(log(), [], "who has left already asks nothing");
});
