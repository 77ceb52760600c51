import { after, before, test } from "node:test";
import { type Answer, assertAnswer, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import { createRobot, grant, grantEverywhere, type Robot, rbacPath, type Subject, user } from "./subjects.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const asSubject = ({ name, namespace }: Robot): Subject => ({ kind: "ServiceAccount", name, namespace });

type Get = (path: string) => Promise<Answer>;

/** How a robot with these rules in the namespace gets something. */
async function robotWith(rules: Json[]): Promise<Get> {
  const robot = await createRobot(client, namespace);
  await grant(client, namespace, asSubject(robot), rules);
  return (path) => client.get(path, {}, { as: robot.token });
}

/** The statuses by path; 404 means that the caller was let through to something absent. */
async function assertStatuses(get: Get, expected: Record<string, number>): Promise<void> {
  for (const [path, status] of Object.entries(expected)) {
    const full = path
      .replace("{core}", `/api/v1/namespaces/${namespace}`)
      .replace("{apps}", `/apis/apps/v1/namespaces/${namespace}`);
    assertAnswer(await get(full), status);
  }
}

test("a verb on a resource is that verb on that resource and nothing else", async () => {
  const get = await robotWith([{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }]);
  await assertStatuses(get, {
    "{core}/configmaps/x": 404,
    "{core}/configmaps": 403,
    "{core}/configmaps?watch=1&timeoutSeconds=1": 403,
    "{core}/secrets/x": 403,
    "{apps}/deployments/x": 403,
    "/api/v1/namespaces/default/configmaps/x": 403,
    "/api/v1/configmaps": 403,
  });
});

test("list does not include watch, nor watch list", async () => {
  const list = await robotWith([{ apiGroups: [""], resources: ["configmaps"], verbs: ["list"] }]);
  await assertStatuses(list, { "{core}/configmaps": 200, "{core}/configmaps?watch=1&timeoutSeconds=1": 403 });
  const watch = await robotWith([{ apiGroups: [""], resources: ["configmaps"], verbs: ["watch"] }]);
  await assertStatuses(watch, {
    "{core}/configmaps": 403,
    "{core}/configmaps?watch=1&timeoutSeconds=1&resourceVersion=0": 200,
  });
});

test("a resource does not include its subresources", async () => {
  const get = await robotWith([{ apiGroups: ["apps"], resources: ["deployments"], verbs: ["get"] }]);
  await assertStatuses(get, {
    "{apps}/deployments/x": 404,
    "{apps}/deployments/x/status": 403,
    "{apps}/deployments/x/scale": 403,
  });
});

test("a subresource does not include its resource", async () => {
  const get = await robotWith([{ apiGroups: ["apps"], resources: ["deployments/scale"], verbs: ["get"] }]);
  await assertStatuses(get, { "{apps}/deployments/x/scale": 404, "{apps}/deployments/x": 403 });
});

test("*/scale is that subresource of every resource", async () => {
  const get = await robotWith([{ apiGroups: ["apps"], resources: ["*/scale"], verbs: ["get"] }]);
  await assertStatuses(get, {
    "{apps}/deployments/x/scale": 404,
    "{apps}/statefulsets/x/scale": 404,
    "{apps}/deployments/x/status": 403,
    "{apps}/deployments/x": 403,
    "{core}/replicationcontrollers/x/scale": 403,
  });
});

test("deployments/* is no wildcard: it names no subresource at all", async () => {
  const get = await robotWith([{ apiGroups: ["apps"], resources: ["deployments/*"], verbs: ["get"] }]);
  await assertStatuses(get, { "{apps}/deployments/x": 403, "{apps}/deployments/x/scale": 403 });
});

test("the resource * is every resource and every subresource", async () => {
  const get = await robotWith([{ apiGroups: ["apps"], resources: ["*"], verbs: ["get"] }]);
  await assertStatuses(get, {
    "{apps}/deployments/x": 404,
    "{apps}/deployments/x/scale": 404,
    "{apps}/unicorns/x": 404,
    "{core}/configmaps/x": 403,
  });
});

test("the group * is every group, and the empty group only the core", async () => {
  const any = await robotWith([{ apiGroups: ["*"], resources: ["configmaps", "deployments"], verbs: ["get"] }]);
  await assertStatuses(any, { "{core}/configmaps/x": 404, "{apps}/deployments/x": 404, "{core}/secrets/x": 403 });
  const core = await robotWith([{ apiGroups: [""], resources: ["*"], verbs: ["get"] }]);
  await assertStatuses(core, { "{core}/configmaps/x": 404, "{apps}/deployments/x": 403 });
});

test("the verb * is every verb", async () => {
  const robot = await createRobot(client, namespace);
  await grant(client, namespace, asSubject(robot), [{ apiGroups: [""], resources: ["configmaps"], verbs: ["*"] }]);
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const as = robot.token;
  const name = uniqueName("made");
  assertAnswer(await client.create(path, { metadata: { name } }, {}, { as }), 201);
  assertAnswer(await client.patch("merge", `${path}/${name}`, { data: { k: "v" } }, {}, { as }), 200);
  assertAnswer(await client.delete(`${path}/${name}`, undefined, {}, { as }), 200);
  const none = { labelSelector: "nobody=here" };
  assertAnswer(await client.delete(path, undefined, none, { as }), 200);
});

test("resourceNames narrow a rule to objects of these names", async () => {
  const get = await robotWith([
    { apiGroups: [""], resources: ["configmaps"], resourceNames: ["one", "two"], verbs: ["get", "list", "watch"] },
  ]);
  await assertStatuses(get, {
    "{core}/configmaps/one": 404,
    "{core}/configmaps/two": 404,
    "{core}/configmaps/three": 403,
    "{core}/configmaps": 403,
  });
});

test("a list by metadata.name is allowed where the name is", async () => {
  const get = await robotWith([
    { apiGroups: [""], resources: ["configmaps"], resourceNames: ["one"], verbs: ["list", "watch"] },
  ]);
  await assertStatuses(get, {
    "{core}/configmaps?fieldSelector=metadata.name%3Done": 200,
    "{core}/configmaps?fieldSelector=metadata.name%3Done&watch=1&timeoutSeconds=1&resourceVersion=0": 200,
    "{core}/configmaps?fieldSelector=metadata.name%3Dtwo": 403,
    "{core}/configmaps?fieldSelector=metadata.name!%3Done": 403,
    "{core}/configmaps?labelSelector=a%3Db": 403,
  });
});

test("resourceNames do not allow to create, since the name is not in the path", async () => {
  const robot = await createRobot(client, namespace);
  const rule = { apiGroups: [""], resources: ["configmaps"], resourceNames: ["mine"], verbs: ["create", "get"] };
  await grant(client, namespace, asSubject(robot), [rule]);
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  assertAnswer(await client.create(path, { metadata: { name: "mine" } }, {}, { as: robot.token }), 403);
});

test("apply asks for patch, and for create as well when the object is not there", async () => {
  const robot = await createRobot(client, namespace);
  const rule = { apiGroups: [""], resources: ["configmaps"], verbs: ["patch"] };
  await grant(client, namespace, asSubject(robot), [rule]);
  const name = uniqueName("applied");
  const path = `/api/v1/namespaces/${namespace}/configmaps/${name}`;
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name } };
  const apply = () => client.patch("apply", path, body, { fieldManager: "robot" }, { as: robot.token });
  assertAnswer(await apply(), 403, { reason: "Forbidden", message: /cannot create resource "configmaps"/ });
  await grant(client, namespace, asSubject(robot), [{ ...rule, verbs: ["create"] }]);
  assertAnswer(await apply(), 201);
});

