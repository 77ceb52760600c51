/**
 * Kubernetes 1.36 knows two ways: the verb `impersonate` on users, groups, uids and userextras, and the constrained one, which takes
 * `impersonate:MODE` on the one to be and `impersonate-on:MODE:VERB` on what is done. The server remembers for each caller which way
 * worked last and complains of that one first; so each test here has a caller of its own.
 */
import { after, before, test } from "node:test";
import { openAuthority } from "../../real/certificates.ts";
import { type Answer, assertAnswer, assertStatus } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { type HeaderPairs, whoIsCertified } from "./certified.ts";
import { assertCaller, createRobot, grant, grantEverywhere, type Robot, type Subject, whoAmI } from "./subjects.ts";

const client = connect();
let namespace: string;
before(async () => {
  namespace = await client.namespace();
});
after(() => client.close());

const legacyRule = (resource: string, resourceNames: string[], group = "") => ({
  apiGroups: [group],
  resources: [resource],
  resourceNames,
  verbs: ["impersonate"],
});
const mayBeBob = legacyRule("users", ["bob"]);
const asSubject = ({ name }: Robot): Subject => ({ kind: "ServiceAccount", name, namespace });
const beingAs = (robot: Robot, headers: Record<string, string>) => whoAmI(client, { as: robot.token, headers });

/** A caller who may do everything and is known to nobody yet. */
function beingAsRoot(...pairs: HeaderPairs): Promise<Answer> {
  const authority = openAuthority(client.server.clientCa);
  const root = authority.issue({ commonName: uniqueName("root"), organizations: ["system:masters"] });
  return whoIsCertified(client, root, pairs);
}

test("who may impersonate becomes the user, without the user's groups", async () => {
  assertCaller(await beingAsRoot(["Impersonate-User", "bob"]), {
    username: "bob",
    uid: undefined,
    groups: ["system:authenticated"],
    extra: undefined,
  });
});

test("groups, uid and extra are given by headers, and system:authenticated is added", async () => {
  const answer = await beingAsRoot(
    ["Impersonate-User", "bob"],
    ["Impersonate-Group", "dev"],
    ["Impersonate-Group", "ops"],
    ["Impersonate-Uid", "42"],
    ["Impersonate-Extra-Acme.com%2FProject", "one"],
    ["Impersonate-Extra-Acme.com%2FProject", "two"],
  );
  assertCaller(answer, {
    username: "bob",
    uid: "42",
    groups: ["dev", "ops", "system:authenticated"],
    extra: { "acme.com/project": ["one", "two"] },
  });
});

test("an empty user is none at all", async () => {
  assertCaller(await whoAmI(client, { as: "alice", headers: { "Impersonate-User": "" } }), { username: "alice" });
});

test("groups, a uid or extra without a user are a BadRequest, whatever the caller may do", async () => {
  // The message is a Go value as it prints; nobody meant it to be read.
  const printed = (uid: string, groups: string, extra: string) =>
    `requested &user.DefaultInfo{Name:"", UID:"${uid}", Groups:[]string${groups}, Extra:map[string][]string${extra}} ` +
    "without impersonating a user name";
  for (const as of ["admin", "alice"]) {
    const asking = (name: string, value: string) => whoAmI(client, { as, headers: { [name]: value } });
    assertStatus(await asking("Impersonate-Group", "g"), 400, "BadRequest", printed("", '{"g"}', "(nil)"));
    assertStatus(await asking("Impersonate-Uid", "7"), 400, "BadRequest", printed("7", "(nil)", "(nil)"));
    const extra = '{"a":[]string{"v"}}';
    assertStatus(await asking("Impersonate-Extra-A", "v"), 400, "BadRequest", printed("", "(nil)", extra));
  }
});

test("a ServiceAccount's groups come by themselves, unless groups are named", async () => {
  const account = `system:serviceaccount:${namespace}:absent`;
  assertCaller(await beingAsRoot(["Impersonate-User", account]), {
    username: account,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"],
  });
  assertCaller(await beingAsRoot(["Impersonate-User", account], ["Impersonate-Group", "dev"]), {
    groups: ["dev", "system:authenticated"],
  });
});

