import { after, before, test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import { createRobot, grant, grantEverywhere, type Robot, rbacPath, type Subject } from "./subjects.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const asSubject = ({ name, namespace }: Robot): Subject => ({ kind: "ServiceAccount", name, namespace });
const readConfigMaps = { apiGroups: [""], resources: ["configmaps"], verbs: ["get"] };
const readSecrets = { apiGroups: [""], resources: ["secrets"], verbs: ["get"] };
const roles = () => `${rbacPath}/namespaces/${namespace}/roles`;
const bindings = () => `${rbacPath}/namespaces/${namespace}/rolebindings`;

/** One who may manage roles and bindings and read ConfigMaps, and nothing else. The verb * would include bind and escalate. */
async function createManager(...more: Json[]): Promise<Robot> {
  const robot = await createRobot(client, namespace);
  const resources = ["roles", "rolebindings"];
  const verbs = ["create", "update", "patch", "get"];
  const manage = { apiGroups: ["rbac.authorization.k8s.io"], resources, verbs };
  await grant(client, namespace, asSubject(robot), [manage, readConfigMaps, ...more]);
  return robot;
}

async function createRole(rules: Json[]): Promise<string> {
  const name = uniqueName("role");
  assertAnswer(await client.create(roles(), { metadata: { name }, rules }), 201);
  return name;
}

/** The manager binds a role to bob, as soon as the server knows the role. */
function bindAs(manager: Robot, kind: string, role: string, name = uniqueName("binding")): Promise<Answer> {
  const body = { metadata: { name }, subjects: [{ kind: "User", name: "bob" }], roleRef: { kind, name: role } };
  return eventually(async () => {
    const answer = await client.create(bindings(), body, {}, { as: manager.token });
    if (answer.status === 404) throw new Error(answer.text);
    return answer;
  });
}

function assertEscalation(answer: Answer, resource: string, name: string, { user }: Robot, ...missing: string[]): void {
  const groups = `"system:serviceaccounts" "system:serviceaccounts:${namespace}" "system:authenticated"`;
  const message =
    `${resource}.rbac.authorization.k8s.io "${name}" is forbidden: user "${user}" (groups=[${groups}]) ` +
    `is attempting to grant RBAC permissions not currently held:\n${missing.join("\n")}`;
  assertStatus(answer, 403, "Forbidden", message, {
    details: { name, group: "rbac.authorization.k8s.io", kind: resource },
  });
}

test("a role may hold what its maker holds, or less", async () => {
  const { token } = await createManager();
  for (const rule of [readConfigMaps, { ...readConfigMaps, resourceNames: ["one"] }]) {
    const body = { metadata: { name: uniqueName("role") }, rules: [rule] };
    assertAnswer(await client.create(roles(), body, {}, { as: token }), 201);
  }
});

test("a role that holds more than its maker is Forbidden, and the message lists what he lacks", async () => {
  const manager = await createManager();
  const name = uniqueName("role");
  const rules = [{ ...readSecrets, verbs: ["get", "list"] }];
  const answer = await client.create(roles(), { metadata: { name }, rules }, {}, { as: manager.token });
  const missing = '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list"]}';
  assertEscalation(answer, "roles", name, manager, missing);
  assertAnswer(await client.get(`${roles()}/${name}`), 404);
});

test("what is lacking is listed by group and resource, sorted, with its verbs gathered", async () => {
  const manager = await createManager();
  const name = uniqueName("role");
  const rules = [
    { apiGroups: ["", "apps"], resources: ["secrets", "configmaps"], verbs: ["get", "*"] },
    { apiGroups: ["apps"], resources: ["deployments/scale"], resourceNames: ["x"], verbs: ["update"] },
  ];
  const answer = await client.create(roles(), { metadata: { name }, rules }, {}, { as: manager.token });
  assertEscalation(
    answer,
    "roles",
    name,
    manager,
    '{APIGroups:[""], Resources:["configmaps"], Verbs:["*"]}',
    '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "*"]}',
    '{APIGroups:["apps"], Resources:["configmaps"], Verbs:["get" "*"]}',
    '{APIGroups:["apps"], Resources:["deployments/scale"], ResourceNames:["x"], Verbs:["update"]}',
    '{APIGroups:["apps"], Resources:["secrets"], Verbs:["get" "*"]}',
  );
});

test("updates, patches, PUTs that create and dry runs are checked alike", async () => {
  const manager = await createManager();
  const as = manager.token;
  const role = await createRole([readConfigMaps]);
  const missing = '{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}';
  const rules = [readSecrets];
  const path = `${roles()}/${role}`;
  const metadata = { name: role };
  assertEscalation(await client.update(path, { metadata, rules }, {}, { as }), "roles", role, manager, missing);
  assertEscalation(await client.patch("merge", path, { rules }, {}, { as }), "roles", role, manager, missing);
  const put = await client.update(`${roles()}/fresh`, { metadata: { name: "fresh" }, rules }, {}, { as });
  assertEscalation(put, "roles", "fresh", manager, missing);
  const dry = await client.create(roles(), { metadata: { name: "dry" }, rules }, { dryRun: "All" }, { as });
  assertEscalation(dry, "roles", "dry", manager, missing);
});

test("even a label on a role with more rights is an escalation, unless nothing but owners and finalizers changes", async () => {
  const manager = await createManager();
  const as = manager.token;
  const role = await createRole([readSecrets]);
  const path = `${roles()}/${role}`;
  const missing = '{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}';
  const labelled = await client.patch("merge", path, { metadata: { labels: { a: "b" } } }, {}, { as });
  assertEscalation(labelled, "roles", role, manager, missing);
  const finalizers = ["example.com/hold"];
  assertAnswer(await client.patch("merge", path, { metadata: { finalizers } }, {}, { as }), 200);
  assertAnswer(await client.patch("merge", path, { metadata: { finalizers: null } }, {}, { as }), 200);
});

test("an invalid role is Invalid before it is an escalation", async () => {
  const { token } = await createManager();
  const rules = [{ ...readSecrets, verbs: [] }];
  const answer = await client.create(roles(), { metadata: { name: "bad" }, rules }, {}, { as: token });
  assertAnswer(answer, 422, { reason: "Invalid" });
});

test("a binding may give what its maker holds", async () => {
  const manager = await createManager();
  assertAnswer(await bindAs(manager, "Role", await createRole([readConfigMaps])), 201);
});

test("a binding that gives more than its maker holds is Forbidden", async () => {
  const manager = await createManager();
  const name = uniqueName("binding");
  const missing = '{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}';
  assertEscalation(
    await bindAs(manager, "Role", await createRole([readSecrets]), name),
    "rolebindings",
    name,
    manager,
    missing,
  );
  const admin = await bindAs(manager, "ClusterRole", "cluster-admin", name);
  const everything = '{APIGroups:["*"], Resources:["*"], Verbs:["*"]}';
  assertEscalation(admin, "rolebindings", name, manager, everything, '{NonResourceURLs:["*"], Verbs:["*"]}');
});

test("a change of subjects, or of a label, is checked like a new binding", async () => {
  const manager = await createManager();
  const role = await createRole([readSecrets]);
  const name = uniqueName("binding");
  const body = { metadata: { name }, subjects: [], roleRef: { kind: "Role", name: role } };
  assertAnswer(await client.create(bindings(), body), 201);
  const missing = '{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}';
  for (const patch of [{ subjects: [{ kind: "User", name: "bob" }] }, { metadata: { labels: { a: "b" } } }]) {
    const answer = await eventually(async () => {
      const patched = await client.patch("merge", `${bindings()}/${name}`, patch, {}, { as: manager.token });
      if (patched.status === 404) throw new Error(patched.text);
      return patched;
    });
    assertEscalation(answer, "rolebindings", name, manager, missing);
  }
});

test("a binding to an absent role is NotFound for one whose rights must be compared, and fine for others", async () => {
  const { token } = await createManager();
  for (const kind of ["Role", "ClusterRole"]) {
    const body = { metadata: { name: uniqueName("binding") }, subjects: [], roleRef: { kind, name: "absent" } };
    const answer = await client.create(bindings(), body, {}, { as: token });
    // The message takes the role's name for a binding's.
    assertStatus(answer, 404, "NotFound", 'rolebindings.rbac.authorization.k8s.io "absent" not found', {
      details: { name: "absent", group: "rbac.authorization.k8s.io", kind: "rolebindings" },
    });
    assertAnswer(await client.create(bindings(), body), 201);
  }
});

test("the verb bind on a role allows to bind it without holding it", async () => {
  const role = await createRole([readSecrets]);
  const other = await createRole([readSecrets]);
  const apiGroups = ["rbac.authorization.k8s.io"];
  const manager = await createManager({ apiGroups, resources: ["roles"], resourceNames: [role], verbs: ["bind"] });
  assertAnswer(await bindAs(manager, "Role", role), 201);
  assertAnswer(await bindAs(manager, "Role", other), 403);
});

test("the verb bind on a cluster role allows to bind it in the namespace", async () => {
  const apiGroups = ["rbac.authorization.k8s.io"];
  const resourceNames = ["cluster-admin"];
  const manager = await createManager({ apiGroups, resources: ["clusterroles"], resourceNames, verbs: ["bind"] });
  assertAnswer(await bindAs(manager, "ClusterRole", "cluster-admin"), 201);
});

test("the verb escalate on a role allows to put anything in it, and in no other", async () => {
  const role = await createRole([]);
  const other = await createRole([]);
  const apiGroups = ["rbac.authorization.k8s.io"];
  const manager = await createManager({ apiGroups, resources: ["roles"], resourceNames: [role], verbs: ["escalate"] });
  const put = (name: string) =>
    client.patch("merge", `${roles()}/${name}`, { rules: [readSecrets] }, {}, { as: manager.token });
  assertAnswer(await put(role), 200);
  assertAnswer(await put(other), 403);
});

test("cluster roles and their bindings are checked across the cluster", async () => {
  const robot = await createRobot(client, namespace);
  const apiGroups = ["rbac.authorization.k8s.io"];
  const resources = ["clusterroles", "clusterrolebindings"];
  await grantEverywhere(client, asSubject(robot), [{ apiGroups, resources, verbs: ["create"] }]);
  await grant(client, namespace, asSubject(robot), [readConfigMaps]);
  const name = uniqueName("role");
  const made = await client.create(
    `${rbacPath}/clusterroles`,
    { metadata: { name }, rules: [readConfigMaps] },
    {},
    { as: robot.token },
  );
  assertEscalation(made, "clusterroles", name, robot, '{APIGroups:[""], Resources:["configmaps"], Verbs:["get"]}');
  const paths = { nonResourceURLs: ["/metrics"], verbs: ["get"] };
  const path = await client.create(
    `${rbacPath}/clusterroles`,
    { metadata: { name }, rules: [paths] },
    {},
    { as: robot.token },
  );
  assertEscalation(path, "clusterroles", name, robot, '{NonResourceURLs:["/metrics"], Verbs:["get"]}');
});

test("an aggregationRule takes all rights, since nobody knows what it will gather", async () => {
  const robot = await createRobot(client, namespace);
  await grantEverywhere(client, asSubject(robot), [
    { apiGroups: ["rbac.authorization.k8s.io"], resources: ["clusterroles"], verbs: ["create"] },
  ]);
  const name = uniqueName("role");
  const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { a: name } }] };
  const body = { metadata: { name }, aggregationRule };
  const answer = await client.create(`${rbacPath}/clusterroles`, body, {}, { as: robot.token });
  const message = `clusterroles.rbac.authorization.k8s.io "${name}" is forbidden: must have cluster-admin privileges to use the aggregationRule`;
  assertStatus(answer, 403, "Forbidden", message);
});
