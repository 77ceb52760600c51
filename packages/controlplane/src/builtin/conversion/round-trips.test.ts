/**
 * Whatever an autoscaler or an event says, it says the same after it went through the other version and back.
 *
 * Upstream loses a little between the versions of autoscalers, and so do we: v1 has one target of the CPU, which comes back as the last
 * metric, and no target at all means 80 %. The objects here are those that upstream brings back whole.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject, JsonValue } from "@pintle/machinery";
import fc from "fast-check";
import { autoscalerFromV1, autoscalerToV1 } from "./convert-autoscaler.ts";
import { fromCoreEvent, toCoreEvent } from "./convert-event.ts";

type Members = Readonly<Record<string, fc.Arbitrary<JsonValue>>>;

/** Objects with these members; those that are not required may be absent. */
function objects(members: Members, required: readonly string[] = Object.keys(members)): fc.Arbitrary<JsonObject> {
  return fc.record(members, { requiredKeys: [...required], noNullPrototype: true });
}

const text = fc.string({ unit: "grapheme" });
const count = fc.nat(2 ** 31 - 1);
const quantity = fc
  .tuple(fc.integer({ min: 1, max: 1_000 }), fc.constantFrom("", "m", "k", "Mi"))
  .map((parts) => parts.join(""));
const time = fc.constant("2001-02-03T04:05:06Z");
const texts = fc.dictionary(text, text, { noNullPrototype: true, minKeys: 1 });
const selector = objects({ matchLabels: texts });
const metric = objects({ name: text, selector }, ["name"]);
const reference = objects({ kind: text, name: text, apiVersion: text }, ["kind", "name"]);

const utilization = objects({ type: fc.constant("Utilization"), averageUtilization: count });
const averageValue = objects({ type: fc.constant("AverageValue"), averageValue: quantity });
const value = objects({ type: fc.constant("Value"), value: quantity });
const either = fc.oneof(value, averageValue);
const ofResource = fc.oneof(utilization, averageValue);
const notCpu = text.filter((name) => name !== "cpu");

function source(type: string, members: Members): fc.Arbitrary<JsonObject> {
  const key = type.charAt(0).toLowerCase() + type.slice(1);
  return objects({ type: fc.constant(type), [key]: objects(members) });
}

const cpu = source("Resource", { name: fc.constant("cpu"), target: utilization });
const otherMetrics = fc.array(
  fc.oneof(
    source("Resource", { name: notCpu, target: ofResource }),
    source("Resource", { name: fc.constant("cpu"), target: averageValue }),
    source("ContainerResource", { name: text, container: text, target: ofResource }),
    source("Pods", { metric, target: averageValue }),
    source("Object", { describedObject: reference, metric, target: either }),
    source("External", { metric, target: either }),
  ),
  { maxLength: 4 },
);

const current = {
  average: objects({ averageValue: quantity, averageUtilization: count }, ["averageValue"]),
  value: objects({ value: quantity, averageValue: quantity }, ["value"]),
};
const currentMetrics = fc.array(
  fc.oneof(
    source("Resource", { name: fc.oneof(text, fc.constant("cpu")), current: current.average }),
    source("ContainerResource", { name: text, container: text, current: current.average }),
    source("Pods", { metric, current: objects({ averageValue: quantity }) }),
    source("Object", { describedObject: reference, metric, current: current.value }),
    source("External", { metric, current: current.value }),
  ),
  { minLength: 1, maxLength: 4 },
);

const policy = objects({ type: fc.constantFrom("Pods", "Percent"), value: count, periodSeconds: count });
const scalingRules = objects(
  {
    stabilizationWindowSeconds: count,
    selectPolicy: fc.constantFrom("Max", "Min", "Disabled"),
    policies: fc.array(policy, { maxLength: 3 }),
    tolerance: quantity,
  },
  [],
);
/** An empty one is none to upstream. */
const behavior = objects({ scaleUp: scalingRules, scaleDown: scalingRules }, []).filter(
  (rules) => Object.keys(rules).length > 0,
);
const condition = objects({ type: text, status: text, lastTransitionTime: time, reason: text, message: text });
const status = objects(
  {
    currentReplicas: count,
    desiredReplicas: count,
    observedGeneration: count,
    lastScaleTime: time,
    currentMetrics,
    conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
  },
  [],
);
const metadata = objects({ name: text, annotations: texts, labels: texts }, ["name"]);