test("a node is put in system:nodes when only its name is given", async () => {
  assertCaller(await beingAsRoot(["Impersonate-User", "system:node:one"]), {
    username: "system:node:one",
    groups: ["system:nodes", "system:authenticated"],
  });
  assertCaller(await beingAsRoot(["Impersonate-User", "system:node:one"], ["Impersonate-Group", "dev"]), {
    groups: ["dev", "system:authenticated"],
  });
});

test("the anonymous is put in system:unauthenticated instead of system:authenticated", async () => {
  const answer = await beingAsRoot(["Impersonate-User", "system:anonymous"]);
  assertAnswer(answer, 403, { message: /User "system:anonymous" cannot create/ });
  const both = [
    ["Impersonate-User", "system:anonymous"],
    ["Impersonate-Group", "system:authenticated"],
  ] as const;
  assertCaller(await beingAsRoot(...both), { groups: ["system:authenticated", "system:unauthenticated"] });
});

test("what is done is done with the rights of the impersonated", async () => {
  const headers = { "Impersonate-User": "bob" };
  const message =
    'namespaces is forbidden: User "bob" cannot list resource "namespaces" in API group "" at the cluster scope';
  assertStatus(await client.get("/api/v1/namespaces", {}, { headers }), 403, "Forbidden", message);
});

test("without any right the refusal names the constrained way", async () => {
  const robot = await createRobot(client, namespace);
  const subject = `User "${robot.user}"`;
  const inGroup = 'in API group "authentication.k8s.io" at the cluster scope';
  for (const [user, mode] of [
    ["bob", "user-info"],
    [robot.user, "serviceaccount"],
    ["system:node:one", "arbitrary-node"],
  ] as const) {
    const message =
      `selfsubjectreviews.authentication.k8s.io is forbidden: ${subject} cannot impersonate-on:${mode}:create ` +
      `resource "selfsubjectreviews" ${inGroup}`;
    assertStatus(await beingAs(robot, { "Impersonate-User": user }), 403, "Forbidden", message);
  }
  const headers = { "Impersonate-User": "bob" };
  const health = await client.get("/healthz", {}, { as: robot.token, headers });
  const message = `forbidden: ${subject} cannot impersonate-on:user-info:get path "/healthz"`;
  assertStatus(health, 403, "Forbidden", message);
});

test("even oneself one may not impersonate without the right", async () => {
  const robot = await createRobot(client, namespace);
  assertAnswer(await beingAs(robot, { "Impersonate-User": robot.user }), 403);
});

test("the anonymous may not impersonate, and a wrong token is a 401 first", async () => {
  const headers = { "Impersonate-User": "bob" };
  assertAnswer(await whoAmI(client, { as: null, headers }), 403, {
    message: /User "system:anonymous" cannot impersonate-on:user-info:create resource/,
  });
  assertStatus(await whoAmI(client, { as: "nobodys-token", headers }), 401, "Unauthorized", "Unauthorized");
});

test("the verb impersonate on one user allows this user only, and none of his attributes", async () => {
  const robot = await createRobot(client, namespace);
  await grantEverywhere(client, asSubject(robot), [mayBeBob]);
  assertCaller(await beingAs(robot, { "Impersonate-User": "bob" }), { username: "bob" });

  const cannot = `User "${robot.user}" cannot impersonate resource`;
  const bob = { "Impersonate-User": "bob" };
  for (const [headers, message] of [
    [{ "Impersonate-User": "carol" }, `users "carol" is forbidden: ${cannot} "users" in API group ""`],
    [{ ...bob, "Impersonate-Group": "dev" }, `groups "dev" is forbidden: ${cannot} "groups" in API group ""`],
    [
      { ...bob, "Impersonate-Uid": "7" },
      `uids.authentication.k8s.io "7" is forbidden: ${cannot} "uids" in API group "authentication.k8s.io"`,
    ],
    [
      { ...bob, "Impersonate-Extra-Scopes": "read" },
      `userextras.authentication.k8s.io "read" is forbidden: ${cannot} "userextras/scopes" in API group "authentication.k8s.io"`,
    ],
  ] as const)
    assertStatus(await beingAs(robot, headers), 403, "Forbidden", `${message} at the cluster scope`);
});

