import assert from "node:assert/strict";
import { assertAnswer } from "../conformance/answer.ts";
import { describeKubectls, type Kubectl } from "./kubectl.ts";
import { configMap, configMapsOf, deployment, deploymentsOf } from "./manifests.ts";
import { usePlane } from "./planes.ts";

const plane = usePlane();

/** The ConfigMap `words` of the test's namespace, as the server has it. */
async function words(kubectl: Kubectl) {
  const answer = await plane().client.get(`${configMapsOf(kubectl.namespace)}/words`);
  assertAnswer(answer, 200);
  return answer.body;
}

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

describeKubectls("kubectl writes", {
  "create makes an object from words": async (kubectl) => {
    const printed = await kubectl.says("create", "configmap", "words", "--from-literal=a=1");

    assert.equal(printed, "configmap/words created");
    const { data, metadata } = await words(kubectl);
    assert.deepEqual(data, { a: "1" });
    assert.deepEqual(
      metadata.managedFields.map(({ manager, operation }: Record<string, string>) => [manager, operation]),
      [["kubectl-create", "Update"]],
    );
  },

  "create makes every object of a List and refuses what is there": async (kubectl) => {
    const list = { apiVersion: "v1", kind: "List", items: [configMap("words", { a: "1" }), deployment("web")] };

    assert.equal(
      await kubectl.saysTo(list, "create", "--filename=-"),
      "configmap/words created\ndeployment.apps/web created",
    );
    const { code, stderr } = await kubectl.run(["create", "--filename=-"], { input: configMap("words", {}) });
    assert.equal(code, 1);
    assert.equal(
      stderr,
      'Error from server (AlreadyExists): error when creating "STDIN": configmaps "words" already exists\n',
    );
  },

  "create refuses a field that the kind does not have": async (kubectl) => {
    const input = { ...configMap("words", {}), extra: 1 };
    const { code, stderr } = await kubectl.run(["create", "--filename=-"], { input });

    assert.equal(code, 1);
    assert.match(stderr, /^Error from server \(BadRequest\).*strict decoding error: unknown field "extra"\n$/);
  },

  "create --dry-run=server shows the object and stores nothing": async (kubectl) => {
    const args = ["create", "deployment", "web", "--image=nginx:1.27", "--dry-run=server"];
    assert.equal(await kubectl.says(...args), "deployment.apps/web created (server dry run)");
    assertAnswer(await plane().client.get(`${deploymentsOf(kubectl.namespace)}/web`), 404);
  },

  "apply creates, changes, leaves alone, and removes what left the manifest": async (kubectl) => {
    const apply = (data: Record<string, string>) => kubectl.saysTo(configMap("words", data), "apply", "--filename=-");

    assert.equal(await apply({ a: "1", b: "2" }), "configmap/words created");
    const { resourceVersion } = (await words(kubectl)).metadata;
    assert.equal(await apply({ a: "1", b: "2" }), "configmap/words unchanged");
    assert.equal((await words(kubectl)).metadata.resourceVersion, resourceVersion);
    assert.equal(await apply({ a: "3" }), "configmap/words configured");
    const { data, metadata } = await words(kubectl);
    assert.deepEqual(data, { a: "3" });
    assert.deepEqual(JSON.parse(metadata.annotations[lastApplied]).data, { a: "3" });
  },

  "apply merges the containers of a Deployment by name": async (kubectl) => {
    const { client } = plane();
    const path = `${deploymentsOf(kubectl.namespace)}/web`;
    await kubectl.saysTo(deployment("web"), "apply", "--filename=-");
    const sidecar = { spec: { template: { spec: { containers: [{ name: "sidecar", image: "envoy:1" }] } } } };
    assertAnswer(await client.patch("strategic", path, sidecar), 200);

    const printed = await kubectl.saysTo(deployment("web", "nginx:1.28"), "apply", "--filename=-");
    assert.equal(printed, "deployment.apps/web configured");
    const { body } = await client.get(path);
    assert.deepEqual(
      body.spec.template.spec.containers.map(({ name, image }: Record<string, string>) => [name, image]),
      [
        ["sidecar", "envoy:1"],
        ["web", "nginx:1.28"],
      ],
    );
  },

  "apply --server-side owns what it applied and meets others in a conflict": async (kubectl) => {
    const apply = (...args: string[]) =>
      kubectl.run(["apply", "--server-side", "--filename=-", ...args], { input: configMap("words", { a: "1" }) });
    assert.equal((await apply()).stdout, "configmap/words serverside-applied\n");
    const theirs = { data: { a: "2" } };
    const path = `${configMapsOf(kubectl.namespace)}/words`;
    assertAnswer(await plane().client.patch("merge", path, theirs, { fieldManager: "them" }), 200);

    const { code, stderr } = await apply();
    assert.equal(code, 1);
    assert.match(stderr, /^error: Apply failed with 1 conflict: conflict with "them" using v1: \.data\.a\n/);
    assert.equal((await apply("--force-conflicts")).stdout, "configmap/words serverside-applied\n");
    assert.deepEqual((await words(kubectl)).data, { a: "1" });
  },

  "diff shows what apply would change and changes nothing": async (kubectl) => {
    await kubectl.saysTo(configMap("words", { a: "1" }), "apply", "--filename=-");
    const diff = (a: string, ...args: string[]) =>
      kubectl.run(["diff", "--filename=-", ...args], { input: configMap("words", { a }) });

    assert.deepEqual(await diff("1"), { code: 0, stdout: "", stderr: "" });
    for (const args of [[], ["--server-side", "--force-conflicts"]]) {
      const { code, stdout } = await diff("2", ...args);
      assert.equal(code, 1);
      assert.match(stdout, /^ data:\n- {2}a: "1"\n\+ {2}a: "2"$/m);
    }
    assert.deepEqual((await words(kubectl)).data, { a: "1" });
  },

  "edit stores what the editor left": async (kubectl) => {
    assertAnswer(
      await plane().client.create(configMapsOf(kubectl.namespace), configMap("words", { colour: "blue" })),
      201,
    );
    const edit = (editor: string) =>
      kubectl.run(["edit", "configmap", "words"], { environment: { KUBE_EDITOR: editor } });

    assert.equal((await edit("sed -i s/blue/green/")).stdout, "configmap/words edited\n");
    assert.deepEqual((await words(kubectl)).data, { colour: "green" });
    const { stderr } = await edit("true");
    assert.match(stderr, /^Edit cancelled, no changes made\.\n$/);
  },

  "delete removes the object and waits until it is gone": async (kubectl) => {
    const { client } = plane();
    const path = configMapsOf(kubectl.namespace);
    for (const name of ["one", "two", "three"])
      assertAnswer(await client.create(path, configMap(name, {}, { group: name === "three" ? "b" : "a" })), 201);

    // Since 1.34 it also says from which namespace.
    assert.match(
      await kubectl.says("delete", "configmaps", "--selector=group=a"),
      /^configmap "one" deleted.*\nconfigmap "two" deleted/,
    );
    assert.match(await kubectl.says("delete", "cm/three", "--now"), /^configmap "three" deleted/);
    assert.deepEqual((await client.get(path)).body.items, []);
    assert.equal(await kubectl.says("delete", "cm/three", "--ignore-not-found"), "");
  },
});
