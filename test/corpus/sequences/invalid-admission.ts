/** Webhook configurations and admission policies that are refused. */
import { type Mutation, refusedCreations } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const group = "/apis/admissionregistration.k8s.io/v1";
const rule = { operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] };
const configuration = (kind: string) => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind,
  metadata: { name: "mine" },
  webhooks: [
    {
      name: "check.example.com",
      admissionReviewVersions: ["v1"],
      sideEffects: "None",
      clientConfig: { url: "https://127.0.0.1:9/check" },
      rules: [rule],
    },
  ],
});
const hook = (field: string) => `webhooks[0].${field}`;
const service = (service: object) => ({ service: { namespace: "default", name: "web", ...service } });

const webhooks: readonly Mutation[] = [
  ["a name without a domain", hook("name"), "check"],
  ["a name of two segments", hook("name"), "check.example"],
  ["a name in capitals", hook("name"), "Check.example.com"],
  ["no name", hook("name")],
  ["the same name twice", "webhooks", [configuration("").webhooks[0], configuration("").webhooks[0]]],
  ["no review versions", hook("admissionReviewVersions")],
  ["only unknown review versions", hook("admissionReviewVersions"), ["v7"]],
  ["the same review version twice", hook("admissionReviewVersions"), ["v1", "v1"]],
  ["a bad review version", hook("admissionReviewVersions"), ["1 v"]],
  ["no side effects", hook("sideEffects")],
  ["unknown side effects", hook("sideEffects"), "Perhaps"],
  ["side effects that are no longer allowed", hook("sideEffects"), "Unknown"],
  ["some side effects", hook("sideEffects"), "Some"],
  ["no client configuration", hook("clientConfig")],
  ["neither URL nor Service", hook("clientConfig"), {}],
  ["both URL and Service", hook("clientConfig"), { url: "https://a.example.com", ...service({}) }],
  ["a URL without TLS", hook("clientConfig"), { url: "http://a.example.com" }],
  ["a URL without a host", hook("clientConfig"), { url: "https:///a" }],
  ["a URL with a user", hook("clientConfig"), { url: "https://me:secret@a.example.com" }],
  ["a URL with a query", hook("clientConfig"), { url: "https://a.example.com?b" }],
  ["a URL with a fragment", hook("clientConfig"), { url: "https://a.example.com#b" }],
  ["a URL that is none", hook("clientConfig"), { url: "https://a b" }],
  ["a Service without a name", hook("clientConfig"), service({ name: undefined })],
  ["a Service without a namespace", hook("clientConfig"), service({ namespace: undefined })],
  ["a Service with port 0", hook("clientConfig"), service({ port: 0 })],
  ["a Service with a relative path", hook("clientConfig"), service({ path: "check" })],
  ["a Service with an empty segment in its path", hook("clientConfig"), service({ path: "/a//b" })],
  ["a Service with a bad path", hook("clientConfig"), service({ path: "/a_b" })],
  ["a CA bundle that is not base64", hook("clientConfig"), { url: "https://a.example.com", caBundle: "%%%" }],
  ["an unknown failure policy", hook("failurePolicy"), "Retry"],
  ["an unknown match policy", hook("matchPolicy"), "Similar"],
  ["a timeout of zero", hook("timeoutSeconds"), 0],
  ["a timeout of 31 seconds", hook("timeoutSeconds"), 31],
  ["a bad namespace selector", hook("namespaceSelector"), { matchLabels: { "a b": "c" } }],
  ["a bad object selector", hook("objectSelector"), { matchExpressions: [{ key: "a", operator: "Like" }] }],
  ["a rule without operations", hook("rules[0].operations")],
  ["a rule with an unknown operation", hook("rules[0].operations"), ["READ"]],
  ["a rule with an operation in lower case", hook("rules[0].operations"), ["create"]],
  ["a rule with all operations and one more", hook("rules[0].operations"), ["*", "CREATE"]],
  ["a rule without API groups", hook("rules[0].apiGroups")],
  ["a rule with all API groups and one more", hook("rules[0].apiGroups"), ["*", "apps"]],
  ["a rule without API versions", hook("rules[0].apiVersions")],
  ["a rule with an empty API version", hook("rules[0].apiVersions"), [""]],
  ["a rule without resources", hook("rules[0].resources")],
  ["a rule with an empty resource", hook("rules[0].resources"), [""]],
  ["a rule with all resources and one more", hook("rules[0].resources"), ["*", "pods"]],
  ["a rule with all of everything and a resource", hook("rules[0].resources"), ["*/*", "pods"]],
  ["a rule with all subresources of pods and one more", hook("rules[0].resources"), ["pods/*", "pods/status"]],
  ["a rule with a subresource of everything and one more", hook("rules[0].resources"), ["*/status", "pods/status"]],
  ["a rule of unknown scope", hook("rules[0].scope"), "World"],
  ["a match condition without a name", hook("matchConditions"), [{ expression: "true" }]],
  ["a match condition without an expression", hook("matchConditions"), [{ name: "a" }]],
  ["a match condition with a bad name", hook("matchConditions"), [{ name: "a b", expression: "true" }]],
  ["a match condition that does not parse", hook("matchConditions"), [{ name: "a", expression: "object." }]],
  ["a match condition that is no bool", hook("matchConditions"), [{ name: "a", expression: "'yes'" }]],
  [
    "a match condition with an unknown variable",
    hook("matchConditions"),
    [{ name: "a", expression: "subject.name == 'a'" }],
  ],
  [
    "the same match condition twice",
    hook("matchConditions"),
    [
      { name: "a", expression: "true" },
      { name: "a", expression: "true" },
    ],
  ],
  [
    "65 match conditions",
    hook("matchConditions"),
    Array.from({ length: 65 }, (_, index) => ({ name: `c${index}`, expression: "true" })),
  ],
];

