import assert from "node:assert/strict";
import { assertAnswer, type Json } from "../conformance/answer.ts";
import { uniqueName } from "../conformance/client.ts";
import { describeKubectls, type Kubectl } from "./kubectl.ts";
import { usePlane } from "./planes.ts";

const plane = usePlane();
const rbac = "/apis/rbac.authorization.k8s.io/v1";
const readPods = { apiGroups: [""], resources: ["pods", "pods/log"], verbs: ["get", "list"] };

/** Columns are as wide as their longest cell, which the test does not care about. */
function cells(printed: string): string[] {
  return printed.split("\n").map((line) => line.trimEnd().replaceAll(/ {2,}/g, " | "));
}

/** Somebody who may read pods in the namespace of the test, and nothing else. */
async function createReader({ namespace }: Kubectl): Promise<string> {
  const { client } = plane();
  const name = uniqueName("reader");
  const metadata = { name };
  const path = `${rbac}/namespaces/${namespace}`;
  assertAnswer(await client.create(`${path}/roles`, { metadata, rules: [readPods] }), 201);
  const subjects = [{ kind: "User", name }];
  const roleRef = { kind: "Role", name };
  assertAnswer(await client.create(`${path}/rolebindings`, { metadata, subjects, roleRef }), 201);
  return name;
}

async function read(path: string): Promise<Json> {
  const answer = await plane().client.get(path);
  assertAnswer(answer, 200);
  return answer.body;
}

/** What the command says, once the server has noticed new roles. */
async function untilSays(kubectl: Kubectl, expected: string, ...args: string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { stdout } = await kubectl.run(args);
    if (stdout.trimEnd() === expected) return;
    assert.ok(attempt < 20, `kubectl ${args.join(" ")} says ${stdout}`);
  }
}

/** The 28 of 1.28; some vendors write `28+`. */
async function minorVersion(kubectl: Kubectl): Promise<number> {
  const { clientVersion } = JSON.parse(await kubectl.says("version", "--client", "--output=json"));
  return Number.parseInt(clientVersion.minor, 10);
}

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

async function createRequest(): Promise<string> {
  const name = uniqueName("alice");
  const spec = { request: Buffer.from(pem).toString("base64"), signerName: "example.com/s", usages: ["client auth"] };
  assertAnswer(await plane().client.create(requests, { metadata: { name }, spec }), 201);
  return name;
}

