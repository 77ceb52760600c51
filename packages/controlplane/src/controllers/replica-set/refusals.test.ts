import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { deploymentController } from "../deployment/deployment-controller.ts";
import { denial, refuse } from "../kit/refusal-fixture.test.ts";
import { condition, Shop } from "../workload/shop-fixture.test.ts";
import { replicaSetController } from "./replica-set-controller.ts";

const tenMinutesMs = 600_000;

describe("a ReplicaSet that may not", () => {
  test("make pods says so in its condition and in events, until it may", async () => {
    await using shop = await Shop.open([replicaSetController]);
    const lift = await refuse(shop.plane, "CREATE", "pods");
    const set = await shop.makeSet();
    const { message, ...rest } = condition(set, "ReplicaFailure") ?? {};
    assert.deepEqual(rest, { type: "ReplicaFailure", status: "True", reason: "FailedCreate" });
    assert.match(String(message), /^pods "web-\w{5}" is forbidden: /);
    assert.ok(String(message).endsWith(denial));
    const [first] = await shop.told("ReplicaSet");
    assert.equal(first, `FailedCreate: Error creating: ${message}`);
    await lift();
    await shop.plane.clock.advance(tenMinutesMs);
    assert.equal(condition(await shop.set(), "ReplicaFailure"), undefined);
    assert.equal((await shop.set()).status?.replicas, 3);
  });

  test("end pods says so in its condition and in events, until it may", async () => {
    await using shop = await Shop.open([replicaSetController]);
    await shop.makeSet({ replicas: 1 });
    const [pod] = await shop.pods();
    const lift = await refuse(shop.plane, "DELETE", "pods");
    await shop.change("ReplicaSet", { spec: { replicas: 0 } });
    const why = `pods "${pod?.metadata.name}" is forbidden: ${denial}`;
    assert.deepEqual(condition(await shop.set(), "ReplicaFailure"), {
      ...{ type: "ReplicaFailure", status: "True", reason: "FailedDelete" },
      message: `unable to delete pods: ${why}`,
    });
    assert.ok((await shop.told("ReplicaSet")).includes(`FailedDelete: Error deleting: ${why}`));
    await lift();
    await shop.plane.clock.advance(tenMinutesMs);
    assert.equal(condition(await shop.set(), "ReplicaFailure"), undefined);
    assert.deepEqual(await shop.pods(), []);
  });

  test("do what it should tells people a few times, and not with every try", async () => {
    await using shop = await Shop.open([replicaSetController, deploymentController]);
    await refuse(shop.plane, "CREATE", "pods");
    await shop.makeDeployment({ replicas: 5 });
    await shop.plane.clock.advance(6 * tenMinutesMs);
    const told = (await shop.told("ReplicaSet")).filter((text) => text.startsWith("FailedCreate"));
    assert.ok(told.length <= 10, `${told.length} events`);
    const failure = condition(await shop.deployment(), "ReplicaFailure");
    assert.equal(failure?.reason, "FailedCreate");
    assert.equal(condition(await shop.deployment(), "Progressing")?.reason, "ProgressDeadlineExceeded");
  });
});