const constraints = { resourceRules: [rule] };
const policy = {
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingAdmissionPolicy",
  metadata: { name: "mine" },
  spec: { matchConstraints: constraints, validations: [{ expression: "object.metadata.name != 'a'" }] },
};
const expression = "spec.validations[0].expression";

/** What validating and mutating policies say in the same words. */
const sharedPolicies: readonly Mutation[] = [
  ["no constraints", "spec.matchConstraints"],
  ["constraints without rules", "spec.matchConstraints", {}],
  ["an unknown failure policy", "spec.failurePolicy", "Retry"],
  ["an unknown match policy", "spec.matchConstraints.matchPolicy", "Similar"],
  ["a rule without operations", "spec.matchConstraints.resourceRules[0].operations", []],
  ["a rule with an unknown operation", "spec.matchConstraints.resourceRules[0].operations", ["READ"]],
  ["a rule without resources", "spec.matchConstraints.resourceRules[0].resources", []],
  ["a rule with a bad resource name", "spec.matchConstraints.resourceRules[0].resourceNames", ["a/b"]],
  ["the same resource name twice", "spec.matchConstraints.resourceRules[0].resourceNames", ["a", "a"]],
  ["a bad namespace selector", "spec.matchConstraints.namespaceSelector", { matchLabels: { "a b": "c" } }],
  ["a parameter kind without a version", "spec.paramKind", { kind: "ConfigMap" }],
  ["a parameter kind without a kind", "spec.paramKind", { apiVersion: "v1" }],
  ["a parameter kind with a bad version", "spec.paramKind", { apiVersion: "a/b/c", kind: "A" }],
  ["a variable without a name", "spec.variables", [{ expression: "1" }]],
  ["a variable without an expression", "spec.variables", [{ name: "a" }]],
  ["a variable with a bad name", "spec.variables", [{ name: "a-b", expression: "1" }]],
  ["a variable of a reserved name", "spec.variables", [{ name: "true", expression: "1" }]],
  ["a variable that does not parse", "spec.variables", [{ name: "a", expression: "1 +" }]],
  [
    "a variable that uses a later one",
    "spec.variables",
    [
      { name: "a", expression: "variables.b" },
      { name: "b", expression: "1" },
    ],
  ],
  ["a match condition that does not parse", "spec.matchConditions", [{ name: "a", expression: "(" }]],
  ["a match condition that is no bool", "spec.matchConditions", [{ name: "a", expression: "1" }]],
  [
    "the same match condition twice",
    "spec.matchConditions",
    [
      { name: "a", expression: "true" },
      { name: "a", expression: "true" },
    ],
  ],
];

