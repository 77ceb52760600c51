import assert from "node:assert/strict";
import { test } from "node:test";
import { readRequestInfo } from "../pipeline/read-request-info.ts";
import type { UserInfo } from "../pipeline/request-context.ts";
import { type AuditPolicy, type AuditRule, decideAudit } from "./audit-policy.ts";
import { AuditPolicyError, readAuditPolicy } from "./read-audit-policy.ts";

const tim: UserInfo = { name: "tim@k8s.io", groups: ["humans", "developers"] };

function levelOf(rules: readonly AuditRule[], method: string, path: string, user: UserInfo | undefined = tim): string {
  return decideAudit({ rules }, user, readRequestInfo(method, path, new URLSearchParams())).level;
}

const pod = "/api/v1/namespaces/default/pods/busybox";
const log = `${pod}/log`;
const role = "/apis/rbac.authorization.k8s.io/v1/clusterroles/edit";

test("the first rule that matches decides, and without one nothing is written", () => {
  const rules: AuditRule[] = [
    { level: "Request", verbs: ["create"] },
    { level: "Metadata", users: ["tim@k8s.io"] },
    { level: "None" },
  ];
  assert.equal(levelOf(rules, "GET", pod), "Metadata");
  assert.equal(levelOf(rules, "GET", pod, { name: "ann", groups: [] }), "None");
  assert.equal(levelOf(rules.slice(0, 1), "GET", pod), "None");
});

for (const [what, rule, method, path, isMatched] of [
  ["a group of the user", { userGroups: ["humans"] }, "GET", pod, true],
  ["a group of others", { userGroups: ["system:serviceaccounts"] }, "GET", pod, false],
  ["a resource", { resources: [{ resources: ["pods"] }] }, "GET", pod, true],
  ["a resource, for its subresource", { resources: [{ resources: ["pods"] }] }, "GET", log, false],
  ["a subresource", { resources: [{ resources: ["pods/log"] }] }, "GET", log, true],
  ["all subresources of a resource", { resources: [{ resources: ["pods/*"] }] }, "GET", log, true],
  ["all subresources, for the resource itself", { resources: [{ resources: ["pods/*"] }] }, "GET", pod, true],
  ["a subresource of all resources", { resources: [{ resources: ["*/log"] }] }, "GET", log, true],
  ["a subresource of all resources, for one without", { resources: [{ resources: ["*/log"] }] }, "GET", pod, false],
  ["all resources of a group", { resources: [{ group: "rbac.authorization.k8s.io" }] }, "GET", role, true],
  ["all groups", { resources: [{ group: "*", resources: ["*"] }] }, "GET", role, true],
  ["another group", { resources: [{ group: "apps" }] }, "GET", role, false],
  ["a name", { resources: [{ group: "*", resources: ["clusterroles"], resourceNames: ["edit"] }] }, "GET", role, true],
  [
    "another name",
    { resources: [{ group: "*", resources: ["clusterroles"], resourceNames: ["view"] }] },
    "GET",
    role,
    false,
  ],
  ["a namespace", { namespaces: ["default"] }, "GET", pod, true],
  ["no namespace at all", { namespaces: [""] }, "GET", role, true],
  ["no namespace at all, for what is in one", { namespaces: [""] }, "GET", pod, false],
  ["a path", { nonResourceURLs: ["/metrics"] }, "GET", "/metrics", true],
  ["paths that begin alike", { nonResourceURLs: ["/logs*"] }, "GET", "/logs/kubelet.log", true],
  ["every path", { nonResourceURLs: ["*"] }, "GET", "/x", true],
  ["every path, for a resource", { nonResourceURLs: ["*"] }, "GET", pod, false],
  ["resources, for a path", { resources: [{ group: "*" }] }, "GET", "/metrics", false],
  ["a verb", { verbs: ["delete"] }, "DELETE", pod, true],
] as const) {
  test(`a rule for ${what} ${isMatched ? "matches" : "does not match"}`, () => {
    assert.equal(levelOf([{ level: "Metadata", ...rule }], method, path), isMatched ? "Metadata" : "None");
  });
}

test("who is nobody yet matches no rule that names somebody", () => {
  const info = readRequestInfo("GET", pod, new URLSearchParams());
  for (const rule of [{ users: ["tim@k8s.io"] }, { userGroups: ["humans"] }]) {
    assert.equal(decideAudit({ rules: [{ level: "Metadata", ...rule }] }, undefined, info).level, "None");
  }
  assert.equal(decideAudit({ rules: [{ level: "Metadata" }] }, undefined, info).level, "Metadata");
});