function autoscalers(metrics: fc.Arbitrary<JsonObject[]>): fc.Arbitrary<JsonObject> {
  const spec = objects({ scaleTargetRef: reference, minReplicas: count, maxReplicas: count, metrics, behavior }, [
    "scaleTargetRef",
    "maxReplicas",
    "metrics",
  ]);
  const type = { apiVersion: fc.constant("autoscaling/v2"), kind: fc.constant("HorizontalPodAutoscaler") };
  return objects({ ...type, metadata, spec, status });
}

test("an autoscaler of v2 goes through v1 and comes back as it was", () => {
  const cpuLast = fc
    .tuple(otherMetrics, fc.option(cpu, { nil: undefined }))
    .map(([others, last]) => (last ? [...others, last] : others))
    .filter((metrics) => metrics.length > 0);
  fc.assert(
    fc.property(autoscalers(cpuLast), (autoscaler) => {
      assert.deepEqual(autoscalerFromV1(autoscalerToV1(autoscaler)), autoscaler);
    }),
  );
});

test("an autoscaler of v1 goes through v2 and comes back as it was, with all that it carries in annotations", () => {
  const cpuAnywhere = fc
    .tuple(otherMetrics, cpu, otherMetrics)
    .map(([before, metric, after]) => [...before, metric, ...after]);
  const type = { apiVersion: fc.constant("autoscaling/v1"), kind: fc.constant("HorizontalPodAutoscaler") };
  const spec = objects(
    { scaleTargetRef: reference, minReplicas: count, maxReplicas: count, targetCPUUtilizationPercentage: count },
    ["scaleTargetRef", "maxReplicas", "targetCPUUtilizationPercentage"],
  );
  const replicas = objects({ currentReplicas: count, desiredReplicas: count, lastScaleTime: time }, []);
  const plain = objects({ ...type, metadata, spec, status: replicas });
  fc.assert(
    fc.property(fc.oneof(plain, autoscalers(cpuAnywhere).map(autoscalerToV1)), (autoscaler) => {
      assert.deepEqual(autoscalerToV1(autoscalerFromV1(autoscaler)), autoscaler);
    }),
  );
});

const eventParts = {
  kind: fc.constant("Event"),
  metadata,
  eventTime: time,
  series: objects({ count, lastObservedTime: time }),
  action: text,
  reason: text,
  type: text,
  related: reference,
  reportingInstance: text,
};
const eventSource = objects({ component: text, host: text }, []);

test("an event of events.k8s.io goes through core and comes back as it was", () => {
  const own = {
    regarding: reference,
    note: text,
    deprecatedSource: eventSource,
    deprecatedFirstTimestamp: time,
    deprecatedLastTimestamp: time,
    deprecatedCount: count,
    reportingController: text,
  };
  const events = objects({ ...eventParts, ...own, apiVersion: fc.constant("events.k8s.io/v1") }, ["apiVersion"]);
  fc.assert(
    fc.property(events, (event) => {
      const core = toCoreEvent(event);
      for (const key of Object.keys(own)) assert.ok(!Object.hasOwn(core, key), `core/v1 does not know ${key}`);
      assert.deepEqual(fromCoreEvent(core), event);
    }),
  );
});

test("an event of core goes through events.k8s.io and comes back as it was", () => {
  const own = {
    involvedObject: reference,
    message: text,
    source: eventSource,
    firstTimestamp: time,
    lastTimestamp: time,
    count,
    reportingComponent: text,
  };
  const events = objects({ ...eventParts, ...own, apiVersion: fc.constant("v1") }, ["apiVersion"]);
  fc.assert(
    fc.property(events, (event) => {
      const converted = fromCoreEvent(event);
      for (const key of Object.keys(own))
        assert.ok(!Object.hasOwn(converted, key), `events.k8s.io does not know ${key}`);
      assert.deepEqual(toCoreEvent(converted), event);
    }),
  );
});
