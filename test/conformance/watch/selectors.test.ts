/** Watches with selectors: objects come and go by what they become. */
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { configMaps } from "../lists/config-maps.ts";
import { assertEvents } from "./observed.ts";

const client = connect();
after(() => client.close());

const red = { labelSelector: "color=red" };
const container = { name: "c", image: "i" };

describe("selectors of a watch", { concurrency: true }, () => {
  test("an object that comes to match is ADDED", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path, red);
    await maps.create("a");
    const labelled = await maps.label("a", { color: "red" });
    const [added] = await assertEvents(watch, ["ADDED a"]);
    assertContains(added?.object, labelled);
  });

  test("an object that matches and changes is MODIFIED", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path, red);
    await maps.create("a", { color: "red" });
    await maps.label("a", { size: "big" });
    const [, modified] = await assertEvents(watch, ["ADDED a", "MODIFIED a"]);
    assertContains(modified?.object.metadata.labels, { color: "red", size: "big" });
  });

  test("an object that ceases to match is DELETED, as it last matched, with the version of the change", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path, red);
    await maps.create("a", { color: "red" });
    const changed = await maps.label("a", { color: "blue", size: "big" });
    const [, deleted] = await assertEvents(watch, ["ADDED a", "DELETED a"]);
    const { resourceVersion } = changed.metadata;
    assertContains(deleted?.object.metadata, { resourceVersion, labels: { color: "red", size: undefined } });
  });

  test("an object that matches again is ADDED again", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path, red);
    await maps.create("a", { color: "red" });
    await maps.label("a", { color: null });
    await maps.label("a", { color: "red" });
    await assertEvents(watch, ["ADDED a", "DELETED a", "ADDED a"]);
  });

  test("changes and the deletion of an object that does not match are not told", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path, red);
    await maps.create("a", { color: "blue" });
    await maps.label("a", { size: "big" });
    await maps.remove("a");
    await maps.create("b", { color: "red" });
    await assertEvents(watch, ["ADDED b"]);
  });

  test("the deletion of an object that matches is DELETED, once", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path, red);
    await maps.create("a", { color: "red" });
    await maps.remove("a");
    await maps.create("b", { color: "red" });
    await maps.label("b", { color: null });
    await maps.remove("b");
    await maps.create("c", { color: "red" });
    await assertEvents(watch, ["ADDED a", "DELETED a", "ADDED b", "DELETED b", "ADDED c"]);
  });

  test("the same is told of the past", async () => {
    const maps = await configMaps(client);
    const { metadata } = await maps.create("a", { color: "red" });
    await maps.label("a", { color: "blue" });
    await maps.create("b");
    await maps.label("b", { color: "red" });
    await using watch = await client.watch(maps.path, { ...red, resourceVersion: metadata.resourceVersion });
    await assertEvents(watch, ["DELETED a", "ADDED b"]);
  });

  test("the objects that come first are those that match", async () => {
    const maps = await configMaps(client);
    await maps.create("a", { color: "red" });
    await maps.create("b", { color: "blue" });
    await maps.create("c", { color: "red" });
    await using watch = await client.watch(maps.path, red);
    await maps.label("b", { color: "red" });
    await assertEvents(watch, ["ADDED a", "ADDED c", "ADDED b"]);
  });

  test("a negative selector is left by gaining a label", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path, { labelSelector: "!done" });
    await maps.create("a");
    await maps.label("a", { done: "yes" });
    await maps.label("a", { done: null });
    await assertEvents(watch, ["ADDED a", "DELETED a", "ADDED a"]);
  });

  test("a selector of one name is a watch of one object", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b");
    await using watch = await client.watch(maps.path, { fieldSelector: "metadata.name=a" });
    await maps.label("b", { changed: "yes" });
    await maps.label("a", { changed: "yes" });
    await maps.remove("b");
    await maps.remove("a");
    await maps.create("a");
    await assertEvents(watch, ["ADDED a", "MODIFIED a", "DELETED a", "ADDED a"]);
  });

  test("an object can be watched before it is there", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path, { fieldSelector: "metadata.name=a" });
    await maps.fill("b", "a");
    await assertEvents(watch, ["ADDED a"]);
  });

  test("a selector of all names but one leaves that one out", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path, { fieldSelector: "metadata.name!=a" });
    await maps.fill("a", "b");
    await maps.remove("a");
    await maps.remove("b");
    await assertEvents(watch, ["ADDED b", "DELETED b"]);
  });

  test("pods come to a node's watch when they are bound and leave a phase's when it is over", async () => {
    const node = uniqueName("node");
    const pods = `/api/v1/namespaces/${await client.namespace()}/pods`;
    await using byNode = await client.watch(pods, { fieldSelector: `spec.nodeName=${node}` });
    await using unbound = await client.watch(pods, { fieldSelector: "spec.nodeName=" });
    await using running = await client.watch(pods, { fieldSelector: "status.phase=Running" });
    assertAnswer(await client.create(pods, { metadata: { name: "a" }, spec: { containers: [container] } }), 201);
    const binding = { metadata: { name: "a" }, target: { kind: "Node", name: node } };
    assertAnswer(await client.create(`${pods}/a/binding`, binding), 201);
    for (const phase of ["Running", "Succeeded"]) {
      assertAnswer(await client.patch("merge", `${pods}/a/status`, { status: { phase } }), 200);
    }
    const [bound] = await assertEvents(byNode, ["ADDED a", "MODIFIED a", "MODIFIED a"]);
    assertContains(bound?.object, { spec: { nodeName: node }, status: { phase: "Pending" } });
    const [, left] = await assertEvents(unbound, ["ADDED a", "DELETED a"]);
    assertContains(left?.object.spec, { nodeName: undefined });
    const [, over] = await assertEvents(running, ["ADDED a", "DELETED a"]);
    assertContains(over?.object.status, { phase: "Running" });
  });

  test("labels and fields must both match", async () => {
    const maps = await configMaps(client);
    await using watch = await client.watch(maps.path, { ...red, fieldSelector: "metadata.name=a" });
    await maps.create("b", { color: "red" });
    await maps.create("a", { color: "blue" });
    await maps.label("a", { color: "red" });
    await maps.label("a", { color: "blue" });
    await assertEvents(watch, ["ADDED a", "DELETED a"]);
  });
});
