/** PriorityClasses, RuntimeClasses, Leases, Events and flow control objects that are refused. */
import { type Mutation, refusedCreations } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const priority = { apiVersion: "scheduling.k8s.io/v1", kind: "PriorityClass", metadata: { name: "high" }, value: 1000 };

const priorities: readonly Mutation[] = [
  ["a value above a billion", "value", 1_000_000_001],
  ["a reserved name", "metadata.name", "system-mine"],
  ["an unknown preemption policy", "preemptionPolicy", "Maybe"],
  ["a value that is a word", "value", "high"],
  ["a value beyond 32 bits", "value", 4_294_967_296],
  ["a default that is a word", "globalDefault", "yes"],
];

const runtime = { apiVersion: "node.k8s.io/v1", kind: "RuntimeClass", metadata: { name: "gvisor" }, handler: "runsc" };

const runtimes: readonly Mutation[] = [
  ["no handler", "handler"],
  ["a handler in capitals", "handler", "Runsc"],
  ["a handler with a slash", "handler", "a/b"],
  ["a negative overhead", "overhead", { podFixed: { cpu: "-1" } }],
  ["an overhead of unknown resource", "overhead", { podFixed: { gpu: "1" } }],
  ["a node selector with a bad key", "scheduling", { nodeSelector: { "a b": "c" } }],
  ["a toleration with an unknown operator", "scheduling", { tolerations: [{ key: "a", operator: "Like" }] }],
  [
    "the same toleration twice",
    "scheduling",
    {
      tolerations: [
        { key: "a", operator: "Exists" },
        { key: "a", operator: "Exists" },
      ],
    },
  ],
];

const lease = {
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  metadata: { name: "leader" },
  spec: { holderIdentity: "a" },
};

const leases: readonly Mutation[] = [
  ["a duration of zero", "spec.leaseDurationSeconds", 0],
  ["a negative duration", "spec.leaseDurationSeconds", -1],
  ["negative transitions", "spec.leaseTransitions", -1],
  ["a time without a zone", "spec.renewTime", "2026-01-01T00:00:00"],
  ["a time that is a word", "spec.renewTime", "now"],
  ["a time that is a number", "spec.acquireTime", 1_700_000_000],
  ["a time with a blank in the middle", "spec.acquireTime", "2026-01-01 00:00:00Z"],
  ["a holder that is a number", "spec.holderIdentity", 1],
  ["a duration that is a word", "spec.leaseDurationSeconds", "15s"],
];

const old = {
  apiVersion: "v1",
  kind: "Event",
  metadata: { name: "web.1" },
  involvedObject: { kind: "Pod", namespace: "default", name: "web" },
};

const oldEvents: readonly Mutation[] = [
  ["a time that is a word", "firstTimestamp", "now"],
  ["a count that is a word", "count", "many"],
  ["an event time without a controller", "eventTime", "2026-01-01T00:00:00.000000Z"],
];

const event = {
  apiVersion: "events.k8s.io/v1",
  kind: "Event",
  metadata: { name: "web.1" },
  eventTime: "2026-01-01T00:00:00.000000Z",
  reportingController: "example.com/a",
  reportingInstance: "a-1",
  action: "Start",
  reason: "Started",
  type: "Normal",
  regarding: { kind: "Pod", namespace: "default", name: "web" },
};

const events: readonly Mutation[] = [
  ["no event time", "eventTime"],
  ["no reporting controller", "reportingController"],
  ["a reporting controller with a blank", "reportingController", "my controller"],
  ["no reporting instance", "reportingInstance"],
  ["a reporting instance of 129 characters", "reportingInstance", "i".repeat(129)],
  ["no action", "action"],
  ["an action of 129 characters", "action", "a".repeat(129)],
  ["no reason", "reason"],
  ["a reason of 129 characters", "reason", "r".repeat(129)],
  ["an unknown type", "type", "Panic"],
  ["no type", "type"],
  ["a note of 1025 characters", "note", "n".repeat(1025)],
  ["a series of one", "series", { count: 1, lastObservedTime: "2026-01-01T00:00:00.000000Z" }],
  ["a series without a time", "series", { count: 2 }],
  ["a deprecated count", "deprecatedCount", 2],
  ["a deprecated source", "deprecatedSource", { component: "a" }],
  ["a deprecated first time", "deprecatedFirstTimestamp", "2026-01-01T00:00:00Z"],
];

