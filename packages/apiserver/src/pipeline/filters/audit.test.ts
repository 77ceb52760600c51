import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@pintle/machinery";
import { type AuditEvent, formatAuditEvent } from "../../audit/audit-event.ts";
import type { Handler } from "../server-request.ts";
import { everything, pod, podPath, respond, serve } from "./audit-fixture.test.ts";

test("a request is written down when it comes and when it has ended, with all that the level asks for", async () => {
  const { events, send } = serve(respond(pod));
  await send(`${podPath}?pretty=false`, { "user-agent": "curl", "audit-id": "mine" });
  const time = "2030-01-01T00:00:00.000000Z";
  const common = {
    kind: "Event",
    apiVersion: "audit.k8s.io/v1",
    level: "RequestResponse",
    auditID: "mine",
    requestURI: `${podPath}?pretty=false`,
    verb: "get",
    user: { username: "jane", groups: ["developers", "system:authenticated"] },
    sourceIPs: ["127.0.0.1"],
    userAgent: "curl",
    objectRef: { resource: "pods", namespace: "a", name: "one", apiVersion: "v1" },
    requestReceivedTimestamp: time,
    stageTimestamp: time,
  };
  assert.deepEqual(events[0], { ...common, stage: "RequestReceived" });
  assert.deepEqual(events[1], {
    ...common,
    stage: "ResponseComplete",
    responseStatus: { metadata: {}, code: 200 },
    responseObject: pod,
    annotations: { "authorization.k8s.io/decision": "allow", "authorization.k8s.io/reason": "because" },
  });
  assert.match(
    formatAuditEvent(events[1] as AuditEvent),
    /^\{"kind":"Event","apiVersion":"audit.k8s.io\/v1","level".*\}\n$/,
  );
});

test("a failure is told with its Status, at every level", async () => {
  const failing: Handler = async () => {
    throw ApiError.notFound({ group: "", resource: "pods" }, "one");
  };
  const { events, send } = serve(failing, { policy: { rules: [{ level: "Metadata" }] } });
  await send(podPath);
  assert.deepEqual(events[1]?.responseStatus, {
    metadata: {},
    status: "Failure",
    message: 'pods "one" not found',
    reason: "NotFound",
    details: { name: "one", kind: "pods" },
    code: 404,
  });
});

test("what nobody foresaw is told as a panic", async () => {
  const { events, send, told } = serve(async () => {
    throw new Error("boom");
  });
  assert.equal((await send(podPath)).status, 500);
  assert.deepEqual(told(), [
    ["RequestReceived", undefined],
    ["Panic", 500],
  ]);
  assert.equal(events[1]?.responseStatus?.message, "APIServer panic'd: boom");
});

test("a request that lasts is told when it begins to answer and when it ends, however it ends", async () => {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const streaming: Handler = async () => ({
    status: 200,
    headers: { "content-type": "application/json" },
    body: (async function* () {
      begun.resolve();
      yield Buffer.from("{}\n");
      await ended.promise;
    })(),
  });
  const { send, told } = serve(streaming);
  const answer = send("/api/v1/pods?watch=1");
  await begun.promise;
  const first = [
    ["RequestReceived", undefined],
    ["ResponseStarted", 200],
  ];
  assert.deepEqual(told(), first);
  ended.resolve();
  await answer;
  assert.deepEqual(told(), [...first, ["ResponseComplete", 200]]);
});

test("stages that are left out are not told", async () => {
  const { send, told } = serve(respond(pod), { policy: { ...everything, omitStages: ["RequestReceived"] } });
  await send(podPath);
  assert.deepEqual(told(), [["ResponseComplete", 200]]);
});

test("who acts as somebody else is told beside them", async () => {
  const { events, send } = serve(respond(pod));
  await send(podPath, { "impersonate-user": "bob" });
  assert.equal(events[0]?.impersonatedUser, undefined);
  assert.deepEqual(events[1]?.user.username, "jane");
  assert.deepEqual(events[1]?.impersonatedUser, { username: "bob", groups: ["system:authenticated"] });
  assert.deepEqual(events[1]?.authenticationMetadata, { impersonationConstraint: "impersonate:user-info" });
});

test("who is not believed, or asks for a time that is none, is told although nobody knows them", async () => {
  const unknown = serve(respond(pod), {
    authenticator: async () => {
      throw new Error("wrong");
    },
  });
  assert.equal((await unknown.send(podPath)).status, 401);
  assert.deepEqual(unknown.told(), [["ResponseStarted", 401]]);
  assert.deepEqual(unknown.events[0]?.user, {});
  const { send, told } = serve(respond(pod));
  assert.equal((await send(`${podPath}?timeout=abc`)).status, 400);
  assert.deepEqual(told(), [["ResponseStarted", 400]]);
});

test("an authorizer that fails is told as such", async () => {
  const { events, send } = serve(respond(pod), {
    authorizer: async () => {
      throw new Error("no roles");
    },
  });
  assert.equal((await send(podPath)).status, 500);
  assert.deepEqual(events[1]?.annotations, { "authorization.k8s.io/reason": "internal error" });
});

test("nothing is done that cannot be written down; what was done already is answered nevertheless", async () => {
  let handled = 0;
  const counting: Handler = (request, context) => {
    handled += 1;
    return respond(pod)(request, context);
  };
  const failAt = (stage: string) => (event: AuditEvent) => {
    if (event.stage === stage) throw new Error("the disk is full");
  };
  const refused = await serve(counting, { sink: failAt("RequestReceived") }).send(podPath);
  assert.deepEqual([refused.status, handled], [500, 0]);
  assert.match(refused.text, /failed to store audit event/);
  assert.equal((await serve(counting, { sink: failAt("ResponseComplete") }).send(podPath)).status, 200);
});

test("addresses are those that proxies tell, and last the one that nobody can make up", async () => {
  const { events, send } = serve(respond(pod));
  await send(podPath, { "x-forwarded-for": "1.2.3.4, nonsense,::1", "x-real-ip": "5.6.7.8" });
  assert.deepEqual(events[0]?.sourceIPs, ["1.2.3.4", "::1", "5.6.7.8", "127.0.0.1"]);
  await send(podPath, { "x-forwarded-for": "127.0.0.1" });
  assert.deepEqual(events[2]?.sourceIPs, ["127.0.0.1"]);
});
