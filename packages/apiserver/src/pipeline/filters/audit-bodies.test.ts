import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import type { Handler } from "../server-request.ts";
import { pod, podPath, respond, serve } from "./audit-fixture.test.ts";

test("what a level does not ask for is not told, and at None nothing is", async () => {
  for (const level of ["Metadata", "Request"] as const) {
    const { events, send } = serve(respond(pod), { policy: { rules: [{ level }] } });
    await send(podPath);
    assert.deepEqual([events.length, events[1]?.responseObject], [2, undefined]);
  }
  const { events, send } = serve(respond(pod), { policy: { rules: [{ level: "None" }] } });
  await send(podPath);
  assert.equal(events.length, 0);
});

test("bodies are told without who owns which field where that is said", async () => {
  const list = { kind: "PodList", apiVersion: "v1", metadata: {}, items: [pod] };
  const rules = [{ level: "RequestResponse", omitManagedFields: true }] as const;
  const cases: readonly (readonly [sent: JsonObject, told: JsonObject])[] = [
    [pod, { ...pod, metadata: { name: "one" } }],
    [list, { ...list, items: [{ ...pod, metadata: { name: "one" } }] }],
    [
      { kind: "Table", apiVersion: "meta.k8s.io/v1", rows: [{ cells: [], object: pod }] },
      {
        kind: "Table",
        apiVersion: "meta.k8s.io/v1",
        rows: [{ cells: [], object: { ...pod, metadata: { name: "one" } } }],
      },
    ],
  ];
  for (const [sent, told] of cases) {
    const { events, send } = serve(respond(sent), { policy: { rules } });
    assert.deepEqual(JSON.parse((await send(podPath)).text), sent);
    assert.deepEqual(events[1]?.responseObject, told);
  }
});

test("texts, pages and documents that are no objects are told by their code alone", async () => {
  for (const [type, text] of [
    ["text/plain", "ok"],
    ["application/json", '{"openapi":"3.0.0"}'],
    ["application/octet-stream", "\u0000"],
  ] as const) {
    const { events, send } = serve(async () => ({
      status: 200,
      headers: { "content-type": type },
      body: Buffer.from(text),
    }));
    assert.equal((await send("/x")).text, text);
    assert.deepEqual([events[1]?.responseStatus, events[1]?.responseObject], [{ metadata: {}, code: 200 }, undefined]);
  }
});

test("a patch is told as it was sent, and YAML as the JSON that it means, where upstream loses the event", async () => {
  for (const [sent, told] of [
    ['[{"op":"remove","path":"/data"}]', [{ op: "remove", path: "/data" }]],
    ["data:\n  a: b\n", { data: { a: "b" } }],
    ["{{{", "{{{"],
  ] as const) {
    const patching: Handler = async (_request, { audit }) => {
      audit?.notePatch(Buffer.from(sent));
      return { status: 200, headers: {} };
    };
    const { events, send } = serve(patching);
    await send(podPath);
    assert.deepEqual(events[1]?.requestObject, told);
    const metadata = serve(patching, { policy: { rules: [{ level: "Metadata" }] } });
    await metadata.send(podPath);
    assert.equal(metadata.events[1]?.requestObject, undefined);
  }
});

test("the object that was sent says what the path does not, and is told where the level asks for it", async () => {
  const metadata = { name: "one", namespace: "b", uid: "7", resourceVersion: "3" };
  const creating: Handler = async (_request, { audit }) => {
    audit?.noteObject({ kind: "Pod", apiVersion: "v1", metadata });
    return { status: 201, headers: {} };
  };
  for (const level of ["Metadata", "Request"] as const) {
    const { events, send } = serve(creating, { policy: { rules: [{ level }] } });
    await send("/api/v1/namespaces/a/pods");
    const reference = { resource: "pods", namespace: "a", apiVersion: "v1" };
    assert.deepEqual(events[0]?.objectRef, reference);
    assert.deepEqual(events[1]?.objectRef, { ...reference, name: "one", uid: "7", resourceVersion: "3" });
    assert.deepEqual(
      events[1]?.requestObject,
      level === "Request" ? { kind: "Pod", apiVersion: "v1", metadata } : undefined,
    );
  }
});

test("an answer that is passed on from somebody else, or cannot be read, goes out as it is and is told by its code", async () => {
  const status = { kind: "Status", apiVersion: "v1", status: "Failure", message: "theirs", code: 404 };
  for (const [text, isLeft] of [
    [JSON.stringify(pod), true],
    [JSON.stringify(status), true],
    ['{"kind":"Pod",', false],
    ["\uffff", false],
  ] as const) {
    for (const isStream of [true, false]) {
      const bytes = Buffer.from(text);
      const passing: Handler = async (_request, { audit }) => {
        if (isLeft) audit?.leaveAnswer();
        const stream = (async function* () {
          yield bytes;
        })();
        return { status: 200, headers: { "content-type": "application/json" }, body: isStream ? stream : bytes };
      };
      const { events, send } = serve(passing);
      assert.equal((await send(podPath)).text, text);
      assert.deepEqual(events[1]?.responseStatus, { metadata: {}, code: 200 });
      assert.equal(events[1]?.responseObject, undefined);
    }
  }
});

test("an answer that comes in pieces is told whole", async () => {
  const pieces = JSON.stringify(pod).match(/.{1,7}/g) ?? [];
  const streaming: Handler = async () => ({
    status: 200,
    headers: { "content-type": "application/json" },
    body: (async function* () {
      for (const piece of pieces) yield Buffer.from(piece);
    })(),
  });
  const { events, send } = serve(streaming);
  await send(podPath);
  assert.deepEqual(events[1]?.responseObject, pod);
});
