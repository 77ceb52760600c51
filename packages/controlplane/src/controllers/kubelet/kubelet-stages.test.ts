import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Pod } from "@pintle/kinds";
import { UsageError } from "@pintle/machinery";
import { Cluster, condition, container, state } from "./cluster-fixture.test.ts";
import { defaultKubeletStages } from "./default-stages.ts";
import { createKubelet } from "./kubelet.ts";
import type { KubeletStage } from "./kubelet-stage.ts";
import { matchesPattern } from "./match-pattern.ts";

const image = (name: string) => ({ containers: [{ ...container, image: name }] });
const waitingMessage = ({ status }: Pod) => status?.containerStatuses?.[0]?.state?.waiting?.message;
const before = (stage: KubeletStage) => ({ stages: [stage, ...defaultKubeletStages] });

describe("an image that is marked bad", () => {
  const images = [{ name: "registry.example.com/broken*", pullError: "not found" }];

  test("is never pulled, and its pod says so", async () => {
    await using cluster = await Cluster.open({ kubelet: { images } });
    const name = "registry.example.com/broken:1";
    const pod = await cluster.run(image(name));
    assert.equal(pod.status?.phase, "Pending");
    assert.equal(state(pod), "waiting ImagePullBackOff");
    assert.equal(waitingMessage(pod), `Back-off pulling image "${name}": ErrImagePull: not found`);
    assert.deepEqual(await cluster.told(), [
      `Pulling: Pulling image "${name}"`,
      `Failed: Failed to pull image "${name}": not found`,
      "Failed: Error: ErrImagePull",
      `BackOff: Back-off pulling image "${name}"`,
      "Failed: Error: ImagePullBackOff",
    ]);
    const good = await cluster.run({}, { name: "good" });
    assert.equal(condition(good, "Ready"), "True");
  });

  test("is tried again and again, each time later", async () => {
    await using cluster = await Cluster.open({ kubelet: { images } });
    await cluster.run(image("registry.example.com/broken"));
    const attempts = async () => (await cluster.told()).length;
    await cluster.plane.clock.advance(9_000);
    assert.equal(state(await cluster.pod()), "waiting ImagePullBackOff");
    await cluster.plane.clock.advance(1_500);
    assert.equal(state(await cluster.pod()), "waiting ErrImagePull");
    await cluster.plane.clock.advance(15_000);
    assert.equal(state(await cluster.pod()), "waiting ImagePullBackOff");
    assert.equal(await attempts(), 5);
  });

  test("can be replaced by a good one in the pod", async () => {
    await using cluster = await Cluster.open({ kubelet: { images } });
    await cluster.run(image("registry.example.com/broken"));
    const place = { group: "", plural: "pods", namespace: "shop", name: "web" };
    await cluster.plane.user.patch(place, "strategic", { spec: { containers: [container] } });
    await cluster.plane.clock.advance(12_000);
    assert.equal(condition(await cluster.pod(), "Ready"), "True");
  });
});

describe("what is known of an image", () => {
  test("makes its containers end as it says", async () => {
    const images = [{ name: "job:*", exitCode: 7, exitAfterMs: 30_000 }];
    await using cluster = await Cluster.open({ kubelet: { images } });
    await cluster.make({ nodeName: "node-1", restartPolicy: "Never", ...image("job:1") });
    await cluster.plane.clock.advance(29_000);
    assert.equal(state(await cluster.pod()), "running");
    await cluster.plane.settle();
    assert.equal(state(await cluster.pod()), "terminated 7 Error");
  });

  test("is said by a pattern in which a star stands for anything", () => {
    assert.ok(matchesPattern("a*c", "abbc"));
    assert.ok(matchesPattern("*", ""));
    assert.ok(matchesPattern("a*a", "aa"));
    assert.ok(!matchesPattern("a*a", "a"));
    assert.ok(!matchesPattern("a.c", "abc"));
    assert.ok(matchesPattern("*/x:*", "r/y/x:1"));
    assert.ok(!matchesPattern("a*b*c", "acb"));
  });
});

