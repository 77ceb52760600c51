import { after, before, describe, test } from "node:test";
import { assertAnswer } from "../answer.ts";
import { connect } from "../client.ts";
import { type Installed, install, widgets } from "../crds/widgets.ts";
import { eventually } from "../eventually.ts";
import { type Made, make, reference, untilGone } from "./objects.ts";

const client = connect();
/** The garbage collector looks for new kinds every 30 seconds, and then learns what there is of them. */
const discoveryMs = 90_000;
const one = "example.com/one";
let crd: Installed;
let collection: string;
let configMaps: string;

before(async () => {
  crd = await install(client, widgets());
  const namespace = await client.namespace();
  collection = crd.at("v1", namespace);
  configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
});
after(async () => {
  await client.delete(crd.path);
  await client.close();
});

const makeWidget = (metadata = {}): Promise<Made> =>
  make(client, collection, metadata, { apiVersion: `${crd.group}/v1`, kind: "Widget" });

describe("garbage collection of custom resources", { concurrency: true }, () => {
  test("dependents of a custom resource go with it", async () => {
    const owner = await makeWidget();
    const { path } = await make(client, configMaps, { ownerReferences: [reference(owner)] });
    assertAnswer(await client.delete(owner.path), 200, { kind: "Status", status: "Success" });
    await untilGone(client, path, discoveryMs);
  });

  test("a custom resource goes with its owner", async () => {
    const owner = await make(client, configMaps);
    const { path } = await makeWidget({ ownerReferences: [reference(owner)] });
    assertAnswer(await client.delete(owner.path), 200);
    await untilGone(client, path, discoveryMs);
  });

  test("a custom resource deleted in the foreground waits for its dependents", async () => {
    const owner = await makeWidget();
    const ownerReferences = [reference(owner, { blockOwnerDeletion: true })];
    const dependent = await make(client, configMaps, { ownerReferences, finalizers: [one] });
    assertAnswer(await client.delete(owner.path, { propagationPolicy: "Foreground" }), 200, {
      kind: "Widget",
      metadata: { finalizers: ["foregroundDeletion"], deletionTimestamp: /Z$/, generation: 2 },
    });
    await eventually(async () => {
      assertAnswer(await client.get(dependent.path), 200, { metadata: { deletionTimestamp: /Z$/ } });
    }, discoveryMs);
    assertAnswer(await client.get(owner.path), 200);
    assertAnswer(await client.patch("merge", dependent.path, { metadata: { finalizers: null } }), 200);
    await untilGone(client, owner.path);
  });

  test("orphans of a custom resource stay", async () => {
    const owner = await makeWidget();
    const { path } = await make(client, configMaps, { ownerReferences: [reference(owner)] });
    assertAnswer(await client.delete(owner.path, { propagationPolicy: "Orphan" }), 200, {
      metadata: { finalizers: ["orphan"] },
    });
    await untilGone(client, owner.path, discoveryMs);
    assertAnswer(await client.get(path), 200, { metadata: { ownerReferences: undefined } });
  });

  test("custom resources go with their namespace", async () => {
    const namespace = await client.namespace();
    const { path } = await make(client, crd.at("v1", namespace), {}, { apiVersion: `${crd.group}/v1`, kind: "Widget" });
    assertAnswer(await client.delete(`/api/v1/namespaces/${namespace}`), 200);
    await untilGone(client, `/api/v1/namespaces/${namespace}`, discoveryMs);
    assertAnswer(await client.get(path), 404);
  });
});
