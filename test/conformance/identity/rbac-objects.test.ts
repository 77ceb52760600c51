import { after, before, test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { rbacPath } from "./subjects.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const roles = () => `${rbacPath}/namespaces/${namespace}/roles`;
const bindings = () => `${rbacPath}/namespaces/${namespace}/rolebindings`;
const clusterRoles = `${rbacPath}/clusterroles`;
const clusterBindings = `${rbacPath}/clusterrolebindings`;
const toRole = { kind: "Role", name: "any" };
const toClusterRole = { kind: "ClusterRole", name: "any" };
const dryRun = { dryRun: "All" };

/** The causes as `field: message`; the Status' message lists the same. */
async function assertInvalid(path: string, body: Json, ...causes: string[]): Promise<void> {
  const name = uniqueName("bad");
  const answer = await client.create(path, { metadata: { name }, ...body }, dryRun);
  const resource = path.split("/").at(-1);
  const kinds: Record<string, string> = {
    roles: "Role",
    rolebindings: "RoleBinding",
    clusterroles: "ClusterRole",
    clusterrolebindings: "ClusterRoleBinding",
  };
  const kind = kinds[resource as string];
  const list = causes.length === 1 ? causes[0] : `[${causes.join(", ")}]`;
  assertStatus(answer, 422, "Invalid", `${kind}.rbac.authorization.k8s.io "${name}" is invalid: ${list}`, {
    details: {
      name,
      group: "rbac.authorization.k8s.io",
      kind,
      causes: causes.map((cause) => ({
        field: cause.slice(0, cause.indexOf(": ")),
        message: cause.slice(cause.indexOf(": ") + 2),
      })),
    },
  });
}

test("subjects and roleRef get their API group", async () => {
  const subjects = [
    { kind: "User", name: "bob" },
    { kind: "Group", name: "dev" },
    { kind: "ServiceAccount", name: "robot", namespace },
  ];
  const body = { metadata: { name: uniqueName("binding") }, subjects, roleRef: toRole };
  assertAnswer(await client.create(bindings(), body), 201, {
    subjects: [
      { kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "bob", namespace: undefined },
      { kind: "Group", apiGroup: "rbac.authorization.k8s.io", name: "dev" },
      { kind: "ServiceAccount", apiGroup: undefined, name: "robot", namespace },
    ],
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "any" },
  });
});

test("a ServiceAccount without namespace stays so in a RoleBinding and is Invalid in a ClusterRoleBinding", async () => {
  const subjects = [{ kind: "ServiceAccount", name: "robot" }];
  const body = { metadata: { name: uniqueName("binding") }, subjects, roleRef: toRole };
  assertAnswer(await client.create(bindings(), body, dryRun), 201, { subjects: [{ namespace: undefined }] });
  await assertInvalid(clusterBindings, { subjects, roleRef: toClusterRole }, "subjects[0].namespace: Required value");
});

test("roleRef cannot be changed, by update or patch", async () => {
  for (const [path, roleRef, kind] of [
    [bindings(), toRole, "RoleBinding"],
    [clusterBindings, toClusterRole, "ClusterRoleBinding"],
  ] as const) {
    const name = uniqueName("binding");
    assertAnswer(await client.create(path, { metadata: { name }, roleRef }), 201);
    const cause = `Invalid value: {"APIGroup":"rbac.authorization.k8s.io","Kind":"${roleRef.kind}","Name":"other"}: cannot change roleRef`;
    const assertRefused = (answer: Answer) =>
      assertStatus(
        answer,
        422,
        "Invalid",
        `${kind}.rbac.authorization.k8s.io "${name}" is invalid: roleRef: ${cause}`,
        {
          details: { causes: [{ reason: "FieldValueInvalid", message: cause, field: "roleRef" }] },
        },
      );
    const changed = { metadata: { name }, roleRef: { ...roleRef, name: "other" } };
    assertRefused(await client.update(`${path}/${name}`, changed));
    assertRefused(await client.patch("merge", `${path}/${name}`, { roleRef: { name: "other" } }));
    const subjects = [{ kind: "Group", name: uniqueName("nobody") }];
    assertAnswer(await client.patch("merge", `${path}/${name}`, { subjects }), 200);
    assertAnswer(await client.delete(`${path}/${name}`), 200);
  }
});

test("a binding needs a roleRef to a role of the RBAC group", async () => {
  const kinds = 'supported values: "Role", "ClusterRole"';
  await assertInvalid(bindings(), {}, `roleRef.kind: Unsupported value: "": ${kinds}`, "roleRef.name: Required value");
  await assertInvalid(
    bindings(),
    { roleRef: { kind: "Foo", name: "x" } },
    `roleRef.kind: Unsupported value: "Foo": ${kinds}`,
  );
  const group = 'roleRef.apiGroup: Unsupported value: "apps": supported values: "rbac.authorization.k8s.io"';
  await assertInvalid(bindings(), { roleRef: { ...toRole, apiGroup: "apps" } }, group);
  const name = "roleRef.name: Invalid value: \"a/b\": may not contain '/'";
  await assertInvalid(bindings(), { roleRef: { kind: "Role", name: "a/b" } }, name);
});

test("a ClusterRoleBinding cannot refer to a Role", async () => {
  const cause = 'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"';
  await assertInvalid(clusterBindings, { roleRef: toRole }, cause);
});