describe("stages of one's own", () => {
  test("can make a pod slow to get an address", async () => {
    const slow = {
      name: "slow",
      selector: { moment: "Accepted", labels: { slow: "yes" } },
      delay: { ms: 60_000 },
      next: {},
    };
    await using cluster = await Cluster.open({ kubelet: before(slow) });
    await cluster.make({ nodeName: "node-1" }, { labels: { slow: "yes" } });
    await cluster.make({ nodeName: "node-1" }, { name: "quick" });
    await cluster.plane.clock.advance(59_000);
    assert.equal((await cluster.pod()).status?.phase, "Pending");
    assert.equal((await cluster.pod("quick")).status?.phase, "Running");
    await cluster.plane.settle();
    assert.equal((await cluster.pod()).status?.phase, "Running");
  });

  test("can keep a pod from ever being ready", async () => {
    const never = { name: "never", selector: { moment: "Running", namespaces: ["shop"] }, next: { ready: false } };
    await using cluster = await Cluster.open({ kubelet: before(never) });
    const pod = await cluster.run();
    assert.equal(pod.status?.phase, "Running");
    assert.match(condition(pod, "Ready"), /^False ContainersNotReady/);
  });

  test("can make a container crash with words and events of its own", async () => {
    const crash: KubeletStage = {
      name: "crash",
      selector: { moment: "Running", containers: ["main"], roles: ["main"] },
      delay: { ms: 5_000 },
      next: {
        state: { terminated: { exitCode: 137, reason: "OOMKilled" } },
        events: [{ type: "Warning", reason: "Unhealthy", message: "Liveness probe failed: {container} of {pod}" }],
      },
    };
    await using cluster = await Cluster.open({ kubelet: before(crash) });
    const pod = await cluster.run();
    assert.equal(state(pod), "waiting CrashLoopBackOff");
    assert.equal(pod.status?.containerStatuses?.[0]?.lastState?.terminated?.reason, "OOMKilled");
    assert.ok((await cluster.told()).includes("Unhealthy: Liveness probe failed: main of web"));
  });

  test("can hold a container for any reason, and let it go", async () => {
    const annotations = { "example.com/hold": "yes" };
    const hold: KubeletStage = {
      name: "hold",
      selector: { moment: "ContainerCreating", annotations },
      next: { state: { waiting: { reason: "CreateContainerConfigError", message: 'secret "x" not found' } } },
    };
    const release: KubeletStage = {
      name: "let go",
      selector: { moment: "CreateContainerConfigError" },
      delay: { ms: 30_000, isBackground: true },
      next: { state: { running: {} } },
    };
    await using cluster = await Cluster.open({ kubelet: { stages: [hold, release, ...defaultKubeletStages] } });
    const pod = await cluster.run({}, { annotations });
    assert.equal(state(pod), "waiting CreateContainerConfigError");
    await cluster.plane.clock.advance(31_000);
    assert.equal(condition(await cluster.pod(), "Ready"), "True");
  });

  test("that lead into each other without any delay do not hang the plane", async () => {
    const wait = (moment: string, reason: string): KubeletStage => ({
      name: `${moment} to ${reason}`,
      selector: { moment },
      next: { state: { waiting: { reason } } },
    });
    const stages = [wait("ContainerCreating", "Ping"), wait("Ping", "Pong"), wait("Pong", "Ping")];
    await using cluster = await Cluster.open({ kubelet: { stages: [...stages, ...defaultKubeletStages] } });
    const pod = await cluster.run();
    assert.equal(pod.status?.phase, "Pending");
    await cluster.plane.clock.advance(5_000);
  });

  test("that make no sense are refused with their name", () => {
    const refused = (stage: Partial<KubeletStage>, why: RegExp) => {
      const stages = [{ name: "odd", selector: { moment: "Running" }, next: {}, ...stage }];
      assert.throws(
        () => createKubelet({ stages }),
        (error: unknown) =>
          error instanceof UsageError && error.code === "PINTLE_STAGE_INVALID" && why.test(error.message),
      );
    };
    refused({ selector: { moment: "" } }, /"odd" must say at which moment/);
    for (const ms of [-1, Number.NaN, Number.POSITIVE_INFINITY]) refused({ delay: { ms } }, /after some milliseconds/);
    for (const exitCode of [-1, 256, 1.5]) refused({ next: { state: { terminated: { exitCode } } } }, /from 0 to 255/);
    refused({ next: { state: { waiting: { reason: "" } } } }, /why a container waits/);
  });

  test("are plain data", () => {
    assert.deepEqual(JSON.parse(JSON.stringify(defaultKubeletStages)), defaultKubeletStages);
  });
});
