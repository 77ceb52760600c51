import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { eventually } from "../eventually.ts";

const client = connect();
after(() => client.close());

/** The resources that nothing else in a test uses, by which it sees that its quota is in force. */
const probe = { "count/podtemplates": "0" };

interface Bounded {
  readonly namespace: string;
  create(plural: string, object: Json, query?: Record<string, string>): Promise<Answer>;
  used(): Promise<Json>;
}

/** A namespace with a quota in force; without controllers the test writes its status itself. */
async function bounded(hard: Json, used: Json, spec: Json = {}): Promise<Bounded> {
  const namespace = await client.namespace();
  const core = `/api/v1/namespaces/${namespace}`;
  const quotas = `${core}/resourcequotas`;
  const all = { ...hard, ...probe };
  // The probe is for all, so that it stands in a quota of its own beside one with scopes.
  const [own, other] = spec.scopes || spec.scopeSelector ? [hard, probe] : [all, undefined];
  const write = async (name: string, bounds: Json, amounts: Json, more: Json) => {
    assertAnswer(await client.create(quotas, { metadata: { name }, spec: { hard: bounds, ...more } }), 201);
    const status = { hard: bounds, used: amounts };
    assertAnswer(await client.patch("merge", `${quotas}/${name}/status`, { status }), 200);
  };
  await write("bounds", own, other ? used : { ...used, ...probe }, spec);
  if (other) await write("probe", other, other, {});
  const template = { template: { spec: { containers: [{ name: "main", image: "image" }] } } };
  await eventually(async () => {
    const answer = await client.create(`${core}/podtemplates`, { metadata: { name: "probe" }, ...template });
    assertStatus(answer, 403, "Forbidden", /exceeded quota/);
  });
  return {
    namespace,
    create: (plural, object, query = {}) =>
      client.create(
        plural.includes("/") ? plural.replace("$", namespace) : `${core}/${plural}`,
        { metadata: { name: "made" }, ...object },
        query,
      ),
    used: async () => {
      const { "count/podtemplates": _, ...amounts } = (await client.get(`${quotas}/bounds`)).body.status.used;
      return amounts;
    },
  };
}

const pod = (requests: Json = {}, limits: Json = {}, spec: Json = {}) => ({
  spec: { containers: [{ name: "main", image: "image", resources: { requests, limits } }], ...spec },
});
const exceeded = (what: string, requested: string, used: string, limited: string) =>
  `${what} "made" is forbidden: exceeded quota: bounds, requested: ${requested}, used: ${used}, limited: ${limited}`;

describe("a quota on pods", { concurrency: 8 }, () => {
  test("counts them, what they request and what they are limited to", async () => {
    const hard = { pods: "5", "count/pods": "5", cpu: "4", "requests.memory": "4Gi", "limits.cpu": "8" };
    const none = { pods: "0", "count/pods": "0", cpu: "0", "requests.memory": "0", "limits.cpu": "0" };
    const { create, used } = await bounded(hard, none);
    assertAnswer(await create("pods", pod({ cpu: "500m", memory: "1Gi" }, { cpu: "1" })), 201);
    const now = { pods: "1", "count/pods": "1", cpu: "500m", "requests.memory": "1Gi", "limits.cpu": "1" };
    assert.deepEqual(await used(), now);
    assertStatus(
      await create("pods", pod({ cpu: "4", memory: "5Gi" }, { cpu: "4" })),
      403,
      "Forbidden",
      exceeded("pods", "cpu=4,requests.memory=5Gi", "cpu=500m,requests.memory=1Gi", "cpu=4,requests.memory=4Gi"),
    );
  });

  test("counts extended resources and huge pages by what is requested of them", async () => {
    const names = ["requests.example.com/gpu", "hugepages-2Mi"];
    const list = (...amounts: string[]) => Object.fromEntries(names.map((name, index) => [name, amounts[index]]));
    const { create, used } = await bounded(list("3", "8Mi"), list("1", "0"));
    const asked = { "example.com/gpu": "2", "hugepages-2Mi": "4Mi", cpu: "1" };
    assertAnswer(await create("pods", pod(asked, asked)), 201);
    assert.deepEqual(await used(), list("3", "4Mi"));
  });

  test("asks all containers for cpu and memory, unless the pod speaks for itself", async () => {
    const { create } = await bounded({ memory: "1Gi" }, { memory: "0" });
    const spec = {
      containers: [
        { name: "b", image: "i" },
        { name: "a", image: "i" },
      ],
      initContainers: [{ name: "c", image: "i" }],
    };
    const words = "failed quota: bounds: must specify memory for: a,b,c";
    assertStatus(await create("pods", { spec }), 403, "Forbidden", `pods "made" is forbidden: ${words}`);
    assertAnswer(await create("pods", { spec: { ...spec, resources: { requests: { memory: "1Mi" } } } }), 201);
  });

  test("refuses while nobody has counted", async () => {
    const { create } = await bounded({ pods: "1", "count/pods": "1" }, { pods: "0" });
    const words = "status unknown for quota: bounds, resources: count/pods,pods";
    assertStatus(await create("pods", pod()), 403, "Forbidden", `pods "made" is forbidden: ${words}`);
  });
});

