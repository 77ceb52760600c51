import assert from "node:assert/strict";
import { parse } from "yaml";
import { assertAnswer } from "../conformance/answer.ts";
import { describeKubectls } from "./kubectl.ts";
import { configMap, configMapsOf, deployment, deploymentsOf } from "./manifests.ts";
import { usePlane } from "./planes.ts";

const plane = usePlane();

/** Columns are as wide as their longest cell, which the test does not care about. */
function cells(printed: string): string[] {
  return printed.split("\n").map((line) => line.trimEnd().replaceAll(/ {2,}/g, " | "));
}

describeKubectls("kubectl reads", {
  "api-resources lists a group with short names, scope and kind": async (kubectl) => {
    assert.deepEqual(cells(await kubectl.says("api-resources", "--api-group=apps", "--sort-by=name")), [
      "NAME | SHORTNAMES | APIVERSION | NAMESPACED | KIND",
      "controllerrevisions | apps/v1 | true | ControllerRevision",
      "daemonsets | ds | apps/v1 | true | DaemonSet",
      "deployments | deploy | apps/v1 | true | Deployment",
      "replicasets | rs | apps/v1 | true | ReplicaSet",
      "statefulsets | sts | apps/v1 | true | StatefulSet",
    ]);
  },

  "api-resources finds the kinds outside of namespaces that can be listed": async (kubectl) => {
    const args = ["--namespaced=false", "--verbs=list,create", "--output=name", "--cached"];
    const names = (await kubectl.says("api-resources", ...args)).split("\n");

    for (const name of ["namespaces", "nodes", "clusterroles.rbac.authorization.k8s.io"])
      assert.ok(names.includes(name));
    for (const name of ["pods", "tokenreviews.authentication.k8s.io"]) assert.ok(!names.includes(name), name);
  },

  "get prints the columns that the server chose": async (kubectl) => {
    const { client } = plane();
    assertAnswer(await client.create(configMapsOf(kubectl.namespace), configMap("words", { a: "1", b: "2" })), 201);

    assert.match(await kubectl.says("get", "configmaps"), /^NAME {4}DATA {3}AGE\nwords {3}2 {6}\d+s$/);
    assert.match(await kubectl.says("get", "cm/words", "--no-headers", "--show-labels"), /^words +2 +\d+s +<none>$/);
  },

  "get of what is not there says so with the server's words": async (kubectl) => {
    const { code, stdout, stderr } = await kubectl.run(["get", "configmap", "nothing"]);

    assert.deepEqual([code, stdout], [1, ""]);
    assert.equal(stderr, 'Error from server (NotFound): configmaps "nothing" not found\n');
    const empty = await kubectl.run(["get", "deployments"]);
    assert.equal(empty.stderr, `No resources found in ${kubectl.namespace} namespace.\n`);
  },

  "get -o wide adds the columns of lower priority": async (kubectl) => {
    const { client } = plane();
    assertAnswer(await client.create(deploymentsOf(kubectl.namespace), deployment("web")), 201);

    const [header, row] = cells(await kubectl.says("get", "deployments", "--output=wide"));
    assert.equal(header, "NAME | READY | UP-TO-DATE | AVAILABLE | AGE | CONTAINERS | IMAGES | SELECTOR");
    assert.match(row ?? "", /^web \| 0\/2 \| 0 \| 0 \| \d+s \| web \| nginx:1\.27 \| app=web$/);
  },

  "get -o yaml prints the object as it is served": async (kubectl) => {
    const { client } = plane();
    const { body } = await client.create(configMapsOf(kubectl.namespace), configMap("words", { a: "1" }));

    const printed = parse(await kubectl.says("get", "configmap", "words", "--output=yaml", "--show-managed-fields"));
    assert.deepEqual(printed, body);
  },

  "get -o name and a selector name what matches": async (kubectl) => {
    const { client } = plane();
    const path = configMapsOf(kubectl.namespace);
    for (const [name, tier] of Object.entries({ one: "front", two: "back", three: "front" }))
      assertAnswer(await client.create(path, configMap(name, {}, { tier })), 201);

    const names = await kubectl.says("get", "configmaps", "--selector=tier=front", "--output=name");
    assert.equal(names, "configmap/one\nconfigmap/three");
    const field = await kubectl.says("get", "cm", "--field-selector=metadata.name=two", "--output=name");
    assert.equal(field, "configmap/two");
  },

  "get -w prints what happens, as it happens": async (kubectl) => {
    const { client } = plane();
    const path = configMapsOf(kubectl.namespace);
    assertAnswer(await client.create(path, configMap("first", { a: "1" })), 201);

    using lines = kubectl.follow("get", "configmaps", "--watch", "--output-watch-events");
    assert.match(await lines.next(), /^EVENT +NAME +DATA +AGE$/);
    assert.match(await lines.next(), /^ADDED +first +1 +\d+s$/);
    assertAnswer(await client.create(path, configMap("second", {})), 201);
    assert.match(await lines.next(), /^ADDED +second +0 +\d+s$/);
    assertAnswer(await client.patch("merge", `${path}/first`, { data: { b: "2" } }), 200);
    assert.match(await lines.next(), /^MODIFIED +first +2 +\d+s$/);
    assertAnswer(await client.delete(`${path}/second`), 200);
    assert.match(await lines.next(), /^DELETED +second +0 +\d+s$/);
  },

  "get --raw prints the server's bytes": async (kubectl) => {
    const { client } = plane();
    const path = configMapsOf(kubectl.namespace);
    const { text } = await client.create(path, configMap("words", { a: "1" }));

    assert.equal(`${await kubectl.says("get", "--raw", `${path}/words`)}`, text.trimEnd());
    assert.equal(await kubectl.says("get", "--raw", "/readyz"), "ok");
    const { code, stderr } = await kubectl.run(["get", "--raw", "/nowhere"]);
    assert.deepEqual(
      [code, stderr],
      [1, "Error from server (NotFound): the server could not find the requested resource\n"],
    );
  },

  "explain knows the fields and their types": async (kubectl) => {
    const field = await kubectl.says("explain", "deployment.spec.replicas");
    assert.match(field, /^GROUP: +apps\nKIND: +Deployment\nVERSION: +v1\n\nFIELD: replicas <integer>\n/);

    const spec = await kubectl.says("explain", "pods.spec.containers.ports");
    assert.match(spec, /^KIND: +Pod\nVERSION: +v1\n\nFIELD: ports <\[\]ContainerPort>\n/);
    assert.match(spec, /^ {2}containerPort\t<integer> -required-$/m);
  },
});