describeKubectls("kubectl and rights", {
  "auth can-i says yes or no, and ends with 1 for no": async (kubectl) => {
    assert.equal(await kubectl.says("auth", "can-i", "create", "deployments.apps"), "yes");
    assert.equal(await kubectl.says("auth", "can-i", "get", "/healthz"), "yes");
    const reader = await createReader(kubectl);
    await untilSays(kubectl, "yes", "auth", "can-i", "list", "pods", "--as", reader);
    await untilSays(kubectl, "yes", "auth", "can-i", "get", "pods", "--subresource=log", "--as", reader);
    const no = await kubectl.run(["auth", "can-i", "delete", "pods", "--as", reader]);
    assert.deepEqual([no.code, no.stdout], [1, "no\n"]);
    const elsewhere = await kubectl.run(["auth", "can-i", "get", "pods", "--all-namespaces", "--as", reader]);
    assert.deepEqual([elsewhere.code, elsewhere.stdout], [1, "no\n"]);
    const quiet = await kubectl.run(["auth", "can-i", "delete", "pods", "--quiet", "--as", reader]);
    assert.deepEqual([quiet.code, quiet.stdout], [1, ""]);
  },

  "auth can-i --list prints what one may do, and nothing that is wrong": async (kubectl) => {
    const reader = await createReader(kubectl);
    await untilSays(kubectl, "yes", "auth", "can-i", "list", "pods", "--as", reader);
    const [header, ...rows] = cells(await kubectl.says("auth", "can-i", "--list", "--as", reader));
    assert.equal(header, "Resources | Non-Resource URLs | Resource Names | Verbs");
    for (const row of [
      "pods/log | [] | [] | [get list]",
      "pods | [] | [] | [get list]",
      "selfsubjectreviews.authentication.k8s.io | [] | [] | [create]",
      " | [/healthz] | [] | [get]",
    ])
      assert.ok(rows.includes(row), `${row} is not among\n${rows.join("\n")}`);
    const everything = cells(await kubectl.says("auth", "can-i", "--list"));
    assert.ok(everything.includes("*.* | [] | [] | [*]") && everything.includes(" | [*] | [] | [*]"));
  },

  "auth whoami prints whom the server takes one for": async (kubectl) => {
    const { code, stdout, stderr } = await kubectl.run(["auth", "whoami"]);
    if ((await minorVersion(kubectl)) < 28) {
      // It asks for v1alpha1 and v1beta1, which Kubernetes 1.36 does not serve either.
      assert.equal(code, 1);
      assert.match(stderr, /^error: the selfsubjectreviews API is not enabled in the cluster\n/);
      return;
    }
    assert.equal(code, 0, stderr);
    assert.deepEqual(cells(stdout.trimEnd()).slice(0, 4).toSorted(), [
      "ATTRIBUTE | VALUE",
      "Groups | [system:masters system:authenticated]",
      "UID | admin",
      "Username | admin",
    ]);
    const other = JSON.parse(await kubectl.says("auth", "whoami", "--output=json", "--as=eve", "--as-group=dev"));
    assert.deepEqual(other.status.userInfo, { username: "eve", groups: ["dev", "system:authenticated"] });
  },

  "auth reconcile makes roles and bindings, adds what is missing, and takes nothing away unless told to": async (
    kubectl,
  ) => {
    const { namespace } = kubectl;
    const metadata = { name: "pod-reader", namespace };
    const apiVersion = "rbac.authorization.k8s.io/v1";
    const role = (...rules: Json[]) => ({ apiVersion, kind: "Role", metadata, rules });
    const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "pod-reader" };
    const subjects = [{ kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "eve" }];
    const binding = { apiVersion, kind: "RoleBinding", metadata, roleRef, subjects };
    const list = (...items: Json[]) => ({ apiVersion: "v1", kind: "List", items });
    const path = `${rbac}/namespaces/${namespace}/roles/pod-reader`;

    const printed = await kubectl.saysTo(list(role(readPods), binding), "auth", "reconcile", "--filename=-");
    assert.match(printed, /role\.rbac\.authorization\.k8s\.io\/pod-reader reconciled/);
    assert.match(printed, /rolebinding\.rbac\.authorization\.k8s\.io\/pod-reader reconciled/);
    const watchPods = { apiGroups: [""], resources: ["pods"], verbs: ["watch"] };
    await kubectl.saysTo(role(watchPods), "auth", "reconcile", "--filename=-");
    assert.deepEqual((await read(path)).rules, [readPods, watchPods]);
    await kubectl.saysTo(role(watchPods), "auth", "reconcile", "--filename=-", "--remove-extra-permissions");
    assert.deepEqual((await read(path)).rules, [watchPods]);
    await untilSays(kubectl, "yes", "auth", "can-i", "watch", "pods", "--as=eve");
  },

  "create token gives one that the server believes": async (kubectl) => {
    await kubectl.says("create", "serviceaccount", "robot");
    const token = await kubectl.says("create", "token", "robot", "--duration=20m");
    const answer = await plane().client.create(
      "/apis/authentication.k8s.io/v1/selfsubjectreviews",
      {},
      {},
      { as: token },
    );
    assertAnswer(answer, 201, {
      status: { userInfo: { username: `system:serviceaccount:${kubectl.namespace}:robot` } },
    });
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    assert.equal(claims.exp - claims.iat, 1_200);
    const other = await kubectl.says("create", "token", "robot", "--audience=vault");
    assert.deepEqual(JSON.parse(Buffer.from(other.split(".")[1] ?? "", "base64url").toString()).aud, ["vault"]);
    const { code, stderr } = await kubectl.run(["create", "token", "nobody"]);
    assert.equal(code, 1);
    assert.match(stderr, /serviceaccounts "nobody" not found/);
  },

  "certificate approve and deny decide, each once, and get shows it": async (kubectl) => {
    const [good, bad] = [await createRequest(), await createRequest()];
    assert.match(
      await kubectl.says("certificate", "approve", good),
      new RegExp(`certificatesigningrequest\\.certificates\\.k8s\\.io/${good} approved$`),
    );
    assert.match(await kubectl.says("certificate", "deny", bad), /denied$/);
    const shown = cells(await kubectl.says("get", "csr", good, bad, "--no-headers")).toSorted();
    assert.match(shown.join("\n"), / \| example\.com\/s \| admin \| <none> \| Approved$/m);
    assert.match(shown.join("\n"), / \| example\.com\/s \| admin \| <none> \| Denied$/m);
    const { code, stderr } = await kubectl.run(["certificate", "deny", good]);
    assert.equal(code, 1);
    assert.match(stderr, /Approved/);
    for (const name of [good, bad]) assertAnswer(await plane().client.delete(`${requests}/${name}`), 200);
  },
});
