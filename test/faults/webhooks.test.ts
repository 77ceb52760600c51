/** Webhooks that answer too much, too slowly, wrongly or without end: the request is refused in time, and nobody else waits for it. */
import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { assertAnswer, assertStatus, type Json } from "../conformance/answer.ts";
import { uniqueName } from "../conformance/client.ts";
import { listenOnLoopback } from "../conformance/webhook-server.ts";
import { createAuthority } from "../real/certificates.ts";
import { anything, startPlane, within } from "./plane.ts";

type Misbehave = (outgoing: ServerResponse, review: Json, incoming: IncomingMessage) => unknown;

const plane = await startPlane();
const authority = createAuthority("webhooks");
const behaviours = new Map<string, Misbehave>();
const asked: string[] = [];
const hooks = await listenOnLoopback(
  createServer(authority.issue({ commonName: "webhook", names: ["127.0.0.1"] }), async (incoming, outgoing) => {
    const path = new URL(incoming.url ?? "/", "https://hooks").pathname;
    asked.push(path);
    outgoing.on("error", () => undefined);
    await behaviours.get(path)?.(outgoing, JSON.parse(await text(incoming)), incoming);
  }),
);
after(() => hooks.stop());

const caBundle = Buffer.from(authority.cert).toString("base64");
const url = `https://127.0.0.1:${hooks.port}`;
const configurations = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations";
const failed = /^Internal error occurred: failed calling webhook "hook\.example\.com": /;

