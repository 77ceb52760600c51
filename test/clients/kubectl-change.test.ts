import assert from "node:assert/strict";
import { assertAnswer, type Json } from "../conformance/answer.ts";
import { describeKubectls, type Kubectl, type Lines } from "./kubectl.ts";
import { configMap, configMapsOf, deployment, deploymentsOf } from "./manifests.ts";
import { usePlane } from "./planes.ts";

const plane = usePlane();

async function created(kubectl: Kubectl, object: Json): Promise<string> {
  const path = (object.kind === "Deployment" ? deploymentsOf : configMapsOf)(kubectl.namespace);
  assertAnswer(await plane().client.create(path, object), 201);
  return `${path}/${object.metadata.name}`;
}

async function read(path: string): Promise<Json> {
  const answer = await plane().client.get(path);
  assertAnswer(answer, 200);
  return answer.body;
}

/** Goes on once the command has asked for a watch: only then does it learn of a change by an event. */
async function untilItWatches(lines: Lines): Promise<void> {
  while (!/watch=true/.test(await lines.next()));
}

describeKubectls("kubectl changes", {
  "patch merges by the keys of a kind": async (kubectl) => {
    const path = await created(kubectl, deployment("web"));
    const patch = { spec: { template: { spec: { containers: [{ name: "web", image: "nginx:1.28" }] } } } };

    const printed = await kubectl.says("patch", "deployment", "web", "--patch", JSON.stringify(patch));
    assert.equal(printed, "deployment.apps/web patched");
    const { spec, metadata } = await read(path);
    assert.equal(spec.template.spec.containers[0].image, "nginx:1.28");
    assert.equal(spec.template.spec.containers[0].imagePullPolicy, "IfNotPresent");
    assert.equal(metadata.generation, 2);
  },

  "patch --type=merge replaces lists and removes by null": async (kubectl) => {
    const path = await created(kubectl, configMap("words", { a: "1", b: "2" }));
    const patch = (body: Json) => kubectl.says("patch", "cm", "words", "--type=merge", "--patch", JSON.stringify(body));

    assert.equal(await patch({ data: { a: null, c: "3" } }), "configmap/words patched");
    assert.deepEqual((await read(path)).data, { b: "2", c: "3" });
    assert.equal(await patch({ data: { c: "3" } }), "configmap/words patched (no change)");
  },

  "patch --type=json does one operation after the other, or none": async (kubectl) => {
    const path = await created(kubectl, configMap("words", { a: "1" }));
    const patch = (...operations: Json[]) =>
      kubectl.run(["patch", "cm", "words", "--type=json", "--patch", JSON.stringify(operations)]);
    const add = { op: "add", path: "/data/b", value: "2" };

    assert.equal((await patch({ op: "test", path: "/data/a", value: "1" }, add)).stdout, "configmap/words patched\n");
    const { code, stderr } = await patch({ op: "remove", path: "/data/a" }, { op: "remove", path: "/data/none" });
    assert.equal(code, 1);
    assert.match(stderr, /the server rejected our request due to an error in our request/i);
    assert.deepEqual((await read(path)).data, { a: "1", b: "2" });
  },

  "label sets, refuses to overwrite, and removes": async (kubectl) => {
    const path = await created(kubectl, configMap("words", {}, { tier: "front" }));
    const label = (...args: string[]) => kubectl.run(["label", "configmap", "words", ...args]);

    assert.equal((await label("app=web")).stdout, "configmap/words labeled\n");
    const { code, stderr } = await label("tier=back");
    assert.equal(code, 1);
    assert.match(stderr, /'tier' already has a value \(front\), and --overwrite is false\n$/);
    assert.equal((await label("tier-")).stdout, "configmap/words unlabeled\n");
    assert.deepEqual((await read(path)).metadata.labels, { app: "web" });
  },

  "annotate reaches all that a selector finds": async (kubectl) => {
    const path = await created(kubectl, configMap("one", {}, { tier: "front" }));
    await created(kubectl, configMap("two", {}, { tier: "back" }));

    const printed = await kubectl.says("annotate", "configmaps", "--selector=tier=front", "note=some words");
    // 1.27 says "annotate".
    assert.match(printed, /^configmap\/one annotated?$/);
    assert.deepEqual((await read(path)).metadata.annotations, { note: "some words" });
  },

  "scale sets the replicas, on condition": async (kubectl) => {
    const path = await created(kubectl, deployment("web"));
    const scale = (...args: string[]) => kubectl.run(["scale", "deployment", "web", ...args]);

    assert.equal((await scale("--replicas=3")).stdout, "deployment.apps/web scaled\n");
    assert.equal((await read(path)).spec.replicas, 3);
    const { code, stderr } = await scale("--replicas=5", "--current-replicas=2");
    assert.deepEqual([code, stderr], [1, "error: Expected replicas to be 2, was 3\n"]);
    assert.equal((await read(path)).spec.replicas, 3);
  },

  "wait learns of a condition from the watch": async (kubectl) => {
    const { client } = plane();
    const path = await created(kubectl, deployment("web"));

    using lines = kubectl.follow("wait", "--for=condition=Available", "deployment/web", "--timeout=30s", "--v=6");
    await untilItWatches(lines);
    const conditions = [{ type: "Available", status: "True" }];
    assertAnswer(await client.patch("merge", `${path}/status`, { status: { conditions } }), 200);
    let line = await lines.next();
    while (/^[IW]\d{4} /.test(line)) line = await lines.next();
    assert.equal(line, "deployment.apps/web condition met");
  },

  "wait --for=delete ends when the object is gone, and gives up in time when it is not": async (kubectl) => {
    const { client } = plane();
    const path = await created(kubectl, configMap("words", {}));

    const { code, stderr } = await kubectl.run(["wait", "--for=delete", "configmap/words", "--timeout=3s"]);
    assert.equal(code, 1);
    // Newer ones may also log that their own watch was a short one.
    assert.match(stderr, /^error: timed out waiting for the condition on configmaps\/words\n$/m);
    using lines = kubectl.follow("wait", "--for=delete", "configmap/words", "--timeout=30s", "--v=6");
    await untilItWatches(lines);
    assertAnswer(await client.delete(path), 200);
    let line = await lines.next();
    while (/^[IW]\d{4} /.test(line)) line = await lines.next();
    assert.equal(line, "configmap/words condition met");
  },
});