test("an update that would create asks for create", async () => {
  const robot = await createRobot(client, namespace);
  const rule = { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["update"] };
  await grant(client, namespace, asSubject(robot), [rule]);
  const name = uniqueName("lease");
  const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/${name}`;
  const put = () => client.update(path, { metadata: { name } }, {}, { as: robot.token });
  assertAnswer(await put(), 403, { reason: "Forbidden", message: /cannot create resource "leases"/ });
  await grant(client, namespace, asSubject(robot), [{ ...rule, verbs: ["create"] }]);
  assertAnswer(await put(), 201);
});

test("rules add up over roles and bindings, and none takes away", async () => {
  const robot = await createRobot(client, namespace);
  await grant(client, namespace, asSubject(robot), [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }]);
  await grant(client, namespace, user(robot.user), [{ apiGroups: [""], resources: ["configmaps"], verbs: ["list"] }]);
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  assertAnswer(await client.get(`${path}/x`, {}, { as: robot.token }), 404);
  assertAnswer(await client.get(path, {}, { as: robot.token }), 200);
});

test("a group's rights are its members'", async () => {
  const robot = await createRobot(client, namespace);
  const group = { kind: "Group", name: `system:serviceaccounts:${namespace}` } as const;
  const rule = { apiGroups: ["apps"], resources: ["controllerrevisions"], verbs: ["list"] };
  await grant(client, namespace, group, [rule]);
  const path = `/apis/apps/v1/namespaces/${namespace}/controllerrevisions`;
  assertAnswer(await client.get(path, {}, { as: robot.token }), 200);
  const other = await createRobot(client, await client.namespace());
  assertAnswer(await client.get(path, {}, { as: other.token }), 403);
});

test("a ClusterRole bound by a RoleBinding counts in that namespace only", async () => {
  const robot = await createRobot(client, namespace);
  const metadata = { name: uniqueName("shared") };
  const rules = [{ apiGroups: [""], resources: ["configmaps", "nodes"], verbs: ["list"] }];
  assertAnswer(await client.create(`${rbacPath}/clusterroles`, { metadata, rules }), 201);
  const roleRef = { kind: "ClusterRole", name: metadata.name };
  const binding = { metadata, subjects: [asSubject(robot)], roleRef };
  assertAnswer(await client.create(`${rbacPath}/namespaces/${namespace}/rolebindings`, binding), 201);
  const list = (path: string) => client.get(path, {}, { as: robot.token });
  await eventually(async () => assertAnswer(await list(`/api/v1/namespaces/${namespace}/configmaps`), 200));
  assertAnswer(await list("/api/v1/namespaces/default/configmaps"), 403);
  assertAnswer(await list("/api/v1/configmaps"), 403);
  assertAnswer(await list("/api/v1/nodes"), 403);
});

test("a ClusterRoleBinding counts everywhere", async () => {
  const robot = await createRobot(client, namespace);
  await grantEverywhere(client, asSubject(robot), [{ apiGroups: [""], resources: ["configmaps"], verbs: ["list"] }]);
  for (const path of [
    `/api/v1/namespaces/${namespace}/configmaps`,
    "/api/v1/namespaces/absent/configmaps",
    "/api/v1/configmaps",
  ])
    assertAnswer(await client.get(path, { limit: 1 }, { as: robot.token }), 200);
});

test("a nonResourceURL ends in * or is exact", async () => {
  const robot = await createRobot(client, namespace);
  const nonResourceURLs = ["/made/up", "/star/*"];
  await grantEverywhere(client, asSubject(robot), [{ nonResourceURLs, verbs: ["get"] }]);
  for (const [path, status] of [
    ["/made/up", 404],
    ["/made/up/more", 403],
    ["/star/x", 404],
    ["/star/x/y", 404],
    ["/star", 403],
  ] as const)
    assertAnswer(await client.get(path, {}, { as: robot.token }), status);
  assertAnswer(await client.create("/made/up", {}, {}, { as: robot.token }), 403);
});

test("the role of a binding may come later, change and go", async () => {
  const robot = await createRobot(client, namespace);
  const metadata = { name: uniqueName("later") };
  const path = `${rbacPath}/namespaces/${namespace}`;
  const roleRef = { kind: "Role", name: metadata.name };
  const binding = { metadata, subjects: [asSubject(robot)], roleRef };
  assertAnswer(await client.create(`${path}/rolebindings`, binding), 201);
  const list = (resource: string) => client.get(`/api/v1/namespaces/${namespace}/${resource}`, {}, { as: robot.token });
  assertAnswer(await list("configmaps"), 403);

  const role = (resource: string) => ({
    metadata,
    rules: [{ apiGroups: [""], resources: [resource], verbs: ["list"] }],
  });
  assertAnswer(await client.create(`${path}/roles`, role("configmaps")), 201);
  await eventually(async () => assertAnswer(await list("configmaps"), 200));
  assertAnswer(await client.update(`${path}/roles/${metadata.name}`, role("secrets")), 200);
  await eventually(async () => assertAnswer(await list("secrets"), 200));
  assertAnswer(await list("configmaps"), 403);
  assertAnswer(await client.delete(`${path}/roles/${metadata.name}`), 200);
  await eventually(async () => assertAnswer(await list("secrets"), 403));
});