test("stages that the policy or the rule leaves out are left out; of managed fields the rule has the last word", () => {
  const policy: AuditPolicy = {
    omitStages: ["RequestReceived"],
    omitManagedFields: true,
    rules: [
      { level: "Metadata", verbs: ["get"], omitStages: ["Panic"], omitManagedFields: false },
      { level: "Metadata", verbs: ["list"] },
    ],
  };
  const decide = (path: string) => decideAudit(policy, tim, readRequestInfo("GET", path, new URLSearchParams()));
  assert.deepEqual([...decide(pod).omitStages], ["RequestReceived", "Panic"]);
  assert.equal(decide(pod).omitsManagedFields, false);
  assert.equal(decide("/api/v1/pods").omitsManagedFields, true);
  assert.deepEqual([...decide("/x").omitStages], ["RequestReceived", "Panic"]);
});

const head = "apiVersion: audit.k8s.io/v1\nkind: Policy\n";

test("a policy is read from YAML or JSON, and unknown fields of it are overlooked", () => {
  const expected = { rules: [{ level: "None", users: ["a"] }], omitManagedFields: true };
  const yaml = `${head}rules:\n- level: None\n  users: [a]\n  extra: 1\nomitManagedFields: yes\n`;
  assert.deepEqual(readAuditPolicy(yaml), expected);
  const json = JSON.stringify({ apiVersion: "audit.k8s.io/v1", kind: "Policy", metadata: {}, ...expected });
  assert.deepEqual(readAuditPolicy(json), expected);
});

// The words are those of kube-apiserver for the same texts.
for (const [text, message] of [
  ["", "unknown group version field audit.k8s.io/__internal, Kind=Policy in policy"],
  [
    "kind: Policy\nrules: [{level: None}]",
    "unknown group version field audit.k8s.io/__internal, Kind=Policy in policy",
  ],
  ["[]", /^failed decoding: couldn't get version\/kind; json parse error: json: cannot unmarshal array/],
  ["a", /^failed decoding: couldn't get version\/kind; json parse error: json: cannot unmarshal string/],
  [`\t${head}`, "failed decoding: yaml: found character that cannot start any token"],
  [head, "loaded illegal policy with 0 rules"],
  [`${head}rules: [{}]`, "rules[0].level: Required value"],
  [
    `${head}rules: [{level: none}]`,
    'rules[0].level: Unsupported value: "none": supported values: "None", "Metadata", "Request", "RequestResponse"',
  ],
  [
    `${head}rules: [{level: None, nonResourceURLs: [a, "/a*b", "*", ""], namespaces: [x]}]`,
    "[rules[0].nonResourceURLs[0]: Invalid value: \"a\": non-resource URL rules must begin with a '/' character, " +
      "rules[0].nonResourceURLs[1]: Invalid value: \"/a*b\": non-resource URL wildcards '*' must be the final character of the rule, " +
      "rules[0].nonResourceURLs[3]: Invalid value: \"\": non-resource URL rules must begin with a '/' character, " +
      'rules[0].nonResourceURLs: Invalid value: ["a","/a*b","*",""]: rules cannot apply to both regular resources and non-resource URLs]',
  ],
  [
    `${head}rules: [{level: None, omitStages: [Begin], resources: [{resourceNames: [a]}]}]\nomitStages: [End]`,
    '[omitStages[0]: Invalid value: "End": allowed stages are RequestReceived,ResponseStarted,ResponseComplete,Panic, ' +
      'rules[0].resources.resourceNames: Invalid value: ["a"]: using resourceNames requires at least one resource, ' +
      'rules[0].omitStages[0]: Invalid value: "Begin": allowed stages are RequestReceived,ResponseStarted,ResponseComplete,Panic]',
  ],
  [
    `${head}rules: [{level: None, resources: [{group: A/v1}]}]`,
    /^rules\[0\]\.resources\.group: Invalid value: "A\/v1": a/,
  ],
  [
    `${head}rules: [{level: 3}]`,
    "failed decoding: json: cannot unmarshal number into Go struct field PolicyRule.rules.level of type v1.Level",
  ],
  [
    `${head}rules: {}`,
    "failed decoding: json: cannot unmarshal object into Go struct field Policy.rules of type []v1.PolicyRule",
  ],
  [
    `${head}rules: [1]`,
    "failed decoding: json: cannot unmarshal number into Go struct field Policy.rules of type v1.PolicyRule",
  ],
  [
    `${head}rules: [{level: None, users: a}]`,
    "failed decoding: json: cannot unmarshal string into Go struct field PolicyRule.rules.users of type []string",
  ],
  [
    "apiVersion: audit.k8s.io/v1beta1\nkind: Policy\nrules: [{level: None}]",
    /^failed decoding: no kind "Policy" is registered for version "audit.k8s.io\/v1beta1"/,
  ],
] as const) {
  test(`the policy ${JSON.stringify(text.replace(head, "…"))} is refused in upstream's words`, () => {
    assert.throws(
      () => readAuditPolicy(text),
      (error) => {
        assert.ok(error instanceof AuditPolicyError);
        if (typeof message === "string") assert.equal(error.message, message);
        else assert.match(error.message, message);
        return true;
      },
    );
  });
}