const policies: readonly Mutation[] = [
  ["neither validations nor audit annotations", "spec.validations"],
  ["a validation without an expression", "spec.validations", [{}]],
  ["a validation that does not parse", expression, "object.metadata.name !="],
  ["a validation that is no bool", expression, "object.metadata.name"],
  ["a validation with an unknown variable", expression, "subject == null"],
  ["a validation with an unknown function", expression, "shout(object.metadata.name)"],
  ["a validation with parameters but no kind", expression, "params.a == 'b'"],
  ["a validation that compares text and number", expression, "'a' == 1"],
  ["a validation with a variable that is not declared", expression, "variables.a"],
  ["a message of two lines", "spec.validations[0].message", "a\nb"],
  ["an unknown reason", "spec.validations[0].reason", "Mood"],
  ["a message expression that is no text", "spec.validations[0].messageExpression", "1"],
  ["a message expression that does not parse", "spec.validations[0].messageExpression", "'a"],
  ["an audit annotation without a key", "spec.auditAnnotations", [{ valueExpression: "'a'" }]],
  ["an audit annotation without a value", "spec.auditAnnotations", [{ key: "a" }]],
  ["an audit annotation with a bad key", "spec.auditAnnotations", [{ key: "a b", valueExpression: "'a'" }]],
  ["an audit annotation that is a number", "spec.auditAnnotations", [{ key: "a", valueExpression: "1" }]],
  [
    "the same audit annotation twice",
    "spec.auditAnnotations",
    [
      { key: "a", valueExpression: "'a'" },
      { key: "a", valueExpression: "'b'" },
    ],
  ],
];

const mutating = {
  ...policy,
  kind: "MutatingAdmissionPolicy",
  spec: {
    matchConstraints: constraints,
    reinvocationPolicy: "Never",
    mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object{}" } }],
  },
};

const mutations: readonly Mutation[] = [
  ["no mutations", "spec.mutations"],
  ["an unknown patch type", "spec.mutations[0].patchType", "Merge"],
  ["no patch type", "spec.mutations[0].patchType"],
  ["no configuration", "spec.mutations[0].applyConfiguration"],
  ["an empty expression", "spec.mutations[0].applyConfiguration.expression", ""],
  ["an expression that is no object", "spec.mutations[0].applyConfiguration.expression", "'a'"],
  ["an expression that does not parse", "spec.mutations[0].applyConfiguration.expression", "Object{"],
  ["a JSON patch without an expression", "spec.mutations", [{ patchType: "JSONPatch", jsonPatch: {} }]],
  ["a JSON patch that is no list", "spec.mutations", [{ patchType: "JSONPatch", jsonPatch: { expression: "1" } }]],
  ["both kinds of patch", "spec.mutations[0].jsonPatch", { expression: "[]" }],
  ["no reinvocation policy", "spec.reinvocationPolicy"],
  ["an unknown reinvocation policy", "spec.reinvocationPolicy", "Twice"],
];

const binding = (kind: string, rest: object = {}) => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind,
  metadata: { name: "mine" },
  spec: { policyName: "mine", ...rest },
});

const bindings: readonly Mutation[] = [
  ["no policy", "spec.policyName"],
  ["a bad policy name", "spec.policyName", "A b"],
  ["parameters without a name", "spec.paramRef", { parameterNotFoundAction: "Deny" }],
  ["parameters by name and selector", "spec.paramRef", { name: "a", selector: {}, parameterNotFoundAction: "Deny" }],
  ["parameters without an action when absent", "spec.paramRef", { name: "a" }],
  ["parameters with an unknown action when absent", "spec.paramRef", { name: "a", parameterNotFoundAction: "Cry" }],
  ["resources with a bad selector", "spec.matchResources", { namespaceSelector: { matchLabels: { "a b": "c" } } }],
  ["resources with an unknown match policy", "spec.matchResources", { matchPolicy: "Similar" }],
];

const actions: readonly Mutation[] = [
  ["no actions", "spec.validationActions"],
  ["an unknown action", "spec.validationActions", ["Cry"]],
  ["the same action twice", "spec.validationActions", ["Deny", "Deny"]],
  ["both denial and warning", "spec.validationActions", ["Deny", "Warn"]],
];

export const sequences: readonly Sequence[] = [
  ...refusedCreations(
    `${group}/validatingwebhookconfigurations`,
    configuration("ValidatingWebhookConfiguration"),
    webhooks,
  ),
  ...refusedCreations(`${group}/mutatingwebhookconfigurations`, configuration("MutatingWebhookConfiguration"), [
    ...webhooks,
    ["an unknown reinvocation policy", hook("reinvocationPolicy"), "Twice"],
  ]),
  ...refusedCreations(`${group}/validatingadmissionpolicies`, policy, [...sharedPolicies, ...policies]),
  ...refusedCreations(`${group}/mutatingadmissionpolicies`, mutating, [...sharedPolicies, ...mutations]),
  ...refusedCreations(
    `${group}/validatingadmissionpolicybindings`,
    binding("ValidatingAdmissionPolicyBinding", { validationActions: ["Deny"] }),
    [...bindings, ...actions],
  ),
  ...refusedCreations(`${group}/mutatingadmissionpolicybindings`, binding("MutatingAdmissionPolicyBinding"), bindings),
];
