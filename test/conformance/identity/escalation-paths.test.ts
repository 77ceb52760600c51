import assert from "node:assert/strict";
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
const rbac = "rbac.authorization.k8s.io";
const readSecrets = { apiGroups: [""], resources: ["secrets"], verbs: ["get"] };
const readConfigMaps = { apiGroups: [""], resources: ["configmaps"], verbs: ["get"] };
const verbs = ["create", "update", "patch", "get", "delete"];
const escalates = /is attempting to grant RBAC permissions not currently held:\n/;

/** One who may write all that RBAC consists of, everywhere, and read ConfigMaps. */
async function createManager(...more: Json[]): Promise<Robot> {
  const robot = await createRobot(client, namespace);
  const resources = ["roles", "rolebindings", "clusterroles", "clusterrolebindings"];
  await grantEverywhere(client, asSubject(robot), [{ apiGroups: [rbac], resources, verbs }, readConfigMaps, ...more]);
  return robot;
}

/** Roles are known to the judge of rights a moment after they are stored. */
function known(send: () => Promise<Answer>): Promise<Answer> {
  return eventually(async () => {
    const answer = await send();
    if (answer.status === 404) throw new Error(answer.text);
    return answer;
  });
}

const patches = {
  json: (path: string, value: Json) => [{ op: "add", path: `/${path}`, value }],
  merge: (path: string, value: Json) => ({ [path]: value }),
  strategic: (path: string, value: Json) => ({ [path]: value }),
} as const;

for (const plural of ["roles", "clusterroles"] as const) {
  const collection = () =>
    plural === "roles" ? `${rbacPath}/namespaces/${namespace}/roles` : `${rbacPath}/clusterroles`;
  const kind = plural === "roles" ? "Role" : "ClusterRole";
  const apiVersion = `${rbac}/v1`;

  test(`no patch puts into one of ${plural} what its writer lacks, nor does an apply, in place or as it creates`, async () => {
    const { token: as } = await createManager();
    const name = uniqueName("role");
    assertAnswer(await client.create(collection(), { metadata: { name }, rules: [readConfigMaps] }), 201);
    const path = `${collection()}/${name}`;
    for (const type of ["json", "merge", "strategic"] as const) {
      const answer = await client.patch(type, path, patches[type]("rules", [readSecrets]), {}, { as });
      assertStatus(answer, 403, "Forbidden", escalates);
    }
    for (const applied of [name, uniqueName("fresh")]) {
      const body = { apiVersion, kind, metadata: { name: applied }, rules: [readSecrets] };
      const query = { fieldManager: "me", force: true };
      const answer = await client.patch("apply", `${collection()}/${applied}`, body, query, { as });
      assertStatus(answer, 403, "Forbidden", escalates);
    }
    assert.deepEqual((await client.get(path)).body.rules, [readConfigMaps]);
  });
}

for (const plural of ["rolebindings", "clusterrolebindings"] as const) {
  const collection = () =>
    plural === "rolebindings" ? `${rbacPath}/namespaces/${namespace}/rolebindings` : `${rbacPath}/clusterrolebindings`;
  const kind = plural === "rolebindings" ? "RoleBinding" : "ClusterRoleBinding";
  const roleRef = { apiGroup: rbac, kind: "ClusterRole", name: "cluster-admin" };
  const me = (robot: Robot) => ({ kind: "ServiceAccount", name: robot.name, namespace: robot.namespace });

  test(`nobody adds themselves to ${plural} of more than they hold, by any write`, async () => {
    const robot = await createManager();
    const as = robot.token;
    const name = uniqueName("binding");
    assertAnswer(await client.create(collection(), { metadata: { name }, roleRef, subjects: [] }), 201);
    const path = `${collection()}/${name}`;
    const subjects = [me(robot)];
    for (const type of ["json", "merge", "strategic"] as const) {
      const answer = await client.patch(type, path, patches[type]("subjects", subjects), {}, { as });
      assertStatus(answer, 403, "Forbidden", escalates);
    }
    const put = await client.update(path, { metadata: { name }, roleRef, subjects }, {}, { as });
    assertStatus(put, 403, "Forbidden", escalates);
    for (const applied of [name, uniqueName("fresh")]) {
      const body = { apiVersion: `${rbac}/v1`, kind, metadata: { name: applied }, roleRef, subjects };
      const query = { fieldManager: "me", force: true };
      const answer = await client.patch("apply", `${collection()}/${applied}`, body, query, { as });
      assertStatus(answer, 403, "Forbidden", escalates);
    }
    const fresh = { metadata: { name: uniqueName("fresh") }, roleRef, subjects };
    assertStatus(await client.create(collection(), fresh, {}, { as }), 403, "Forbidden", escalates);
    assertStatus(
      await client.create(collection(), { ...fresh, metadata: { generateName: "x-" } }, { dryRun: "All" }, { as }),
      403,
      "Forbidden",
      escalates,
    );
  });

  test(`the role of one of ${plural} stays, so that a harmless one cannot become another`, async () => {
    const { token: as } = await createManager({ apiGroups: [rbac], resources: ["clusterroles"], verbs: ["bind"] });
    const name = uniqueName("binding");
    const view = { ...roleRef, name: "view" };
    assertAnswer(
      await known(() => client.create(collection(), { metadata: { name }, roleRef: view }, {}, { as })),
      201,
    );
    const answer = await client.patch("merge", `${collection()}/${name}`, { roleRef }, {}, { as });
    assertStatus(answer, 422, "Invalid", /roleRef: Invalid value: .*: cannot change roleRef/);
  });
}