test("a subject is a User, a Group or a ServiceAccount with a proper name", async () => {
  const withSubject = (subject: Json) => ({ subjects: [subject], roleRef: toRole });
  const kinds = 'supported values: "ServiceAccount", "User", "Group"';
  await assertInvalid(
    bindings(),
    withSubject({ kind: "Robot", name: "x" }),
    `subjects[0].kind: Unsupported value: "Robot": ${kinds}`,
  );
  await assertInvalid(bindings(), withSubject({ kind: "User" }), "subjects[0].name: Required value");
  const rbac = 'supported values: "rbac.authorization.k8s.io"';
  await assertInvalid(
    bindings(),
    withSubject({ kind: "Group", name: "x", apiGroup: "apps" }),
    `subjects[0].apiGroup: Unsupported value: "apps": ${rbac}`,
  );
  const subdomain =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an " +
    "alphanumeric character (e.g. 'example.com', regex used for validation is " +
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
  await assertInvalid(
    bindings(),
    withSubject({ kind: "ServiceAccount", name: "A_b", namespace, apiGroup: "x" }),
    `subjects[0].name: Invalid value: "A_b": ${subdomain}`,
    'subjects[0].apiGroup: Unsupported value: "x": supported values: ""',
  );
});

test("a rule needs verbs, groups and resources", async () => {
  const withRule = (rule: Json) => ({ rules: [rule] });
  const verbs = ["get"];
  await assertInvalid(
    roles(),
    withRule({ apiGroups: [""], resources: ["pods"] }),
    "rules[0].verbs: Required value: verbs must contain at least one value",
  );
  await assertInvalid(
    roles(),
    withRule({ resources: ["pods"], verbs }),
    "rules[0].apiGroups: Required value: resource rules must supply at least one api group",
  );
  await assertInvalid(
    roles(),
    withRule({ apiGroups: [""], verbs }),
    "rules[0].resources: Required value: resource rules must supply at least one resource",
  );
});

test("nonResourceURLs belong to cluster roles, in rules of their own", async () => {
  const rule = { nonResourceURLs: ["/x"], verbs: ["get"] };
  await assertInvalid(
    roles(),
    { rules: [rule] },
    'rules[0].nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot apply to non-resource URLs',
  );
  await assertInvalid(
    clusterRoles,
    { rules: [{ ...rule, apiGroups: [""], resources: ["pods"] }] },
    'rules[0].nonResourceURLs: Invalid value: ["/x"]: rules cannot apply to both regular resources and non-resource URLs',
  );
  const metadata = { name: uniqueName("role") };
  assertAnswer(await client.create(clusterRoles, { metadata, rules: [rule] }, dryRun), 201);
});

test("a role without rules has the rules null", async () => {
  const answer = await client.create(roles(), { metadata: { name: uniqueName("role") } });
  assertAnswer(answer, 201, { rules: null });
});

test("a role's name may hold colons and capitals, but no slash and no percent sign", async () => {
  const odd = "system:Odd_Name:x";
  assertAnswer(await client.create(roles(), { metadata: { name: odd } }), 201);
  assertAnswer(await client.get(`${roles()}/${odd}`), 200, { metadata: { name: odd } });
  const message =
    'Role.rbac.authorization.k8s.io "a/b%" is invalid: [metadata.name: Invalid value: "a/b%": may not contain \'/\', ' +
    "metadata.name: Invalid value: \"a/b%\": may not contain '%']";
  assertStatus(await client.create(roles(), { metadata: { name: "a/b%" } }), 422, "Invalid", message);
});

test("an aggregationRule needs selectors that are right", async () => {
  await assertInvalid(
    clusterRoles,
    { aggregationRule: {} },
    "aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil",
  );
  const clusterRoleSelectors = [{ matchExpressions: [{ key: "a", operator: "Foo" }] }];
  await assertInvalid(
    clusterRoles,
    { aggregationRule: { clusterRoleSelectors } },
    'aggregationRule.clusterRoleSelectors[0].matchExpressions[0].operator: Invalid value: "Foo": not a valid selector operator',
    "aggregationRule.clusterRoleSelectors[0]: Invalid value: null: invalid label selector.",
  );
});

test("the bootstrap roles are there, and say by whom they are kept", async () => {
  for (const name of ["cluster-admin", "admin", "edit", "view", "system:discovery", "system:basic-user"]) {
    assertAnswer(await client.get(`${clusterRoles}/${name}`), 200, {
      metadata: {
        labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
        annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
      },
    });
  }
  assertAnswer(await client.get(`${clusterBindings}/cluster-admin`), 200, {
    subjects: [{ kind: "Group", apiGroup: "rbac.authorization.k8s.io", name: "system:masters" }],
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
  });
});

test("admin, edit and view gather their rules from other roles by labels", async () => {
  for (const name of ["admin", "edit", "view"]) {
    const matchLabels = { [`rbac.authorization.k8s.io/aggregate-to-${name}`]: "true" };
    assertAnswer(await client.get(`${clusterRoles}/${name}`), 200, {
      aggregationRule: { clusterRoleSelectors: [{ matchLabels }] },
    });
    assertAnswer(await client.get(`${clusterRoles}/system:aggregate-to-${name}`), 200, {
      metadata: { labels: matchLabels },
      rules: (rules: Json[]) => rules.length > 0,
    });
  }
});
