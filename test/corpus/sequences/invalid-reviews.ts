/** Reviews, token requests, evictions, bindings and scales that are refused. */
import { type Mutation, refusedCreations } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const authorization = "/apis/authorization.k8s.io/v1";
const attributes = { verb: "get", resource: "pods", namespace: "default" };
const review = (kind: string, spec: object = {}) => ({
  apiVersion: "authorization.k8s.io/v1",
  kind,
  spec: { resourceAttributes: attributes, ...spec },
});
const url = { path: "/healthz", verb: "get" };

const shared: readonly Mutation[] = [
  ["no spec", "spec"],
  ["neither resource nor URL", "spec.resourceAttributes"],
  ["both resource and URL", "spec.nonResourceAttributes", url],
  ["resource attributes that are text", "spec.resourceAttributes", "pods"],
  [
    "a field selector In nothing",
    "spec.resourceAttributes.fieldSelector",
    { requirements: [{ key: "a", operator: "In" }] },
  ],
  [
    "a field selector without a key",
    "spec.resourceAttributes.fieldSelector",
    { requirements: [{ operator: "Exists" }] },
  ],
  [
    "a field selector of both forms",
    "spec.resourceAttributes.fieldSelector",
    { rawSelector: "a=b", requirements: [{ key: "a", operator: "Exists" }] },
  ],
  ["an empty field selector", "spec.resourceAttributes.fieldSelector", {}],
  [
    "a label selector that Exists with values",
    "spec.resourceAttributes.labelSelector",
    { requirements: [{ key: "a", operator: "Exists", values: ["b"] }] },
  ],
  ["an empty label selector", "spec.resourceAttributes.labelSelector", {}],
  ["an unknown field", "spec.verb", "get"],
];

const others: readonly Mutation[] = [
  ["neither user nor groups", "spec.user"],
  ["groups that are text", "spec.groups", "developers"],
  ["extra values that are text", "spec.extra", { scope: "all" }],
];

const token = { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token: "a" } };
const request = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { audiences: ["api"] } };
const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "builder" } };

const requests: readonly Mutation[] = [
  ["nine minutes", "spec.expirationSeconds", 599],
  ["more than 32 bits of seconds", "spec.expirationSeconds", 4_294_967_297],
  ["a bound object of unknown kind", "spec.boundObjectRef", { kind: "ConfigMap", apiVersion: "v1", name: "a" }],
  ["a bound pod that is absent", "spec.boundObjectRef", { kind: "Pod", apiVersion: "v1", name: "absent" }],
  ["a bound Secret that is absent", "spec.boundObjectRef", { kind: "Secret", apiVersion: "v1", name: "absent" }],
  ["a bound node that is absent", "spec.boundObjectRef", { kind: "Node", apiVersion: "v1", name: "absent" }],
  ["a bound object without a name", "spec.boundObjectRef", { kind: "Pod", apiVersion: "v1" }],
  ["a name that differs from the ServiceAccount's", "metadata", { name: "other" }],
  ["a namespace that differs from the ServiceAccount's", "metadata", { namespace: "other" }],
  ["audiences that are text", "spec.audiences", "api"],
  ["seconds that are text", "spec.expirationSeconds", "1h"],
  ["a kind of something else", "kind", "TokenReview"],
];

const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web" },
  spec: { containers: [{ name: "app", image: "nginx:1.29" }] },
};
const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "web" } };
const binding = { apiVersion: "v1", kind: "Binding", metadata: { name: "web" }, target: { kind: "Node", name: "n1" } };

/** The same requests below an object that is stored first. */
function below(
  collection: string,
  owner: { metadata: { name: string } },
  subresource: string,
  sequences: readonly Sequence[],
): Sequence[] {
  return sequences.map(({ name, steps }) => ({
    name,
    steps: [
      { method: "POST", path: collection, body: owner, silent: true },
      ...steps.map((step) => ({ ...step, path: `${collection}/${owner.metadata.name}/${subresource}` })),
    ],
  }));
}

const pods = "/api/v1/namespaces/{ns}/pods";

export const sequences: readonly Sequence[] = [
  ...refusedCreations(`${authorization}/selfsubjectaccessreviews`, review("SelfSubjectAccessReview"), shared),
  ...refusedCreations(`${authorization}/subjectaccessreviews`, review("SubjectAccessReview", { user: "alice" }), [
    ...shared,
    ...others,
  ]),
  ...refusedCreations(
    `${authorization}/namespaces/default/localsubjectaccessreviews`,
    review("LocalSubjectAccessReview", { user: "alice" }),
    [
      ...shared,
      ...others,
      ["a URL", "spec", { user: "alice", nonResourceAttributes: url }],
      ["another namespace than the path's", "spec.resourceAttributes.namespace", "kube-system"],
    ],
  ),
  ...refusedCreations(`${authorization}/selfsubjectrulesreviews`, review("SelfSubjectRulesReview"), [
    ["no namespace", "spec", {}],
    ["a namespace that is a number", "spec", { namespace: 1 }],
  ]),
  ...refusedCreations("/apis/authentication.k8s.io/v1/tokenreviews", token, [
    ["no token", "spec.token"],
    ["a token that is a number", "spec.token", 1],
    ["audiences that are text", "spec.audiences", "api"],
  ]),
  ...refusedCreations(
    "/apis/authentication.k8s.io/v1/selfsubjectreviews",
    { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" },
    [
      ["metadata that is text", "metadata", "a"],
      ["a kind of something else", "kind", "TokenReview"],
    ],
  ),
  ...below("/api/v1/namespaces/{ns}/serviceaccounts", account, "token", refusedCreations("", request, requests)),
  ...below(
    pods,
    pod,
    "eviction",
    refusedCreations("", eviction, [
      ["a name that differs from the pod's", "metadata.name", "other"],
      ["grace that is a word", "deleteOptions", { gracePeriodSeconds: "long" }],
      ["an unknown propagation policy", "deleteOptions", { propagationPolicy: "Sideways" }],
      ["a kind of something else", "kind", "Binding"],
    ]),
  ),
  ...below(
    pods,
    pod,
    "binding",
    refusedCreations("", binding, [
      ["no target", "target"],
      ["a target without a name", "target.name"],
      ["a target that is no node", "target.kind", "Pod"],
      ["a name that differs from the pod's", "metadata.name", "other"],
      ["the uid of another pod", "metadata.uid", "00000000-0000-0000-0000-000000000000"],
    ]),
  ),
];
