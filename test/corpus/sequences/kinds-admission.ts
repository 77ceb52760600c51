/** The kinds of admissionregistration, apiextensions and flowcontrol. */
import { lifeOf } from "../lives.ts";
import type { Sequence } from "../sequence.ts";

const registration = "/apis/admissionregistration.k8s.io/v1";
const flow = "/apis/flowcontrol.apiserver.k8s.io/v1";
const admission = "admissionregistration.k8s.io/v1";
const flowcontrol = "flowcontrol.apiserver.k8s.io/v1";
const named = (apiVersion: string, kind: string, rest: object) => ({
  ...{ apiVersion, kind, metadata: { name: "{ns}-a" } },
  ...rest,
});
/** Matches nothing that exists: these objects must not get in anybody's way. */
const rule = { apiGroups: ["{ns}.example.com"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["nothings"] };
const webhook = {
  ...{ name: "hook.example.com", admissionReviewVersions: ["v1"], sideEffects: "None" },
  ...{ clientConfig: { url: "https://127.0.0.1:1/" }, rules: [rule] },
};
const matchConstraints = { resourceRules: [rule] };

export const sequences: readonly Sequence[] = [
  lifeOf(
    `${registration}/mutatingwebhookconfigurations`,
    named(admission, "MutatingWebhookConfiguration", { webhooks: [webhook] }),
    {
      "webhooks[0].reinvocationPolicy": "IfNeeded",
      "webhooks[0].timeoutSeconds": 5,
    },
  ),
  lifeOf(
    `${registration}/validatingwebhookconfigurations`,
    named(admission, "ValidatingWebhookConfiguration", { webhooks: [webhook] }),
    {
      "webhooks[0].failurePolicy": "Ignore",
      "webhooks[0].namespaceSelector": { matchLabels: { team: "shop" } },
    },
  ),
  lifeOf(
    `${registration}/validatingadmissionpolicies`,
    named(admission, "ValidatingAdmissionPolicy", {
      spec: { matchConstraints, validations: [{ expression: "object.spec.replicas < 5" }] },
    }),
    { "spec.failurePolicy": "Ignore", "spec.paramKind": { apiVersion: "v1", kind: "ConfigMap" } },
    {
      status: {
        observedGeneration: 2,
        typeChecking: { expressionWarnings: [{ fieldRef: "spec.validations[0]", warning: "Hm." }] },
      },
    },
  ),
  lifeOf(
    `${registration}/validatingadmissionpolicybindings`,
    named(admission, "ValidatingAdmissionPolicyBinding", {
      spec: { policyName: "absent.example.com", validationActions: ["Deny"] },
    }),
    { "spec.validationActions": ["Warn", "Audit"], "spec.matchResources": { namespaceSelector: {} } },
  ),
  lifeOf(
    `${registration}/mutatingadmissionpolicies`,
    named(admission, "MutatingAdmissionPolicy", {
      spec: {
        ...{ matchConstraints, reinvocationPolicy: "Never" },
        mutations: [{ patchType: "JSONPatch", jsonPatch: { expression: '[JSONPatch{op: "remove", path: "/spec"}]' } }],
      },
    }),
    { "spec.reinvocationPolicy": "IfNeeded" },
  ),
  lifeOf(
    `${registration}/mutatingadmissionpolicybindings`,
    named(admission, "MutatingAdmissionPolicyBinding", { spec: { policyName: "absent.example.com" } }),
    { "spec.paramRef": { name: "a", namespace: "{ns}", parameterNotFoundAction: "Allow" } },
  ),
  lifeOf(
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "widgets.{ns}.example.com" },
      spec: {
        ...{ group: "{ns}.example.com", scope: "Namespaced", names: { plural: "widgets", kind: "Widget" } },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
      },
    },
    { "spec.names.shortNames": ["wd"] },
    {
      settled: {
        status: {
          conditions: [
            { type: "NamesAccepted", status: "True" },
            { type: "Established", status: "True" },
          ],
        },
      },
      settledAgain: { status: { acceptedNames: { shortNames: ["wd"] } } },
    },
  ),
  lifeOf(
    `${flow}/flowschemas`,
    named(flowcontrol, "FlowSchema", {
      spec: {
        priorityLevelConfiguration: { name: "global-default" },
        rules: [
          {
            subjects: [{ kind: "User", user: { name: "nobody" } }],
            nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/nowhere"] }],
          },
        ],
      },
    }),
    { "spec.matchingPrecedence": 9000, "spec.distinguisherMethod": { type: "ByUser" } },
    { settled: { status: { conditions: [{ type: "Dangling", status: "False" }] } } },
  ),
  lifeOf(
    `${flow}/prioritylevelconfigurations`,
    named(flowcontrol, "PriorityLevelConfiguration", {
      spec: { type: "Limited", limited: { limitResponse: { type: "Reject" } } },
    }),
    { "spec.limited.nominalConcurrencyShares": 1, "spec.limited.lendablePercent": 50 },
    { status: { conditions: [{ type: "Fine", status: "True" }] } },
  ),
];
