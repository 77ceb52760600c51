import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { allow, change, deny, type Hooks, startHooks } from "./hooks.ts";

const client = connect();
after(() => client.close());

function rule(group: string, resources: string[], operations = ["*"]): Json {
  return { operations, apiGroups: [group], apiVersions: ["v1"], resources };
}

const pod = { metadata: { name: "made" }, spec: { nodeName: "node", containers: [{ name: "main", image: "image" }] } };

async function createPod({ namespace }: Hooks, spec: Json = pod.spec): Promise<string> {
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  assertAnswer(await client.create(pods, { ...pod, spec }), 201);
  return `${pods}/made`;
}

describe("the options of a connection", { concurrency: 8 }, () => {
  const cases: [string, string, string, Json][] = [
    ["POST", "attach?stdin=1&container=main&tty=false", "PodAttachOptions", { stdin: true, container: "main" }],
    ["POST", "portforward?ports=80&ports=81", "PodPortForwardOptions", { ports: [80, 81] }],
    ["GET", "proxy/a/b/?x=1", "PodProxyOptions", { path: "/a/b/" }],
    ["GET", "proxy", "PodProxyOptions", {}],
  ];
  for (const [method, path, kind, options] of cases) {
    test(`of ${path} are what a webhook sees`, async () => {
      await using hooks = await startHooks(client);
      const rules = [rule("", ["pods/*"], ["CONNECT"])];
      await hooks.install("validating", [{ name: "door.example.com", rules, answer: () => deny("no") }]);
      const made = await createPod(hooks);
      assertAnswer(await client.request(method, `${made}/${path}`), 400);

      const [call] = hooks.calls;
      assert.deepEqual(call?.request.object, { kind, apiVersion: "v1", ...options });
    });
  }

  test("are used as a webhook has changed them", async () => {
    await using hooks = await startHooks(client);
    const answer = () => change({ op: "add", path: "/container", value: "nobody" });
    await hooks.install("mutating", [{ name: "door.example.com", rules: [rule("", ["pods/exec"])], answer }]);
    const made = await createPod(hooks);

    const message = "container nobody is not valid for pod made";
    assertStatus(await client.request("POST", `${made}/exec?command=sh`), 400, "BadRequest", message);
  });

  test("are not asked about for logs, which are read", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("validating", [{ name: "door.example.com", rules: [rule("", ["pods/*"], ["CONNECT"])] }]);
    const made = await createPod(hooks);
    await client.get(`${made}/log`);

    assert.deepEqual(hooks.calls, []);
  });
});

describe("what is created below an object", { concurrency: 8 }, () => {
  test("can be changed by a webhook: a binding leads to another node", async () => {
    await using hooks = await startHooks(client);
    const answer = () => change({ op: "replace", path: "/target/name", value: "other" });
    await hooks.install("mutating", [{ name: "bind.example.com", rules: [rule("", ["pods/binding"])], answer }]);
    const made = await createPod(hooks, { containers: pod.spec.containers });
    const binding = { metadata: { name: "made" }, target: { kind: "Node", name: "node" } };
    assertAnswer(await client.create(`${made}/binding`, binding), 201);

    assertAnswer(await client.get(made), 200, { spec: { nodeName: "other" } });
  });

  test("is an eviction, and not the delete that follows from it", async () => {
    await using hooks = await startHooks(client);
    const rules = [rule("", ["pods", "pods/eviction"], ["CREATE", "DELETE"])];
    await hooks.install("validating", [{ name: "see.example.com", rules }]);
    const made = await createPod(hooks);
    hooks.calls.splice(0);
    const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "made" } };
    assertAnswer(await client.create(`${made}/eviction`, eviction), 201);

    assertContains(
      hooks.calls.map(({ request }) => request),
      [{ operation: "CREATE", subResource: "eviction" }],
    );
  });

  test("is completed before a validating webhook sees it: a TokenRequest has its audiences", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("validating", [{ name: "see.example.com", rules: [rule("", ["serviceaccounts/token"])] }]);
    const accounts = `/api/v1/namespaces/${hooks.namespace}/serviceaccounts`;
    assertAnswer(await client.create(accounts, { metadata: { name: "robot" } }), 201);
    assertAnswer(await client.create(`${accounts}/robot/token`, { spec: {} }), 201);

    assertContains(hooks.calls[0]?.request, {
      kind: { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" },
      name: "robot",
      object: {
        metadata: { name: "robot", namespace: hooks.namespace },
        spec: { expirationSeconds: 3600, audiences: (audiences: Json) => audiences.length === 1 },
      },
    });
  });

  test("may be a review: webhooks are asked about questions, too", async () => {
    await using hooks = await startHooks(client);
    const rules = [rule("authorization.k8s.io", ["localsubjectaccessreviews"])];
    await hooks.install("validating", [{ name: "see.example.com", rules, answer: allow }]);
    const { namespace } = hooks;
    const spec = { user: "eve", resourceAttributes: { namespace, verb: "get", resource: "pods" } };
    const reviews = `/apis/authorization.k8s.io/v1/namespaces/${namespace}/localsubjectaccessreviews`;
    assertAnswer(await client.create(reviews, { metadata: { namespace }, spec }), 201);

    assertContains(hooks.calls[0]?.request, { kind: { kind: "LocalSubjectAccessReview" }, object: { spec } });
  });
});

describe("a Scale", { concurrency: 8 }, () => {
  async function scale(replicas: number) {
    await using hooks = await startHooks(client);
    const answer = () => change({ op: "replace", path: "/spec/replicas", value: replicas });
    await hooks.install("mutating", [
      { name: "size.example.com", rules: [rule("apps", ["deployments/scale"])], answer },
    ]);
    const labels = { app: "web" };
    const template = { metadata: { labels }, spec: { containers: pod.spec.containers } };
    const deployments = `/apis/apps/v1/namespaces/${hooks.namespace}/deployments`;
    const deployment = { metadata: { name: "web" }, spec: { selector: { matchLabels: labels }, template } };
    assertAnswer(await client.create(deployments, deployment), 201);
    const answered = await client.patch("merge", `${deployments}/web/scale`, { spec: { replicas: 7 } });
    return { answered, after: await client.get(`${deployments}/web`) };
  }

  test("that a webhook changes changes the object", async () => {
    const { answered, after } = await scale(2);

    assertAnswer(answered, 200, { spec: { replicas: 2 } });
    assertAnswer(after, 200, { spec: { replicas: 2 } });
  });

  test("is validated after the change", async () => {
    const message =
      'Scale.autoscaling "web" is invalid: spec.replicas: Invalid value: -2: must be greater than or equal to 0';
    assertStatus((await scale(-2)).answered, 422, "Invalid", message);
  });
});
