import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Pod, Service } from "@pintle/kinds";
import { TriggerTimes, withTriggerTime } from "./trigger-times.ts";

const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, "0")}:00Z`;
const service = { apiVersion: "v1", kind: "Service", metadata: { name: "shop", creationTimestamp: at(1) } } as Service;

function pod(name: string, readySince: string): Pod {
  const conditions = [{ type: "Ready", status: "True" as const, lastTransitionTime: readySince }];
  return { apiVersion: "v1", kind: "Pod", metadata: { name }, status: { conditions } };
}

describe("what endpoints are changed for", () => {
  test("happened with a new Service when it was created", () => {
    for (const minute of [0, 5]) {
      assert.equal(new TriggerTimes().take("shop", service, [pod("a", at(minute))]), at(1));
    }
  });

  test("is the earliest of what has changed since", () => {
    const times = new TriggerTimes();
    times.take("shop", service, [pod("a", at(5))]);
    assert.equal(times.take("shop", service, [pod("a", at(5)), pod("b", at(9)), pod("c", at(7))]), at(7));
  });

  test("is nothing where nothing has, or where a pod has gone", () => {
    const times = new TriggerTimes();
    times.take("shop", service, [pod("a", at(5))]);
    assert.equal(times.take("shop", service, [pod("a", at(5))]), "");
    assert.equal(times.take("shop", service, []), "");
  });

  test("is forgotten with the Service", () => {
    const times = new TriggerTimes();
    times.take("shop", service, []);
    times.forget("shop");
    assert.equal(times.take("shop", service, []), at(1));
  });

  test("stands in an annotation, or in none", () => {
    const key = "endpoints.kubernetes.io/last-change-trigger-time";
    assert.deepEqual(withTriggerTime({ team: "shop" }, at(1)), { team: "shop", [key]: at(1) });
    assert.deepEqual(withTriggerTime({ team: "shop", [key]: at(1) }, ""), { team: "shop" });
  });
});
