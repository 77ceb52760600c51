import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Pod } from "@pintle/kinds";
import { Cluster, condition, container, state } from "./cluster-fixture.test.ts";
import { defaultKubeletStages } from "./default-stages.ts";

const restarts = ({ status }: Pod) => status?.containerStatuses?.[0]?.restartCount;
const running = (command: readonly string[]) => ({ containers: [{ ...container, command: [...command] }] });

describe("a pod that completes", () => {
  test("has succeeded when all its containers have, and is not ready any more", async () => {
    await using cluster = await Cluster.open();
    const pod = await cluster.run({ restartPolicy: "Never" });
    assert.equal(pod.status?.phase, "Succeeded");
    assert.equal(state(pod), "terminated 0 Completed");
    assert.equal(condition(pod, "Ready"), "False PodCompleted");
    assert.equal(condition(pod, "Initialized"), "True PodCompleted");
    assert.equal(condition(pod, "PodReadyToStartContainers"), "False");
  });

  test("has failed when one of them has, and nobody starts it again", async () => {
    await using cluster = await Cluster.open();
    const containers = [container, { name: "other", image: "shop:1", command: ["false"] }];
    const pod = await cluster.run({ restartPolicy: "Never", containers });
    assert.equal(pod.status?.phase, "Failed");
    assert.equal(state(pod, "other"), "terminated 1 Error");
    assert.equal(condition(pod, "Ready"), "False PodFailed");
  });

  test("has failed when an init container has, and its containers never start", async () => {
    await using cluster = await Cluster.open();
    const initContainers = [{ name: "init", image: "shop:1", command: ["sh", "-c", "echo no; exit 4"] }];
    const pod = await cluster.run({ restartPolicy: "Never", initContainers });
    assert.equal(pod.status?.phase, "Failed");
    assert.equal(state(pod, "init"), "terminated 4 Error");
    assert.equal(state(pod), "waiting PodInitializing");
  });

  test("ends with the code that annotations say, for all containers or for one", async () => {
    await using cluster = await Cluster.open();
    const containers = [container, { name: "other", image: "shop:1" }];
    const annotations = {
      "pintle.dev/exit-code": "3",
      "pintle.dev/exit-code.other": "0",
      "pintle.dev/exit-after": "5s",
    };
    const pod = await cluster.run({ restartPolicy: "Never", containers }, { annotations });
    assert.deepEqual([state(pod), state(pod, "other")], ["terminated 3 Error", "terminated 0 Completed"]);
    assert.equal(pod.status?.phase, "Failed");
  });

  test("lets its sidecars run until the others have ended, and then ends them", async () => {
    await using cluster = await Cluster.open();
    const initContainers = [{ name: "side", image: "side:1", restartPolicy: "Always" as const }];
    const pod = await cluster.run({ restartPolicy: "Never", initContainers });
    assert.equal(pod.status?.phase, "Succeeded");
    assert.equal(state(pod, "side"), "terminated 0 Completed");
  });

  test("has failed when it is active for longer than it may be", async () => {
    await using cluster = await Cluster.open();
    const pod = await cluster.run({ activeDeadlineSeconds: 60 });
    assert.equal(pod.status?.phase, "Failed");
    assert.equal(pod.status?.reason, "DeadlineExceeded");
    assert.equal(pod.status?.message, "Pod was active on the node longer than the specified deadline");
    assert.match(state(pod), /^terminated/);
  });
});