describe("a quota with scopes", { concurrency: 8 }, () => {
  const none = { pods: "0" };
  const expectPods = async (spec: Json, taken: Json[], others: Json[]) => {
    const { create } = await bounded(none, none, spec);
    for (const one of taken) {
      assertStatus(await create("pods", one), 403, "Forbidden", exceeded("pods", "pods=1", "pods=0", "pods=0"));
    }
    for (const one of others) assertAnswer(await create("pods", one, { dryRun: "All" }), 201);
  };
  const ending = pod({}, {}, { activeDeadlineSeconds: 60 });
  const rated = pod({ cpu: "1" });
  const classed = pod({}, {}, { priorityClassName: "system-cluster-critical" });
  const select = (operator: string, ...values: string[]) => ({
    scopeSelector: {
      matchExpressions: [{ scopeName: "PriorityClass", operator, ...(values.length > 0 && { values }) }],
    },
  });

  test("is for pods that end some day, or for those that do not", async () => {
    await expectPods({ scopes: ["Terminating"] }, [ending], [pod()]);
    await expectPods({ scopes: ["NotTerminating"] }, [pod()], [ending]);
  });

  test("is for pods that ask for nothing, or for those that do", async () => {
    await expectPods({ scopes: ["BestEffort"] }, [pod()], [rated]);
    await expectPods({ scopes: ["NotBestEffort"] }, [rated], [pod()]);
  });

  test("is for pods of some priority classes", async () => {
    await expectPods(select("In", "system-cluster-critical"), [classed], [pod()]);
    await expectPods(select("NotIn", "system-node-critical"), [classed, pod()], []);
    await expectPods(select("Exists"), [classed], [pod()]);
    await expectPods(select("DoesNotExist"), [pod()], [classed]);
  });

  test("is for pods that look into other namespaces", async () => {
    const term = { topologyKey: "zone", namespaceSelector: {} };
    const affinity = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
    await expectPods({ scopes: ["CrossNamespacePodAffinity"] }, [pod({}, {}, { affinity })], [pod()]);
  });
});

describe("a quota on other kinds", { concurrency: 8 }, () => {
  test("counts ports of nodes and load balancers by what a service wishes for", async () => {
    const hard = { services: "5", "services.nodeports": "2", "services.loadbalancers": "1" };
    const none = { services: "0", "services.nodeports": "0", "services.loadbalancers": "0" };
    const { create, used, namespace } = await bounded(hard, none);
    const ports = [1, 2].map((port) => ({ name: `p${port}`, port }));
    assertAnswer(await create("services", { spec: { type: "ClusterIP", ports } }), 201);
    assert.deepEqual(await used(), { ...none, services: "1" });
    const path = `/api/v1/namespaces/${namespace}/services/made`;
    assertAnswer(await client.patch("merge", path, { spec: { type: "LoadBalancer" } }), 200);
    assert.deepEqual(await used(), { services: "1", "services.nodeports": "2", "services.loadbalancers": "1" });
    assertStatus(
      await create("services", { metadata: { name: "made" }, spec: { type: "NodePort", ports } }),
      403,
      "Forbidden",
      exceeded("services", "services.nodeports=2", "services.nodeports=2", "services.nodeports=2"),
    );
  });

  test("counts storage in all and of a class", async () => {
    const names = ["requests.storage", "gold.storageclass.storage.k8s.io/requests.storage", "persistentvolumeclaims"];
    const list = (...amounts: string[]) => Object.fromEntries(names.map((name, index) => [name, amounts[index]]));
    const { create, used } = await bounded(list("10Gi", "2Gi", "5"), list("0", "0", "0"));
    const claim = (storage: string, storageClassName: string) => ({
      spec: { accessModes: ["ReadWriteOnce"], storageClassName, resources: { requests: { storage } } },
    });
    const named = (name: string, object: Json) => ({ metadata: { name }, ...object });
    assertAnswer(await create("persistentvolumeclaims", named("one", claim("5Gi", "tin"))), 201);
    assertAnswer(await create("persistentvolumeclaims", named("two", claim("1Gi", "gold"))), 201);
    assert.deepEqual(await used(), list("6Gi", "1Gi", "2"));
    const [, gold] = names;
    assertStatus(
      await create("persistentvolumeclaims", claim("2Gi", "gold")),
      403,
      "Forbidden",
      exceeded("persistentvolumeclaims", `${gold}=2Gi`, `${gold}=1Gi`, `${gold}=2Gi`),
    );
  });

  test("counts objects of any group, and old names for some", async () => {
    const hard = { "count/deployments.apps": "0", configmaps: "1", secrets: "0" };
    const { create, used } = await bounded(hard, { "count/deployments.apps": "0", configmaps: "0", secrets: "0" });
    const labels = { app: "web" };
    const template = { metadata: { labels }, ...pod() };
    const name = "count/deployments.apps";
    assertStatus(
      await create("/apis/apps/v1/namespaces/$/deployments", { spec: { selector: { matchLabels: labels }, template } }),
      403,
      "Forbidden",
      exceeded("deployments.apps", `${name}=1`, `${name}=0`, `${name}=0`),
    );
    assertAnswer(await create("configmaps", {}), 201);
    assertAnswer(await create("configmaps", { metadata: { name: "made" } }, { dryRun: "All" }), 403);
    assert.equal((await used()).configmaps, "1");
  });

  test("lets as many of those who come at once pass as there is room for", async () => {
    const { create, used } = await bounded({ "count/secrets": "5" }, { "count/secrets": "0" });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => create("secrets", { metadata: { name: `made-${index}` } })),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 5);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      assertStatus(
        answer,
        403,
        "Forbidden",
        /exceeded quota: bounds, requested: count\/secrets=1, used: count\/secrets=5/,
      );
    }
    assert.deepEqual(await used(), { "count/secrets": "5" });
  });
});