test("groups, uids and extra values are granted one by one", async () => {
  const robot = await createRobot(client, namespace);
  await grantEverywhere(client, asSubject(robot), [
    mayBeBob,
    legacyRule("groups", ["dev"]),
    legacyRule("uids", ["7"], "authentication.k8s.io"),
    legacyRule("userextras/scopes", ["read"], "authentication.k8s.io"),
  ]);
  const bob = { "Impersonate-User": "bob" };
  const all = { ...bob, "Impersonate-Group": "dev", "Impersonate-Uid": "7", "Impersonate-Extra-Scopes": "read" };
  assertCaller(await beingAs(robot, all), {
    username: "bob",
    uid: "7",
    groups: ["dev", "system:authenticated"],
    extra: { scopes: ["read"] },
  });
  for (const [name, value] of [
    ["Impersonate-Group", "ops"],
    ["Impersonate-Uid", "8"],
    ["Impersonate-Extra-Scopes", "write"],
    ["Impersonate-Extra-Other", "read"],
  ] as const)
    assertAnswer(await beingAs(robot, { ...all, [name]: value }), 403, { reason: "Forbidden" });
});

test("ServiceAccounts are granted in their namespace", async () => {
  const robot = await createRobot(client, namespace);
  await grant(client, namespace, asSubject(robot), [legacyRule("serviceaccounts", ["one"])]);
  const named = (account: string) => beingAs(robot, { "Impersonate-User": `system:serviceaccount:${account}` });
  assertCaller(await named(`${namespace}:one`), { username: `system:serviceaccount:${namespace}:one` });
  const message = (account: string, space: string) =>
    `serviceaccounts "${account}" is forbidden: User "${robot.user}" cannot impersonate resource "serviceaccounts" ` +
    `in API group "" in the namespace "${space}"`;
  assertStatus(await named(`${namespace}:two`), 403, "Forbidden", message("two", namespace));
  assertStatus(await named("default:one"), 403, "Forbidden", message("one", "default"));
});

test("the constrained way takes a right to be somebody and a right to do this as somebody", async () => {
  const robot = await createRobot(client, namespace);
  const mayBe = { resources: ["users"], resourceNames: ["bob"], verbs: ["impersonate:user-info"] };
  await grantEverywhere(client, asSubject(robot), [{ ...mayBe, apiGroups: ["authentication.k8s.io"] }]);
  const bob = { "Impersonate-User": "bob" };
  assertAnswer(await beingAs(robot, bob), 403, { message: /cannot impersonate-on:user-info:create resource/ });

  const mayDo = { resources: ["selfsubjectreviews"], verbs: ["impersonate-on:user-info:create"] };
  await grantEverywhere(client, asSubject(robot), [{ ...mayDo, apiGroups: ["authentication.k8s.io"] }]);
  assertCaller(await beingAs(robot, bob), { username: "bob", groups: ["system:authenticated"] });

  const pod = await client.get(`/api/v1/namespaces/${namespace}/pods/one`, {}, { as: robot.token, headers: bob });
  const message =
    `pods "one" is forbidden: User "${robot.user}" cannot impersonate-on:user-info:get resource "pods" in API group "" ` +
    `in the namespace "${namespace}"`;
  assertStatus(pod, 403, "Forbidden", message);
});

test("the constrained way never leads to system:masters", async () => {
  const robot = await createRobot(client, namespace);
  const apiGroups = ["authentication.k8s.io"];
  await grantEverywhere(client, asSubject(robot), [
    { apiGroups, resources: ["users", "groups"], verbs: ["impersonate:user-info"] },
    { apiGroups, resources: ["selfsubjectreviews"], verbs: ["impersonate-on:user-info:create"] },
  ]);
  const headers = { "Impersonate-User": "bob", "Impersonate-Group": "system:masters" };
  const message =
    `groups.authentication.k8s.io "system:masters" is forbidden: User "${robot.user}" cannot impersonate:user-info ` +
    'resource "groups" in API group "authentication.k8s.io" at the cluster scope: impersonating the system:masters group is not allowed';
  assertStatus(await beingAs(robot, headers), 403, "Forbidden", message);
});
