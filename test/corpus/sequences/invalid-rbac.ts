/** Roles, ClusterRoles and their bindings that are refused. */
import { type Mutation, refusedCreations } from "../refusals.ts";
import type { Sequence } from "../sequence.ts";

const group = "/apis/rbac.authorization.k8s.io/v1";
const apiGroup = "rbac.authorization.k8s.io";
const apiVersion = `${apiGroup}/v1`;
const role = (kind: string) => ({
  apiVersion,
  kind,
  metadata: { name: "reader" },
  rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }],
});
const binding = (kind: string) => ({
  apiVersion,
  kind,
  metadata: { name: "readers" },
  roleRef: { apiGroup, kind: "ClusterRole", name: "view" },
  subjects: [{ kind: "User", name: "alice", apiGroup }],
});

const roles: readonly Mutation[] = [
  ["no verbs", "rules[0].verbs"],
  ["an empty list of verbs", "rules[0].verbs", []],
  ["no API groups", "rules[0].apiGroups"],
  ["no resources", "rules[0].resources"],
  ["an empty rule", "rules[0]", {}],
  ["only a verb", "rules[0]", { verbs: ["get"] }],
  ["a slash in the name", "metadata.name", "a/b"],
  ["a name of two dots", "metadata.name", ".."],
  ["a percent sign in the name", "metadata.name", "a%b"],
  ["a name of one dot", "metadata.name", "."],
  ["verbs that are text", "rules[0].verbs", "get"],
  ["rules that are an object", "rules", { verbs: ["get"] }],
  ["resources that are numbers", "rules[0].resources", [1]],
  ["an unknown field in a rule", "rules[0].resource", "pods"],
  ["two bad rules", "rules", [{}, { verbs: ["get"] }]],
];

const urls = { nonResourceURLs: ["/healthz"], verbs: ["get"] };

const bindings: readonly Mutation[] = [
  ["no role", "roleRef"],
  ["a role without a name", "roleRef.name"],
  ["a role without a kind", "roleRef.kind"],
  ["a role of an unknown kind", "roleRef.kind", "Group"],
  ["a role of another group", "roleRef.apiGroup", "example.com"],
  ["a role name with a slash", "roleRef.name", "a/b"],
  ["a role name of two dots", "roleRef.name", ".."],
  ["a subject without a name", "subjects[0].name"],
  ["a subject without a kind", "subjects[0].kind"],
  ["a subject of unknown kind", "subjects[0].kind", "Robot"],
  ["a user of another group", "subjects[0].apiGroup", "example.com"],
  ["a group of another API group", "subjects[0]", { kind: "Group", name: "a", apiGroup: "example.com" }],
  [
    "a ServiceAccount of an API group",
    "subjects[0]",
    { kind: "ServiceAccount", name: "a", namespace: "default", apiGroup },
  ],
  [
    "a ServiceAccount name in capitals",
    "subjects[0]",
    { kind: "ServiceAccount", name: "Builder", namespace: "default" },
  ],
  ["subjects that are names", "subjects", ["alice"]],
  ["a slash in the name", "metadata.name", "a/b"],
  ["a role reference that is text", "roleRef", "view"],
];

export const sequences: readonly Sequence[] = [
  ...refusedCreations(`${group}/namespaces/default/roles`, role("Role"), [
    ...roles,
    ["URLs", "rules[0]", urls],
    ["URLs and resources", "rules[0].nonResourceURLs", ["/healthz"]],
  ]),
  ...refusedCreations(`${group}/clusterroles`, role("ClusterRole"), [
    ...roles,
    ["URLs and resources", "rules[0].nonResourceURLs", ["/healthz"]],
    ["URLs and API groups", "rules[0]", { ...urls, apiGroups: [""] }],
    ["URLs and resource names", "rules[0]", { ...urls, resourceNames: ["a"] }],
    ["an aggregation without selectors", "aggregationRule", {}],
    [
      "an aggregation with a bad selector",
      "aggregationRule",
      { clusterRoleSelectors: [{ matchLabels: { "a b": "c" } }] },
    ],
    [
      "an aggregation with an unknown operator",
      "aggregationRule",
      { clusterRoleSelectors: [{ matchExpressions: [{ key: "a", operator: "Like" }] }] },
    ],
  ]),
  ...refusedCreations(`${group}/namespaces/default/rolebindings`, binding("RoleBinding"), bindings),
  ...refusedCreations(`${group}/clusterrolebindings`, binding("ClusterRoleBinding"), [
    ...bindings,
    ["a Role instead of a ClusterRole", "roleRef.kind", "Role"],
    ["a ServiceAccount without a namespace", "subjects[0]", { kind: "ServiceAccount", name: "a" }],
  ]),
];