test("a label that makes another role gather this one takes what is in it", async () => {
  const { token: as } = await createManager();
  const labels = { "rbac.authorization.k8s.io/aggregate-to-view": "true" };
  const body = { metadata: { name: uniqueName("role"), labels }, rules: [readSecrets] };
  assertStatus(await client.create(`${rbacPath}/clusterroles`, body, {}, { as }), 403, "Forbidden", escalates);
});

test("an aggregationRule can neither be patched in nor out by who does not hold everything", async () => {
  const { token: as } = await createManager();
  const message = /is forbidden: must have cluster-admin privileges to use the aggregationRule$/;
  const name = uniqueName("role");
  const path = `${rbacPath}/clusterroles/${name}`;
  assertAnswer(await client.create(`${rbacPath}/clusterroles`, { metadata: { name }, rules: [] }), 201);
  const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { none: name } }] };
  assertStatus(await client.patch("merge", path, { aggregationRule }, {}, { as }), 403, "Forbidden", message);
  assertAnswer(await client.patch("merge", path, { aggregationRule }), 200);
  assertStatus(await client.patch("merge", path, { aggregationRule: null }, {}, { as }), 403, "Forbidden", message);
});

test("who may do some verbs lacks all of them, who may on some names lacks the others, and a star is more than any list", async () => {
  const held = { apiGroups: ["apps"], resources: ["deployments"], verbs: ["get", "list"] };
  const named = { apiGroups: ["batch"], resources: ["jobs"], resourceNames: ["one"], verbs: ["get"] };
  const { token: as } = await createManager(held, named, { nonResourceURLs: ["/logs/*"], verbs: ["get"] });
  const write = (rule: Json) =>
    client.create(`${rbacPath}/clusterroles`, { metadata: { name: uniqueName("role") }, rules: [rule] }, {}, { as });
  for (const rule of [
    { ...held, verbs: ["*"] },
    { ...held, resources: ["*"] },
    { ...held, apiGroups: ["*"] },
    { ...held, resources: ["deployments/scale"] },
    { ...held, resources: ["*/scale"] },
    { ...named, resourceNames: [] },
    { ...named, resourceNames: ["two"] },
    { nonResourceURLs: ["/logs"], verbs: ["get"] },
    { nonResourceURLs: ["*"], verbs: ["get"] },
  ]) {
    assertStatus(await write(rule), 403, "Forbidden", escalates);
  }
  for (const rule of [
    { ...held, resourceNames: ["x"] },
    named,
    { nonResourceURLs: ["/logs/a", "/logs/b*"], verbs: ["get"] },
  ]) {
    assertAnswer(await write(rule), 201);
  }
});

test("the verbs bind and escalate are no rights that come with others", async () => {
  const robot = await createRobot(client, namespace);
  await grant(client, namespace, asSubject(robot), [
    { apiGroups: [rbac], resources: ["roles", "rolebindings"], verbs },
    { apiGroups: [rbac], resources: ["roles"], verbs: ["list", "watch", "deletecollection"] },
  ]);
  const rules = [{ apiGroups: [rbac], resources: ["roles"], verbs: ["escalate"] }];
  const body = { metadata: { name: uniqueName("role") }, rules };
  const answer = await client.create(`${rbacPath}/namespaces/${namespace}/roles`, body, {}, { as: robot.token });
  assertStatus(answer, 403, "Forbidden", escalates);
});