describe("a container that ends and shall run", () => {
  test("is started again at once, and then each time after a longer while", async () => {
    await using cluster = await Cluster.open();
    const first = await cluster.run(running(["false"]));
    assert.equal(state(first), "waiting CrashLoopBackOff");
    assert.equal(restarts(first), 1);
    assert.equal(first.status?.phase, "Running");
    const { uid } = first.metadata;
    const message = () => `back-off 10s restarting failed container=main pod=web_shop(${uid})`;
    assert.equal(first.status?.containerStatuses?.[0]?.state?.waiting?.message, message());
    assert.equal(first.status?.containerStatuses?.[0]?.lastState?.terminated?.exitCode, 1);
    const counts: (number | undefined)[] = [];
    for (const seconds of [10, 20, 40, 80, 160, 300, 300]) {
      await cluster.plane.clock.advance(seconds * 1_000 - 1_000);
      const before = restarts(await cluster.pod());
      await cluster.plane.clock.advance(1_100);
      const now = restarts(await cluster.pod());
      assert.equal(now, (before ?? 0) + 1, `after ${seconds} s`);
      counts.push(now);
    }
    assert.deepEqual(counts, [2, 3, 4, 5, 6, 7, 8]);
    assert.ok(
      (await cluster.told()).some((text) => text.startsWith("BackOff: Back-off restarting failed container main")),
    );
  });

  test("waits as long as it should when somebody sets the clock", async () => {
    await using cluster = await Cluster.open();
    await cluster.run(running(["false"]));
    cluster.plane.clock.jump(-3_600_000);
    await cluster.plane.clock.advance(10_100);
    assert.equal(restarts(await cluster.pod()), 2);
  });

  test("starts without waiting when it has run for long enough before", async () => {
    await using cluster = await Cluster.open();
    await cluster.run(running(["sleep", "700"]));
    for (const expected of [1, 2, 3]) {
      await cluster.plane.clock.advance(701_000);
      const pod = await cluster.pod();
      assert.equal(restarts(pod), expected);
      assert.equal(state(pod), "running");
    }
  });

  test("is started again on failure alone where the policy says so", async () => {
    await using cluster = await Cluster.open();
    const policy = { restartPolicy: "OnFailure" } as const;
    const good = await cluster.run({ ...policy, ...running(["true"]) });
    assert.equal(good.status?.phase, "Succeeded");
    const bad = await cluster.run({ ...policy, ...running(["false"]) }, { name: "bad" });
    assert.equal(bad.status?.phase, "Running");
    assert.equal(state(bad), "waiting CrashLoopBackOff");
  });

  test("is started again with the image that somebody gives it", async () => {
    await using cluster = await Cluster.open();
    await cluster.run();
    const place = { group: "", plural: "pods", namespace: "shop", name: "web" };
    const image = "shop:2";
    await cluster.plane.user.patch(place, "strategic", { spec: { containers: [{ name: "main", image }] } });
    await cluster.plane.settle();
    const pod = await cluster.pod();
    assert.equal(pod.status?.containerStatuses?.[0]?.image, image);
    assert.equal(restarts(pod), 1);
    assert.equal(condition(pod, "Ready"), "True");
    assert.ok((await cluster.told()).includes("Killing: Container main definition changed, will be restarted"));
  });
});

describe("a pod that is deleted", () => {
  test("is stopped, and gone when nothing of it runs", async () => {
    await using cluster = await Cluster.open();
    await cluster.run();
    await cluster.delete();
    assert.notEqual((await cluster.pod()).metadata.deletionTimestamp, undefined);
    await cluster.plane.settle();
    assert.equal(await cluster.find(), undefined);
    assert.ok((await cluster.told()).includes("Killing: Stopping container main"));
  });

  test("is killed when its time is over, however long it would take", async () => {
    const slow = {
      name: "take an hour",
      selector: { moment: "Stopping" },
      delay: { ms: 3_600_000 },
      next: { state: { terminated: { exitCode: 0 } } },
    };
    await using cluster = await Cluster.open({ kubelet: { stages: [slow, ...defaultKubeletStages] } });
    await cluster.run({ terminationGracePeriodSeconds: 10 }, { finalizers: ["example.com/wait"] });
    await cluster.delete();
    await cluster.plane.clock.advance(9_000);
    assert.equal(state(await cluster.pod()), "running");
    await cluster.plane.settle();
    const pod = await cluster.pod();
    assert.equal(state(pod), "terminated 137 Error");
    assert.equal(pod.status?.phase, "Failed");
    assert.equal(pod.metadata.deletionGracePeriodSeconds, 0);
  });

  test("goes at once where it never ran, and where it has ended", async () => {
    await using cluster = await Cluster.open();
    await cluster.make({ nodeName: "node-1" });
    await cluster.delete();
    await cluster.plane.settle();
    assert.equal(await cluster.find(), undefined);
    await cluster.run({ restartPolicy: "Never" }, { name: "done" });
    await cluster.delete("done");
    await cluster.plane.settle();
    assert.equal(await cluster.find("done"), undefined);
  });

  test("leaves its name to another one that starts anew", async () => {
    await using cluster = await Cluster.open();
    await cluster.run(running(["false"]));
    await cluster.delete("web", { gracePeriodSeconds: 0 });
    const pod = await cluster.run();
    assert.equal(restarts(pod), 0);
    assert.equal(condition(pod, "Ready"), "True");
  });
});
