import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { assertInvalid, assertWhole, dryRun, make } from "./objects.ts";

const client = connect();
let namespace: string;
let old: string;
let events: string;
let leases: string;
before(async () => {
  namespace = await client.namespace();
  old = `/api/v1/namespaces/${namespace}/events`;
  events = `/apis/events.k8s.io/v1/namespaces/${namespace}/events`;
  leases = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
});
after(() => client.close());

const pod = () => ({ kind: "Pod", namespace, name: "shop" });
const newEvent = (rest: Json = {}) => ({
  regarding: pod(),
  reason: "Started",
  note: "It runs.",
  type: "Normal",
  eventTime: "2026-01-01T00:00:00.123456Z",
  action: "Start",
  reportingController: "example.com/kubelet",
  reportingInstance: "node-1",
  ...rest,
});

test("an Event of v1 reads as one of events.k8s.io", async () => {
  const { name, body } = await make(client, old, {
    involvedObject: pod(),
    reason: "Started",
    message: "It runs.",
    type: "Normal",
    count: 3,
    firstTimestamp: "2026-01-01T00:00:00Z",
    lastTimestamp: "2026-01-01T00:00:05Z",
    source: { component: "kubelet", host: "node-1" },
  });
  assertWhole(body, {
    involvedObject: pod(),
    reason: "Started",
    message: "It runs.",
    source: { component: "kubelet", host: "node-1" },
    firstTimestamp: "2026-01-01T00:00:00Z",
    lastTimestamp: "2026-01-01T00:00:05Z",
    count: 3,
    type: "Normal",
    eventTime: null,
    reportingComponent: "",
    reportingInstance: "",
  });
  assertWhole((await client.get(`${events}/${name}`)).body, {
    eventTime: null,
    reason: "Started",
    regarding: pod(),
    note: "It runs.",
    type: "Normal",
    deprecatedSource: { component: "kubelet", host: "node-1" },
    deprecatedFirstTimestamp: "2026-01-01T00:00:00Z",
    deprecatedLastTimestamp: "2026-01-01T00:00:05Z",
    deprecatedCount: 3,
  });
});

test("an Event of events.k8s.io reads as one of v1", async () => {
  const series = { count: 2, lastObservedTime: "2026-01-01T00:00:05.000001Z" };
  const { name, body } = await make(client, events, newEvent({ series, related: { kind: "Node", name: "node-1" } }));
  assertWhole(body, {
    ...newEvent({ series, related: { kind: "Node", name: "node-1" } }),
    deprecatedSource: {},
    deprecatedFirstTimestamp: null,
    deprecatedLastTimestamp: null,
  });
  assertWhole((await client.get(`${old}/${name}`)).body, {
    involvedObject: pod(),
    related: { kind: "Node", name: "node-1" },
    reason: "Started",
    message: "It runs.",
    source: {},
    firstTimestamp: null,
    lastTimestamp: null,
    type: "Normal",
    eventTime: "2026-01-01T00:00:00.123456Z",
    series,
    action: "Start",
    reportingComponent: "example.com/kubelet",
    reportingInstance: "node-1",
  });
});

test("an Event of v1 may lack everything but a namespace that agrees", async () => {
  assertAnswer(await client.create(old, { metadata: { name: "a" }, involvedObject: { namespace } }, dryRun), 201);
  assertInvalid(
    await client.create(old, { metadata: { name: "a" }, involvedObject: { namespace: "other" } }, dryRun),
    'Event "a"',
    'involvedObject.namespace: Invalid value: "other": does not match event.namespace',
  );
});

test("an Event of events.k8s.io has to be whole, and the problems are told in the words of v1", async () => {
  assertInvalid(
    await client.create(events, { metadata: { name: "a" } }, dryRun),
    'Event "a"',
    'involvedObject.namespace: Invalid value: "": does not match event.namespace',
    "eventTime: Required value",
    'type: Invalid value: "": has invalid value: ',
  );
  assertInvalid(
    await client.create(events, { metadata: { name: "a" }, ...newEvent({ type: "Odd", deprecatedCount: 5 }) }, dryRun),
    'Event "a"',
    'type: Invalid value: "": has invalid value: Odd',
    'count: Invalid value: "": needs to be unset',
  );
});

test("an Event of events.k8s.io changes in its series only, one of v1 in everything", async () => {
  const { name, path } = await make(client, events, newEvent());
  assertInvalid(
    await client.patch("merge", path, { note: "Other." }),
    `Event "${name}"`,
    'message: Invalid value: "Other.": field is immutable',
  );
  const series = { count: 5, lastObservedTime: "2026-01-01T00:00:05.000001Z" };
  assertAnswer(await client.patch("merge", path, { series }), 200, { series });

  const made = await make(client, old, { involvedObject: pod(), message: "It runs." });
  assertAnswer(await client.patch("merge", made.path, { message: "Other." }), 200, { message: "Other." });
});

test("Events are found by what they are about", async () => {
  const about = uniqueName("pod");
  for (const type of ["Normal", "Warning"]) {
    await make(client, old, { involvedObject: { ...pod(), name: about }, reason: "Started", type });
  }
  const found = async (collection: string, fieldSelector: string) =>
    (await client.get(collection, { fieldSelector })).body.items.map((event: Json) => event.type);
  const selector = `involvedObject.name=${about},involvedObject.kind=Pod,reason=Started`;
  assert.deepEqual((await found(old, selector)).toSorted(), ["Normal", "Warning"]);
  assert.deepEqual(await found(old, `${selector},type!=Normal`), ["Warning"]);
  assert.deepEqual(await found(events, `regarding.name=${about},type=Normal`), ["Normal"]);
});

test("an Event is created by an update of an absent one", async () => {
  const name = uniqueName("event");
  const answer = await client.update(`${old}/${name}`, { metadata: { name, namespace }, involvedObject: pod() });
  assertAnswer(answer, 201, { metadata: { name } });
});

test("a Lease is kept as it is, with microseconds", async () => {
  const spec = {
    holderIdentity: "me",
    leaseDurationSeconds: 15,
    acquireTime: "2026-01-01T00:00:00.123456Z",
    renewTime: "2026-01-01T00:00:00.000000Z",
    leaseTransitions: 0,
  };
  assertWhole((await make(client, leases, { spec })).body, { spec });
});

test("a time of a Lease without microseconds cannot be read", async () => {
  const answer = await client.create(leases, { metadata: { name: "a" }, spec: { renewTime: "2026-01-01T00:00:00Z" } });
  const message =
    'Lease in version "v1" cannot be handled as a Lease: parsing time "2026-01-01T00:00:00Z" as ' +
    '"2006-01-02T15:04:05.000000Z07:00": cannot parse "Z" as ".000000"';
  assertStatus(answer, 400, "BadRequest", message);
});

test("a Lease lasts a while", async () => {
  assertInvalid(
    await client.create(leases, { metadata: { name: "a" }, spec: { leaseDurationSeconds: 0, leaseTransitions: -1 } }),
    'Lease.coordination.k8s.io "a"',
    "spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0",
    "spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0",
  );
});

test("of two holders that renew the same Lease one is told to look again", async () => {
  const { name, path, body } = await make(client, leases, { spec: { holderIdentity: "one" } });
  const take = (holderIdentity: string) => client.update(path, { ...body, spec: { holderIdentity } });
  assertAnswer(await take("two"), 200);
  const message = `Operation cannot be fulfilled on leases.coordination.k8s.io "${name}": the object has been modified; please apply your changes to the latest version and try again`;
  assertStatus(await take("three"), 409, "Conflict", message);
});