test("a token of another account takes the right to create one, which creating accounts is not", async () => {
  const robot = await createRobot(client, namespace);
  const other = await createRobot(client, namespace);
  await grant(client, namespace, asSubject(robot), [
    { apiGroups: [""], resources: ["serviceaccounts"], verbs: ["create", "get", "update", "patch"] },
  ]);
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${other.name}/token`;
  const answer = await client.create(path, {}, {}, { as: robot.token });
  assertStatus(answer, 403, "Forbidden", /cannot create resource "serviceaccounts\/token" in API group ""/);
});

test("impersonation takes the right for each part of the other: user, groups, uid and extra", async () => {
  const robot = await createRobot(client, namespace);
  const impersonate = { apiGroups: [""], resources: ["users"], resourceNames: ["alice"], verbs: ["impersonate"] };
  await grantEverywhere(client, asSubject(robot), [impersonate]);
  const become = (headers: Record<string, string>) =>
    client.get(`/api/v1/namespaces/${namespace}/secrets`, {}, { as: robot.token, headers });
  const alice = { "impersonate-user": "alice" };
  for (const headers of [
    { "impersonate-user": "admin" },
    { ...alice, "impersonate-group": "system:masters" },
    { ...alice, "impersonate-uid": "1" },
    { ...alice, "impersonate-extra-scopes": "all" },
    { "impersonate-user": "system:serviceaccount:kube-system:default" },
    { "impersonate-user": "system:node:one" },
  ]) {
    assertStatus(await become(headers), 403, "Forbidden", /cannot impersonate/);
  }
  // As alice alone, who may do nothing.
  assertStatus(await become(alice), 403, "Forbidden", /^secrets is forbidden: User "alice" cannot list resource/);
});

const requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
/** For `CN=alice, O=developers`; its key is forgotten. */
const pem = `-----BEGIN CERTIFICATE REQUEST-----
MIHhMIGHAgEAMCUxEzARBgNVBAoMCmRldmVsb3BlcnMxDjAMBgNVBAMMBWFsaWNl
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEASxXFOWstN0KO7BZCkw/MqwldQY7
i0aYCH1Wf+vLk4j75+50Oxs/6UpKcI0NFNwv+lQXuB5ubZlhHMjUQ/+ZV6AAMAoG
CCqGSM49BAMCA0kAMEYCIQDUZk3AlZ3+ZHI+EDNmZoG+8ASa37w/T1Hdp7O/kJni
9AIhAIlLWDC43z3nj58f6KlLa17tNAu6mmmUT1Qn9ClXFL4v
-----END CERTIFICATE REQUEST-----
`;

test("to approve or to sign a certificate takes the right on its signer, beside that on the request", async () => {
  const name = uniqueName("request");
  const signerName = `example.com/${name}`;
  const spec = { request: Buffer.from(pem).toString("base64"), signerName, usages: ["client auth"] };
  assertAnswer(await client.create(requests, { metadata: { name }, spec }), 201);
  const path = `${requests}/${name}`;
  const conditions = [{ type: "Approved", status: "True", reason: "Known", message: "" }];
  const group = "certificates.k8s.io";
  const change = {
    apiGroups: [group],
    resources: ["certificatesigningrequests/approval", "certificatesigningrequests/status"],
    verbs: ["patch", "update"],
  };
  const approver = await createRobot(client, namespace);
  await grantEverywhere(client, asSubject(approver), [change]);
  const approve = (as: string) => client.patch("merge", `${path}/approval`, { status: { conditions } }, {}, { as });
  const words = `user not permitted to approve requests with signerName "${signerName}"`;
  const message = `certificatesigningrequests.${group} "${name}" is forbidden: ${words}`;
  assertStatus(await approve(approver.token), 403, "Forbidden", message);
  // Any that can be read: who signed it is for nobody here to judge.
  const certificate = Buffer.from(client.server.clientCa.cert).toString("base64");
  const signed = await client.patch("merge", `${path}/status`, { status: { certificate } }, {}, { as: approver.token });
  assertStatus(signed, 403, "Forbidden", /user not permitted to sign requests with signerName/);
  const onSigner = { apiGroups: [group], resources: ["signers"], resourceNames: ["example.com/*"], verbs: ["approve"] };
  await grantEverywhere(client, asSubject(approver), [onSigner]);
  assertAnswer(await known(() => approve(approver.token)), 200);
  assertAnswer(await client.delete(path), 200);
});
