import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { assertCells, create, getTable, justNow } from "./tables.ts";

const client = connect();
after(() => client.close());

let collection: string;
before(async () => {
  collection = `/api/v1/namespaces/${await client.namespace()}/pods`;
});

const a = { name: "a", image: "image-a" };
const b = { name: "b", image: "image-b" };

/** What a kubelet reports of a container. */
function reported(name: string, state: Json, more: Json = {}): Json {
  return { name, image: "i", imageID: "", ready: false, restartCount: 0, state, ...more };
}

const running = (name: string, more: Json = {}) => reported(name, { running: {} }, { ready: true, ...more });
const waiting = (name: string, reason: string) => reported(name, { waiting: { reason } });
const ended = (name: string, exitCode: number, more: Json = {}) =>
  reported(name, { terminated: { exitCode, ...more } });

function ago(seconds: number): string {
  return new Date(Date.now() - seconds * 1000).toISOString().replace(/\.\d+/, "");
}

/** Creates a pod of two containers that is in this state. */
function pod(status: Json, spec: Json = {}): Promise<string> {
  const metadata = { name: uniqueName("pod") };
  return create(client, collection, { metadata, spec: { containers: [a, b], ...spec }, status });
}

async function assertStatusCell(expected: string, status: Json, spec: Json = {}): Promise<void> {
  await assertCells(client, await pod(status, spec), { Status: expected });
}

test("a new pod is pending, of no node and without an address", async () => {
  const path = await pod(undefined);
  await assertCells(client, path, {
    Name: path.split("/").at(-1),
    Ready: "0/2",
    Status: "Pending",
    Restarts: "0",
    Age: justNow,
    IP: "<none>",
    Node: "<none>",
    "Nominated Node": "<none>",
    "Readiness Gates": "<none>",
  });
});

test("a running pod shows how many containers are ready, its address and its node", async () => {
  const podIPs = [{ ip: "10.1.2.3" }, { ip: "fd00::3" }];
  const status = { phase: "Running", podIP: "10.1.2.3", podIPs, containerStatuses: [running("a"), running("b")] };
  const path = await pod(status, { nodeName: "node-1" });
  await assertCells(client, path, { Ready: "2/2", Status: "Running", IP: "10.1.2.3", Node: "node-1" });
});

test("a container that says it is ready but does not run is not counted", async () => {
  const containerStatuses = [running("a"), { ...waiting("b", ""), ready: true }];
  await assertCells(client, await pod({ phase: "Running", containerStatuses }), { Ready: "1/2", Status: "Running" });
});

test("restarts are added up, with the time of the last one", async () => {
  const before = (finishedAt: string) => ({ terminated: { exitCode: 1, finishedAt } });
  const containerStatuses = [
    running("a", { restartCount: 2, lastState: before(ago(7 * 3600 + 90)) }),
    running("b", { restartCount: 1, lastState: before(ago(30 * 60 + 10)) }),
  ];
  await assertCells(client, await pod({ phase: "Running", containerStatuses }), { Restarts: "3 (30m ago)" });
});

test("restarts of unknown time go without it", async () => {
  const containerStatuses = [running("a", { restartCount: 4 }), running("b")];
  await assertCells(client, await pod({ phase: "Running", containerStatuses }), { Restarts: "4" });
});

test("the nominated node and the readiness gates are shown, met and all", async () => {
  const status = {
    phase: "Pending",
    nominatedNodeName: "node-9",
    conditions: [
      { type: "example.com/one", status: "True" },
      { type: "example.com/two", status: "False" },
    ],
  };
  const readinessGates = [{ conditionType: "example.com/one" }, { conditionType: "example.com/two" }];
  await assertCells(client, await pod(status, { readinessGates }), {
    "Nominated Node": "node-9",
    "Readiness Gates": "1/2",
  });
});

