import { after, describe, test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { matching, type Policies, policiesPath, startPolicies } from "./policies.ts";
import { configMap } from "./under-policy.ts";

const client = connect();
after(() => client.close());

/** A policy that refuses whatever the rules match, and tells what the expression makes of the request. */
async function tell(policies: Policies, rule: Json, expression: string, more: Json = {}) {
  const matchConstraints = matching(policies.namespace, [], rule);
  const validations = [{ expression: "false", messageExpression: expression }];
  const name = await policies.install("validating", { matchConstraints, validations, ...more });
  return (answer: Answer, told: string) =>
    assertStatus(answer, 422, "Invalid", new RegExp(`with binding '${name}' denied request: ${told}$`));
}

const apps = (resource: string) => ({ apiGroups: ["apps"], resources: [resource] });

async function createDeployment(namespace: string): Promise<string> {
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
  const labels = { app: "made" };
  const template = { metadata: { labels }, spec: { containers: [{ name: "main", image: "image" }] } };
  const spec = { replicas: 1, selector: { matchLabels: labels }, template };
  assertAnswer(await client.create(path, { metadata: { name: "made" }, spec }), 201);
  return `${path}/made`;
}

async function createPod(namespace: string): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/pods`;
  const spec = { containers: [{ name: "main", image: "image" }] };
  assertAnswer(await client.create(path, { metadata: { name: "made" }, spec }), 201);
  return `${path}/made`;
}

describe("the request that a policy sees", { concurrency: 16 }, () => {
  test("has the version that the rule names, and the object is in it", async () => {
    await using policies = await startPolicies(client);
    const rule = { apiGroups: ["autoscaling"], apiVersions: ["v1"], resources: ["horizontalpodautoscalers"] };
    const expression =
      "request.kind.version + ' ' + request.requestKind.version + ' ' + request.requestResource.version + ' ' + string(object.spec.targetCPUUtilizationPercentage)";
    const assertTold = await tell(policies, rule, expression);
    const target = { type: "Utilization", averageUtilization: 50 };
    const spec = {
      maxReplicas: 3,
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "x" },
      metrics: [{ type: "Resource", resource: { name: "cpu", target } }],
    };
    const path = `/apis/autoscaling/v2/namespaces/${policies.namespace}/horizontalpodautoscalers`;

    assertTold(await client.create(path, { metadata: { name: "made" }, spec }), "v1 v2 v2 50");
  });

  test("of a scale has Scales for objects", async () => {
    await using policies = await startPolicies(client);
    const deployment = await createDeployment(policies.namespace);
    const expression =
      "request.kind.kind + ' ' + request.subResource + ' ' + string(oldObject.spec.replicas) + ' ' + string(object.spec.replicas)";
    const assertTold = await tell(policies, apps("deployments/scale"), expression);

    assertTold(await client.patch("merge", `${deployment}/scale`, { spec: { replicas: 5 } }), "Scale scale 1 5");
  });

  test("of any subresource is matched by a rule with a star", async () => {
    await using policies = await startPolicies(client);
    const deployment = await createDeployment(policies.namespace);
    const expression = "request.kind.kind + ' ' + (has(request.subResource) ? request.subResource : 'none')";
    const assertTold = await tell(policies, apps("deployments/*"), expression);

    assertTold(await client.patch("merge", `${deployment}/status`, { status: { replicas: 5 } }), "Deployment status");
    assertTold(await client.patch("merge", deployment, { spec: { replicas: 5 } }), "Deployment none");
  });

  test("of an eviction is a create of it", async () => {
    await using policies = await startPolicies(client);
    const pod = await createPod(policies.namespace);
    const expression = "request.operation + ' ' + request.kind.kind + ' ' + request.kind.group + ' ' + request.name";
    const assertTold = await tell(policies, { apiGroups: [""], resources: ["pods/eviction"] }, expression);
    const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "made" } };

    assertTold(await client.create(`${pod}/eviction`, eviction), "CREATE Eviction policy made");
  });

  test("of a token has the defaults of one", async () => {
    await using policies = await startPolicies(client);
    const accounts = `/api/v1/namespaces/${policies.namespace}/serviceaccounts`;
    assertAnswer(await client.create(accounts, { metadata: { name: "made" } }), 201);
    const rule = { apiGroups: [""], resources: ["serviceaccounts/token"] };
    const expression = "request.kind.kind + ' ' + request.operation + ' ' + string(object.spec.expirationSeconds)";
    const assertTold = await tell(policies, rule, expression);

    assertTold(await client.create(`${accounts}/made/token`, { spec: {} }), "TokenRequest CREATE 3600");
  });

  test("of an exec is a CONNECT with its options", async () => {
    await using policies = await startPolicies(client);
    const pod = await createPod(policies.namespace);
    const rule = { apiGroups: [""], resources: ["pods/exec"], operations: ["CONNECT"] };
    const expression = "request.kind.kind + ' ' + request.operation + ' ' + object.command[0]";
    const assertTold = await tell(policies, rule, expression);

    assertTold(await client.create(`${pod}/exec`, "", { command: "ls" }), "PodExecOptions CONNECT ls");
  });

  test("to delete a collection names nobody", async () => {
    await using policies = await startPolicies(client);
    assertAnswer(await client.create(policies.configMaps, configMap()), 201);
    const rule = { resources: ["configmaps"], operations: ["DELETE"] };
    const expression = "string(has(request.name)) + ' ' + oldObject.metadata.name";
    const assertTold = await tell(policies, rule, expression);

    const all = await client.delete(policies.configMaps);
    assertTold(all, "false made");
    assertAnswer(all, 422, { details: { name: "Unknown" } });
    assertTold(await client.delete(`${policies.configMaps}/made`), "true made");
  });

  test("of a Namespace is in no namespace, though its labels select it", async () => {
    await using policies = await startPolicies(client);
    const name = uniqueName("ns");
    const matchConstraints = matching(name, ["namespaces"]);
    const assertTold = await tell(policies, {}, "string(namespaceObject == null)", { matchConstraints });

    assertTold(await client.create("/api/v1/namespaces", { metadata: { name } }), "true");
  });

  test("is none where it is about policies, and one where it is about webhooks", async () => {
    await using policies = await startPolicies(client);
    const mark = uniqueName("mark");
    const rule = { apiGroups: ["admissionregistration.k8s.io"], resources: ["*"] };
    const { resourceRules } = matching(policies.namespace, [], rule);
    const matchConstraints = { resourceRules, objectSelector: { matchLabels: { mark } } };
    const assertTold = await tell(policies, {}, "'told'", { matchConstraints });
    const metadata = { name: mark, labels: { mark } };
    const [configMaps] = matching(policies.namespace).resourceRules;
    const spec = { matchConstraints: { resourceRules: [configMaps] }, validations: [{ expression: "true" }] };
    const dryRun = { dryRun: "All" };

    assertAnswer(await client.create(policiesPath("validating"), { metadata, spec }, dryRun), 201);
    const webhooks = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
    assertTold(await client.create(webhooks, { metadata }, dryRun), "told");
  });

  test("has a namespace whose times are texts, and conditions see none", async () => {
    await using policies = await startPolicies(client);
    const matchConditions = [{ name: "a", expression: "namespaceObject == null" }];
    const expression = "string(type(dyn(namespaceObject.metadata.creationTimestamp)) == string)";
    const assertTold = await tell(policies, { resources: ["configmaps"] }, expression, { matchConditions });

    assertTold(await client.create(policies.configMaps, configMap()), "true");
  });
});
