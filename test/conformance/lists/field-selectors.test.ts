/** Selection by fields: names everywhere, and the few other fields that a kind allows. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { install, widgets } from "../crds/widgets.ts";
import { assertBadRequest, configMaps, namesOf } from "./config-maps.ts";

const client = connect();
after(() => client.close());

/** Asserts which objects each selector selects: their names, with blanks between them. */
async function assertSelects(path: string, cases: Record<string, string>, query: Json = {}): Promise<void> {
  for (const [fieldSelector, names] of Object.entries(cases)) {
    const found = namesOf(await client.get(path, { ...query, fieldSelector })).join(" ");
    assert.equal(found, names, `fieldSelector=${fieldSelector}`);
  }
}

async function assertRefuses(path: string, cases: Record<string, string>): Promise<void> {
  for (const [fieldSelector, message] of Object.entries(cases)) {
    assertBadRequest(await client.get(path, { fieldSelector }), message);
  }
}

async function create(path: string, ...bodies: Json[]): Promise<void> {
  for (const body of bodies) assertAnswer(await client.create(path, body), 201);
}

describe("field selectors", { concurrency: true }, () => {
  test("every kind can be selected by name and namespace", async () => {
    const { path, namespace, fill } = await configMaps(client);
    await fill("a", "b", "c");
    await assertSelects(path, {
      "": "a b c",
      "metadata.name=a": "a",
      "metadata.name==a": "a",
      "metadata.name!=a": "b c",
      "metadata.name=": "",
      "metadata.name=zzz": "",
      [`metadata.namespace=${namespace}`]: "a b c",
      [`metadata.namespace!=${namespace}`]: "",
      [`metadata.name=a,metadata.namespace=${namespace}`]: "a",
      "metadata.name!=a,metadata.name!=b": "c",
      "metadata.name=a,metadata.name=b": "",
      "metadata.name=a,metadata.name!=a": "",
    });
  });

  test("names that cannot be are selected in vain", async () => {
    const { path, fill } = await configMaps(client);
    await fill("a");
    await assertSelects(path, { "metadata.name=A_B": "", "metadata.name=../a": "", "metadata.name=a\\,b": "" });
    await assertSelects(path, { "metadata.name=a\\=b": "", "metadata.name=a\\\\b": "" });
  });

  test("empty terms are dropped", async () => {
    const { path, fill } = await configMaps(client);
    await fill("a", "b");
    await assertSelects(path, { ",": "a b", "=": "a b", "metadata.name=a,": "a" });
  });

  test("all namespaces can be narrowed to one", async () => {
    const maps = await configMaps(client);
    await maps.fill("a", "b");
    await assertSelects("/api/v1/configmaps", {
      [`metadata.namespace=${maps.namespace}`]: "a b",
      [`metadata.namespace=${maps.namespace},metadata.name=a`]: "a",
    });
  });

  test("a selector of labels and one of fields must both match", async () => {
    const maps = await configMaps(client);
    await maps.create("a", { color: "red" });
    await maps.create("b", { color: "red" });
    await maps.create("c", { color: "blue" });
    await assertSelects(maps.path, { "metadata.name!=a": "b", "metadata.name=c": "" }, { labelSelector: "color=red" });
  });

  test("other fields are refused", async () => {
    const { path } = await configMaps(client);
    const only = 'is not a known field selector: only "metadata.name", "metadata.namespace"';
    const fields = ["data.x", "metadata.labels.app", "metadata.uid", "name", " metadata.name", "metadata.name "];
    await assertRefuses(path, Object.fromEntries(fields.map((field) => [`${field}=x`, `"${field}" ${only}`])));
    await assertRefuses(path, { "metadata.name=a,data.x=1": `"data.x" ${only}` });
    const others = [
      "/apis/apps/v1/deployments",
      "/apis/apps/v1/replicasets",
      "/api/v1/persistentvolumes",
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
      "/apis/apiregistration.k8s.io/v1/apiservices",
    ];
    for (const other of others) await assertRefuses(other, { "spec.replicas=0": `"spec.replicas" ${only}` });
    // ReplicaSets have the field in their strategy, but apps/v1 does not let it through.
    await assertRefuses("/apis/apps/v1/replicasets", { "status.replicas=0": `"status.replicas" ${only}` });
  });

  test("what is no selector is refused", async () => {
    const { path } = await configMaps(client);
    await assertRefuses(path, {
      "metadata.name": "invalid selector: 'metadata.name'; can't understand 'metadata.name'",
      "metadata.name>a": "invalid selector: 'metadata.name>a'; can't understand 'metadata.name>a'",
      "metadata.name in (a)": "invalid selector: 'metadata.name in (a)'; can't understand 'metadata.name in (a)'",
      "metadata.name=a,foo": "invalid selector: 'metadata.name=a,foo'; can't understand 'foo'",
    });
  });

  test("the characters , = and \\ are escaped in values", async () => {
    const { path } = await configMaps(client);
    await assertRefuses(path, {
      "metadata.name=a=b": "invalid field selector: unescaped character in value: 61",
      "metadata.name=a\\": "invalid field selector: invalid escape sequence: \\",
      "metadata.name=a\\x": "invalid field selector: invalid escape sequence: \\x",
    });
  });

  test("pods can be selected by where and how they run", async () => {
    const namespace = await client.namespace();
    const path = `/api/v1/namespaces/${namespace}/pods`;
    const pod = (name: string, spec: Json) => ({
      metadata: { name },
      spec: { containers: [{ name: "c", image: "i" }], ...spec },
    });
    const special = { nodeName: "n1", restartPolicy: "Never", schedulerName: "mine", serviceAccountName: "sa" };
    await create(path, pod("a", {}), pod("b", special), pod("c", { nodeName: "n2", hostNetwork: true }));
    const ready = { phase: "Running", podIP: "10.1.1.1", podIPs: [{ ip: "10.1.1.1" }] };
    assertAnswer(await client.patch("merge", `${path}/b/status`, { status: ready }), 200);
    assertAnswer(await client.patch("merge", `${path}/a/status`, { status: { nominatedNodeName: "n9" } }), 200);
    await assertSelects(path, {
      "spec.nodeName=": "a",
      "spec.nodeName!=": "b c",
      "spec.nodeName=n1": "b",
      "spec.host=n1": "b",
      "spec.restartPolicy=Never": "b",
      "spec.schedulerName=mine": "b",
      "spec.serviceAccountName=sa": "b",
      "spec.hostNetwork=true": "c",
      "spec.hostNetwork=false": "a b",
      "status.phase=Running": "b",
      "status.phase!=Running": "a c",
      "status.phase!=Succeeded,status.phase!=Failed": "a b c",
      "status.phase=Unheard": "",
      "status.podIP=10.1.1.1": "b",
      // The label is let through, but no pod is asked for it.
      "status.podIPs=10.1.1.1": "",
      "status.nominatedNodeName=n9": "a",
      "spec.nodeName=n1,metadata.name=b": "b",
      "spec.nodeName=n1,metadata.name=a": "",
    });
    await assertRefuses(path, {
      "spec.containers=x": "field label not supported: spec.containers",
      "metadata.uid=x": "field label not supported: metadata.uid",
    });
  });

  test("secrets can be selected by type", async () => {
    const path = `/api/v1/namespaces/${await client.namespace()}/secrets`;
    await create(path, { metadata: { name: "a" } }, { metadata: { name: "b" }, type: "example.com/x" });
    await assertSelects(path, { "type=Opaque": "a", "type!=Opaque": "b", "type=example.com/x": "b" });
    await assertRefuses(path, { "data=x": "field label not supported: data" });
  });

  test("services can be selected by type and address", async () => {
    const path = `/api/v1/namespaces/${await client.namespace()}/services`;
    const headless = { metadata: { name: "a" }, spec: { clusterIP: "None", ports: [{ port: 1 }] } };
    const external = { metadata: { name: "b" }, spec: { type: "ExternalName", externalName: "example.com" } };
    await create(path, headless, external);
    await assertSelects(path, {
      "spec.clusterIP=None": "a",
      "spec.type=ExternalName": "b",
      "spec.type=ClusterIP": "a",
    });
    await assertRefuses(path, { "spec.x=1": "field label not supported: spec.x" });
  });

  test("jobs and replication controllers can be selected by their count", async () => {
    const namespace = await client.namespace();
    const jobs = `/apis/batch/v1/namespaces/${namespace}/jobs`;
    const containers = [{ name: "c", image: "i" }];
    const job = { metadata: { name: "a" }, spec: { template: { spec: { restartPolicy: "Never", containers } } } };
    await create(jobs, job);
    await assertSelects(jobs, { "status.successful=0": "a", "status.successful=1": "" });
    await assertRefuses(jobs, { "status.active=1": 'field label "status.active" not supported for Job' });

    const controllers = `/api/v1/namespaces/${namespace}/replicationcontrollers`;
    const template = { metadata: { labels: { a: "b" } }, spec: { containers } };
    await create(controllers, { metadata: { name: "a" }, spec: { replicas: 2, selector: { a: "b" }, template } });
    await assertSelects(controllers, { "status.replicas=0": "a", "status.replicas=2": "" });
    await assertRefuses(controllers, { "spec.replicas=2": "field label not supported: spec.replicas" });
  });

  test("nodes can be selected by whether they take pods, and not by namespace", async () => {
    const name = uniqueName("node");
    const labels = { test: name };
    await create("/api/v1/nodes", { metadata: { name, labels }, spec: { unschedulable: true } });
    await create("/api/v1/nodes", { metadata: { name: `${name}-b`, labels } });
    await assertSelects(
      "/api/v1/nodes",
      { "spec.unschedulable=true": name, "spec.unschedulable=false": `${name}-b`, [`metadata.name=${name}`]: name },
      { labelSelector: `test=${name}` },
    );
    await assertRefuses("/api/v1/nodes", {
      "metadata.namespace=x": "field label not supported: metadata.namespace",
      "spec.podCIDR=x": "field label not supported: spec.podCIDR",
    });
    for (const node of [name, `${name}-b`]) await client.delete(`/api/v1/nodes/${node}`);
  });

  test("namespaces can be selected by phase", async () => {
    const name = await client.namespace();
    await assertSelects("/api/v1/namespaces", {
      [`status.phase=Active,metadata.name=${name}`]: name,
      [`status.phase=Terminating,metadata.name=${name}`]: "",
    });
    const refused = { "metadata.namespace=x": "field label not supported: metadata.namespace" };
    await assertRefuses("/api/v1/namespaces", refused);
  });

  test("other cluster-scoped kinds take a namespace, in vain", async () => {
    await assertSelects("/api/v1/persistentvolumes", { "metadata.namespace=x": "" });
  });

  test("events can be selected by what they are about, in the words of their version", async () => {
    const namespace = await client.namespace();
    const core = `/api/v1/namespaces/${namespace}/events`;
    const about = { kind: "Pod", namespace, name: "p1", uid: "u1", apiVersion: "v1", resourceVersion: "7" };
    const event = {
      metadata: { name: "a" },
      involvedObject: { ...about, fieldPath: "spec" },
      reason: "Because",
      type: "Normal",
      source: { component: "me" },
      reportingComponent: "reporter",
    };
    const other = { metadata: { name: "b" }, involvedObject: { kind: "Node", namespace, name: "n" }, type: "Warning" };
    await create(core, event, { ...other, source: { component: "you" } });
    await assertSelects(core, {
      ...Object.fromEntries(
        Object.entries(event.involvedObject)
          .filter(([key]) => key !== "namespace")
          .map(([key, value]) => [`involvedObject.${key}=${value}`, "a"]),
      ),
      [`involvedObject.namespace=${namespace}`]: "a b",
      "reason=Because": "a",
      "type=Warning": "b",
      "type!=Warning": "a",
      "reportingComponent=reporter": "a",
      "source=you": "b",
      "involvedObject.kind=Pod,type=Warning": "",
    });
    const supported = ["regarding.name", "reportingController", "message"];
    await assertRefuses(
      core,
      Object.fromEntries(supported.map((field) => [`${field}=x`, `field label not supported: ${field}`])),
    );
    const grouped = `/apis/events.k8s.io/v1/namespaces/${namespace}/events`;
    await assertSelects(grouped, {
      "regarding.name=p1": "a",
      "regarding.kind=Node": "b",
      "reportingController=reporter": "a",
      "reason=Because": "a",
      "type=Warning": "b",
    });
    const refused = ["involvedObject.name", "reportingComponent", "source", "note"];
    await assertRefuses(
      grouped,
      Object.fromEntries(refused.map((field) => [`${field}=x`, `field label not supported: ${field}`])),
    );
  });

  test("certificate requests and resource slices have fields of their own", async () => {
    const requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
    const slices = "/apis/resource.k8s.io/v1/resourceslices";
    await assertSelects(requests, { "spec.signerName=example.com/nobody": "" });
    await assertRefuses(requests, { "spec.x=1": "field label not supported: spec.x" });
    await assertSelects(slices, { "spec.driver=nobody.example.com": "", "spec.nodeName=nowhere": "" });
    const refused = "field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: spec.x";
    await assertRefuses(slices, { "spec.x=1": refused });
  });

  test("objects of a custom kind can be selected by name and namespace", async () => {
    await using crd = await install(client, widgets());
    const namespace = await client.namespace();
    const path = crd.at("v1", namespace);
    await create(path, crd.widget("v1", "a"), crd.widget("v1", "b"));
    await assertSelects(path, {
      "metadata.name=a": "a",
      "metadata.name!=a": "b",
      [`metadata.namespace=${namespace}`]: "a b",
    });
    await assertRefuses(path, {
      "spec.x=1": "field label not supported: spec.x",
      "metadata.uid=x": "field label not supported: metadata.uid",
    });
  });
});