const flow = {
  apiVersion: "flowcontrol.apiserver.k8s.io/v1",
  kind: "FlowSchema",
  metadata: { name: "mine" },
  spec: {
    priorityLevelConfiguration: { name: "workload-low" },
    rules: [
      {
        subjects: [{ kind: "User", user: { name: "alice" } }],
        resourceRules: [{ verbs: ["get"], apiGroups: [""], resources: ["pods"], namespaces: ["default"] }],
      },
    ],
  },
};

const flows: readonly Mutation[] = [
  ["no level", "spec.priorityLevelConfiguration"],
  ["a precedence of 10001", "spec.matchingPrecedence", 10_001],
  ["a negative precedence", "spec.matchingPrecedence", -1],
  ["the precedence of the exempt", "spec.matchingPrecedence", 1],
  ["an unknown way to tell flows apart", "spec.distinguisherMethod", { type: "ByColour" }],
  ["a rule without subjects", "spec.rules[0].subjects", []],
  ["a subject of unknown kind", "spec.rules[0].subjects", [{ kind: "Robot" }]],
  ["a user without a user", "spec.rules[0].subjects", [{ kind: "User" }]],
  ["a rule without resources", "spec.rules[0].resourceRules", []],
  ["a resource rule without verbs", "spec.rules[0].resourceRules[0].verbs", []],
  ["a resource rule without namespaces", "spec.rules[0].resourceRules[0].namespaces", []],
  ["an unknown verb", "spec.rules[0].resourceRules[0].verbs", ["fetch"]],
  ["a URL without a slash", "spec.rules[0].nonResourceRules", [{ verbs: ["get"], nonResourceURLs: ["healthz"] }]],
];

const level = {
  apiVersion: "flowcontrol.apiserver.k8s.io/v1",
  kind: "PriorityLevelConfiguration",
  metadata: { name: "mine" },
  spec: { type: "Limited", limited: { limitResponse: { type: "Reject" } } },
};

const levels: readonly Mutation[] = [
  ["an unknown type", "spec.type", "Unlimited"],
  ["no limits", "spec.limited"],
  ["an exempt level", "spec", { type: "Exempt" }],
  ["an unknown response", "spec.limited.limitResponse", { type: "Wait" }],
  [
    "a queue for those who are rejected",
    "spec.limited.limitResponse.queuing",
    { queues: 1, handSize: 1, queueLengthLimit: 1 },
  ],
  [
    "a hand above the number of queues",
    "spec.limited.limitResponse",
    { type: "Queue", queuing: { queues: 1, handSize: 2, queueLengthLimit: 1 } },
  ],
  ["negative shares", "spec.limited.nominalConcurrencyShares", -1],
  ["101 % to lend", "spec.limited.lendablePercent", 101],
  ["a negative limit to borrow", "spec.limited.borrowingLimitPercent", -1],
];

export const sequences: readonly Sequence[] = [
  ...refusedCreations("/apis/scheduling.k8s.io/v1/priorityclasses", priority, priorities),
  ...refusedCreations("/apis/node.k8s.io/v1/runtimeclasses", runtime, runtimes),
  ...refusedCreations("/apis/coordination.k8s.io/v1/namespaces/default/leases", lease, leases),
  ...refusedCreations("/api/v1/namespaces/default/events", old, oldEvents),
  ...refusedCreations("/apis/events.k8s.io/v1/namespaces/default/events", event, events),
  ...refusedCreations("/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas", flow, flows),
  ...refusedCreations("/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations", level, levels),
];