/** Has ConfigMaps of a namespace of their own pass a webhook that does this. Gives their path, and the webhook goes when it is disposed of. */
async function hooked(misbehave: Misbehave, hook: Json = {}): Promise<{ maps: string } & AsyncDisposable> {
  const maps = await plane.configMaps();
  const name = uniqueName("hook");
  behaviours.set(`/${name}`, misbehave);
  const namespace = maps.split("/")[4];
  const webhook = {
    name: "hook.example.com",
    clientConfig: { url: `${url}/${name}`, caBundle },
    rules: [{ operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    timeoutSeconds: 1,
    ...hook,
  };
  assertAnswer(await plane.create(configurations, { metadata: { name }, webhooks: [webhook] }), 201);
  return { maps, [Symbol.asyncDispose]: async () => void (await plane.delete(`${configurations}/${name}`)) };
}

const envelope = ({ request }: Json, response: Json): string =>
  JSON.stringify({
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    response: { uid: request.uid, ...response },
  });
const allowing = (review: Json): string => envelope(review, { allowed: true });
const patching =
  (...operations: Json[]): Misbehave =>
  (outgoing, review) => {
    const patch = Buffer.from(JSON.stringify(operations)).toString("base64");
    outgoing.end(envelope(review, { allowed: true, patchType: "JSONPatch", patch }));
  };

/** Writes for as long as anybody reads. */
async function pour(outgoing: ServerResponse, piece: string | Buffer, pauseMs = 0): Promise<void> {
  while (!outgoing.destroyed) {
    if (!outgoing.write(piece) || pauseMs > 0) await sleep(Math.max(pauseMs, 1));
  }
}

const misdeeds: Record<string, Misbehave> = {
  "answers without end": (outgoing) => pour(outgoing, Buffer.alloc(256 * 1024, "[")),
  "answers without end, and begins well": (outgoing, review) => {
    outgoing.write(allowing(review));
    return pour(outgoing, Buffer.alloc(256 * 1024, " "));
  },
  "answers with nine megabytes": (outgoing, review) =>
    outgoing.end(envelope(review, { allowed: true, warnings: ["x".repeat(9_000_000)] })),
  "answers a byte at a time": (outgoing) => pour(outgoing, " ", 20),
  "says nothing": () => undefined,
  "stops after its headers": (outgoing) => outgoing.writeHead(200, { "content-length": "100" }).flushHeaders(),
  "sends hints without end": async (outgoing) => {
    while (!outgoing.destroyed) {
      outgoing.writeProcessing();
      await sleep(5);
    }
  },
  "hangs up": (outgoing) => outgoing.destroy(),
  "hangs up in the middle": (outgoing, review) => {
    outgoing.writeHead(200, { "content-length": "10000" });
    outgoing.write(allowing(review), () => outgoing.destroy());
  },
  "has headers of two megabytes": (outgoing, review) => {
    outgoing.setHeader("x-much", "x".repeat(2_000_000));
    outgoing.end(allowing(review));
  },
  "sends elsewhere": (outgoing) => outgoing.writeHead(307, { location: `${url}/elsewhere` }).end(),
  "packs its answer": (outgoing, review) =>
    outgoing.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(allowing(review))),
  "answers with something else": (outgoing) => outgoing.end("<html>welcome</html>"),
  "answers with no bytes": (outgoing) => outgoing.end(),
  "nests without end": (outgoing) => outgoing.end('{"response":'.repeat(100_000)),
  "answers another request": (outgoing, { request }) => outgoing.end(allowing({ request: { uid: `${request.uid}0` } })),
  "allows by a word": (outgoing, review) => outgoing.end(envelope(review, { allowed: "yes" })),
  "allows under __proto__": (outgoing, { request: { uid } }) =>
    outgoing.end(
      `{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"__proto__":{"uid":"${uid}","allowed":true}}}`,
    ),
};

for (const [what, misbehave] of Object.entries(misdeeds)) {
  test(`a webhook that ${what} fails the request in time, and nothing is stored`, async () => {
    await using hook = await hooked(misbehave);
    const before = performance.now();
    const answer = await within(2_000, () => plane.create(hook.maps, { metadata: { name: "a" } }));
    assertStatus(answer, 500, "InternalError", failed);
    assert.ok(performance.now() - before < 5_000, "it was waited for longer than five seconds");
    assert.ok(answer.text.length < 10_000, "the answer repeats what the webhook said");
    assertAnswer(await plane.get(`${hook.maps}/a`), 404);
    assert.ok(!asked.includes("/elsewhere"));
  });
}

test("failures are passed over where the configuration says so, and a refusal is not", async () => {
  for (const misbehave of [misdeeds["answers without end"], misdeeds["answers a byte at a time"]] as Misbehave[]) {
    await using hook = await hooked(misbehave, { failurePolicy: "Ignore" });
    assertAnswer(await plane.create(hook.maps, { metadata: { name: "a" } }), 201);
  }
  await using no = await hooked((outgoing, review) => outgoing.end(envelope(review, { allowed: false })), {
    failurePolicy: "Ignore",
  });
  assertAnswer(await plane.create(no.maps, { metadata: { name: "a" } }), 400);
});

test("while a hundred requests wait for a webhook that says nothing, everybody else is served", async () => {
  await using silent = await hooked(() => undefined, { timeoutSeconds: 2 });
  let waiting = 100;
  const answers = Array.from({ length: waiting }, async (_, index) => {
    const answer = await plane.create(silent.maps, { metadata: { name: `a${index}` } });
    waiting -= 1;
    return answer;
  });
  const maps = await plane.configMaps();
  for (let index = 0; index < 20; index += 1) {
    assertAnswer(await plane.create(maps, { metadata: { name: `b${index}` } }), 201);
  }
  assert.equal(waiting, 100, "the others were served after those who wait");
  for (const answer of await Promise.all(answers)) assertStatus(answer, 500, "InternalError", failed);
});

test("a patch that breaks the object is refused, and the object stays as it was", async () => {
  const nested = JSON.parse(`${"[".repeat(900)}${"]".repeat(900)}`);
  let operations: Json[] = [];
  await using hook = await hooked((...call) => patching(...operations)(...call));
  const map = `${hook.maps}/a`;
  assertAnswer(await plane.create(hook.maps, { metadata: { name: "a" }, data: { k: "v" } }), 201);
  const before = (await plane.get(map)).text;
  const cases: [Json[], number][] = [
    [[{ op: "replace", path: "", value: null }], 500],
    [[{ op: "replace", path: "", value: [] }], 500],
    [[{ op: "replace", path: "/metadata", value: "none" }], 500],
    [[{ op: "replace", path: "/data/k", value: { a: 1 } }], 500],
    [[{ op: "add", path: "/data/k", value: nested }], 500],
    [[{ op: "remove", path: "/data/absent" }], 500],
    [[{ op: "replace", path: "/kind", value: "Secret" }], 500],
    [[{ op: "replace", path: "/metadata/name", value: "b" }], 422],
    [[{ op: "replace", path: "/metadata/namespace", value: "default" }], 400],
    [[{ op: "replace", path: "/metadata/uid", value: "another" }], 422],
    [[{ op: "replace", path: "/metadata/resourceVersion", value: "1" }], 409],
    [[{ op: "add", path: "/metadata/labels", value: { "not a name": "x" } }], 422],
    [[{ op: "add", path: "/data/k", value: "x".repeat(1_100_000) }], 422],
    [Array.from({ length: 40 }, (_, step) => ({ op: "copy", from: "/data", path: `/data/c${step}` })), 500],
  ];
  const answers: number[] = [];
  for (const [each] of cases) {
    operations = each;
    const answer = await within(3_000, () => plane.patch("merge", map, { data: { next: "x" } }));
    answers.push(answer.status);
    assert.equal((await plane.get(map)).text, before, JSON.stringify(each).slice(0, 100));
  }
  assert.deepEqual(
    answers,
    cases.map(([, status]) => status),
  );
});

test("a patch of keys that every object inherits makes plain keys, and touches no prototype", async () => {
  await using hook = await hooked(
    patching({ op: "add", path: "/data/__proto__", value: "a" }, { op: "add", path: "/data/constructor", value: "b" }),
  );
  const answer = await plane.create(hook.maps, { metadata: { name: "a" }, data: { k: "v" } });
  assertAnswer(answer, 201);
  assert.deepEqual(Object.entries(answer.body.data), [
    ["__proto__", "a"],
    ["constructor", "b"],
    ["k", "v"],
  ]);
});

test("a definition whose conversions misbehave fails alone, and is read in the version in which it is stored", async () => {
  for (const what of ["answers without end", "answers with nine megabytes", "sends elsewhere", "nests without end"]) {
    const path = `/${uniqueName("convert")}`;
    behaviours.set(path, misdeeds[what] as Misbehave);
    const things = await plane.things(anything);
    const { spec } = things.definition;
    const second = { ...spec.versions[0], name: "v2", storage: false };
    const webhook = { clientConfig: { url: url + path, caBundle }, conversionReviewVersions: ["v1"] };
    const conversion = { strategy: "Webhook", webhook };
    const change = { spec: { versions: [spec.versions[0], second], conversion } };
    assertAnswer(await plane.patch("merge", things.definitionPath, change), 200);
    assertAnswer(await plane.create(things.path, things.thing("a", { spec: { n: 1 } })), 201);
    const other = things.path.replace("/v1/", "/v2/");
    for (const asking of [`${other}/a`, other]) {
      const answer = await within(3_000, () => plane.get(asking));
      assertAnswer(answer, 500, { status: "Failure", message: /conversion webhook for \S+, Kind=Thing failed: / });
      assert.ok(answer.text.length < 10_000);
    }
    assertAnswer(await plane.get(`${things.path}/a`), 200, { spec: { n: 1 } });
    assertAnswer(await plane.get("/api/v1/namespaces"), 200);
    assertAnswer(await plane.delete(things.definitionPath), 200);
  }
});