describe("the status of a pod", { concurrency: 4 }, () => {
  test("is its reason rather than its phase", () =>
    assertStatusCell("Evicted", { phase: "Failed", reason: "Evicted" }));

  test("is what a container waits for, that of the first one", () =>
    assertStatusCell("ImagePullBackOff", {
      phase: "Pending",
      containerStatuses: [waiting("a", "ImagePullBackOff"), waiting("b", "CrashLoopBackOff")],
    }));

  test("is why a container has ended", async () => {
    const ends: [Json, string][] = [
      [{ exitCode: 137, reason: "OOMKilled" }, "OOMKilled"],
      [{ exitCode: 137, signal: 9 }, "Signal:9"],
      [{ exitCode: 3 }, "ExitCode:3"],
    ];
    for (const [{ exitCode, ...more }, expected] of ends) {
      const containerStatuses = [ended("a", exitCode, more), running("b")];
      await assertStatusCell(expected, { phase: "Running", containerStatuses });
    }
  });

  test("is Completed when all containers have", () =>
    assertStatusCell("Completed", {
      phase: "Succeeded",
      containerStatuses: [ended("a", 0, { reason: "Completed" }), ended("b", 0, { reason: "Completed" })],
    }));

  test("is the error of one container though another has completed", () =>
    assertStatusCell("Error", {
      phase: "Failed",
      containerStatuses: [ended("a", 0, { reason: "Completed" }), ended("b", 1, { reason: "Error" })],
    }));

  test("is NotReady when one container has completed and another runs on", () =>
    assertStatusCell("NotReady", {
      phase: "Running",
      containerStatuses: [ended("a", 0, { reason: "Completed" }), running("b")],
    }));

  test("is Running when the pod is ready though a container has completed", () =>
    assertStatusCell("Running", {
      phase: "Running",
      conditions: [{ type: "Ready", status: "True" }],
      containerStatuses: [ended("a", 0, { reason: "Completed" }), running("b")],
    }));

  test("is SchedulingGated while gates hold the pod back", () =>
    assertStatusCell("SchedulingGated", undefined, { schedulingGates: [{ name: "example.com/gate" }] }));
});

describe("while init containers run, the status", { concurrency: 4 }, () => {
  const initContainers = [
    { name: "first", image: "i" },
    { name: "second", image: "i" },
  ];
  const assertInit = (expected: string, ...initContainerStatuses: Json[]) =>
    assertStatusCell(expected, { phase: "Pending", initContainerStatuses }, { initContainers });

  test("counts those that are done", async () => {
    await assertInit("Init:0/2", reported("first", { running: {} }), waiting("second", "PodInitializing"));
    await assertInit("Init:1/2", ended("first", 0), reported("second", { running: {} }));
  });

  test("is what one of them waits for or why it failed", async () => {
    await assertInit("Init:CrashLoopBackOff", waiting("first", "CrashLoopBackOff"));
    await assertInit("Init:Error", ended("first", 1, { reason: "Error" }));
    await assertInit("Init:ExitCode:3", ended("first", 3));
    await assertInit("Init:Signal:9", ended("first", 137, { signal: 9 }));
  });

  test("is that of the containers once all are done", () =>
    assertStatusCell(
      "Running",
      {
        phase: "Running",
        initContainerStatuses: [ended("first", 0), ended("second", 0)],
        containerStatuses: [running("a"), running("b")],
      },
      { initContainers },
    ));

  test("does not count on sidecars, which are containers for the number that are ready", async () => {
    const sidecar = { name: "sidecar", image: "i", restartPolicy: "Always" };
    const status = {
      phase: "Running",
      initContainerStatuses: [running("sidecar", { started: true, restartCount: 2 })],
      containerStatuses: [running("a"), running("b")],
    };
    await assertCells(client, await pod(status, { initContainers: [sidecar] }), {
      Ready: "3/3",
      Status: "Running",
      Restarts: "2",
    });
  });
});

test("a pod that is being deleted is Terminating, unless it has ended already", async () => {
  for (const [phase, expected] of [
    ["Running", "Terminating"],
    ["Failed", "Failed"],
  ]) {
    const path = await pod({ phase }, { nodeName: "node-1" });
    // The API server waits for the kubelet, which there is none of.
    assertAnswer(await client.patch("merge", path, { metadata: { finalizers: ["example.com/hold"] } }), 200);
    assertAnswer(await client.delete(path), 200);
    await assertCells(client, path, { Status: expected });
    assertAnswer(await client.patch("merge", path, { metadata: { finalizers: null } }), 200);
  }
});

test("a pod that is being deleted from a node that is lost is of unknown state", async () => {
  const path = await pod({ phase: "Running", reason: "NodeLost" }, { nodeName: "node-1" });
  assertAnswer(await client.delete(path), 200);
  await assertCells(client, path, { Status: "Unknown" });
});

test("the row of a pod that has ended says so, for clients that hide it", async () => {
  const conditionsOf = async (phase: string) => (await getTable(client, await pod({ phase }))).rows[0].conditions;
  assert.deepEqual(await conditionsOf("Succeeded"), [
    { type: "Completed", status: "True", reason: "Succeeded", message: "The pod has completed successfully." },
  ]);
  assert.deepEqual(await conditionsOf("Failed"), [
    { type: "Completed", status: "True", reason: "Failed", message: "The pod failed." },
  ]);
  assert.equal(await conditionsOf("Running"), undefined);
});
