import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import { change, startHooks, write } from "./hooks.ts";

const client = connect();
after(() => client.close());

/** Appends a letter to `data.trace`, so that the object tells who was asked, in which order. */
const sign = (letter: string) => (request: Json) =>
  change({ op: "replace", path: "/data/trace", value: `${request.object.data.trace}${letter}` });

const traced = { metadata: { name: "made" }, data: { trace: "" } };

describe("mutating webhooks", { concurrency: 8 }, () => {
  test("are asked in the order of their configurations' names, whichever was created first", async () => {
    await using hooks = await startHooks(client);
    const name = uniqueName("order");
    await hooks.install("mutating", [{ name: "hook.example.com", answer: sign("b") }], `${name}-b`);
    await hooks.install("mutating", [{ name: "hook.example.com", answer: sign("c") }], `${name}-c`);
    await hooks.install("mutating", [{ name: "hook.example.com", answer: sign("a") }], `${name}-a`);

    assertAnswer(await client.create(hooks.configMaps, traced), 201, { data: { trace: "abc" } });
  });

  test("of one configuration are asked in the order of the list", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("mutating", [
      { name: "z.example.com", answer: sign("1") },
      { name: "a.example.com", answer: sign("2") },
    ]);

    assertAnswer(await client.create(hooks.configMaps, traced), 201, { data: { trace: "12" } });
  });

  test("see what those before them did, and validating webhooks see all of it", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("validating", [{ name: "last.example.com" }]);
    await hooks.install("mutating", [
      { name: "first.example.com", answer: sign("1") },
      { name: "second.example.com", answer: sign("2") },
    ]);
    assertAnswer(await client.create(hooks.configMaps, traced), 201);

    assert.deepEqual(
      hooks.calls.map(({ hook, request }) => [hook.split(".")[0], request.object.data.trace]),
      [
        ["first", ""],
        ["second", "1"],
        ["last", "12"],
      ],
    );
  });

  test("are selected by the labels that those before them set", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("mutating", [
      {
        name: "label.example.com",
        answer: () => change({ op: "add", path: "/metadata/labels", value: { on: "yes" } }),
      },
      { name: "labelled.example.com", objectSelector: { matchLabels: { on: "yes" } }, answer: sign("x") },
    ]);

    assertAnswer(await client.create(hooks.configMaps, traced), 201, { data: { trace: "x" } });
  });

  test("change an update and a patch just as a create", async () => {
    await using hooks = await startHooks(client);
    const { body } = await client.create(hooks.configMaps, traced);
    const rules = [{ operations: ["UPDATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }];
    await hooks.install("mutating", [{ name: "hook.example.com", rules, answer: sign("u") }]);
    const path = `${hooks.configMaps}/made`;

    assertAnswer(await client.update(path, { ...body, data: { trace: "-" } }), 200, { data: { trace: "-u" } });
    assertAnswer(await client.patch("merge", path, { data: { b: "2" } }), 200, { data: { trace: "-uu", b: "2" } });
  });

  test("that undo the only change leave the object's resourceVersion as it was", async () => {
    await using hooks = await startHooks(client);
    const { body } = await client.create(hooks.configMaps, { metadata: { name: "made" }, data: { a: "1" } });
    const rules = [{ operations: ["UPDATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }];
    await hooks.install("mutating", [{ name: "hook.example.com", rules, answer: () => write("a", "1") }]);
    const patched = await client.patch("merge", `${hooks.configMaps}/made`, { data: { a: "2" } });

    const { resourceVersion } = body.metadata;
    assertAnswer(patched, 200, { data: { a: "1" }, metadata: { resourceVersion } });
  });

  test("change what a dry run answers", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("mutating", [{ name: "hook.example.com", sideEffects: "NoneOnDryRun", answer: sign("d") }]);

    assertAnswer(await client.create(hooks.configMaps, traced, { dryRun: "All" }), 201, { data: { trace: "d" } });
    assertAnswer(await client.get(`${hooks.configMaps}/made`), 404);
  });
});

describe("reinvocation", { concurrency: 8 }, () => {
  const twice = async (first: Json, second: Json, object: Json = traced) => {
    await using hooks = await startHooks(client);
    await hooks.install("mutating", [
      { name: "first.example.com", answer: sign("1"), ...first },
      { name: "second.example.com", answer: sign("2"), ...second },
    ]);
    const answer = await client.create(hooks.configMaps, object);
    assertAnswer(answer, 201);
    return { trace: answer.body.data.trace, asked: hooks.calls.map(({ hook }) => hook.split(".")[0]) };
  };

  test("does not happen unless reinvocationPolicy says IfNeeded", async () => {
    assert.deepEqual(await twice({}, {}), { trace: "12", asked: ["first", "second"] });
  });

  test("asks a webhook once more when a later one has changed the object", async () => {
    const ifNeeded = { reinvocationPolicy: "IfNeeded" };
    assert.deepEqual(await twice(ifNeeded, {}), { trace: "121", asked: ["first", "second", "first"] });
  });

  test("asks every such webhook once more when one has changed the object, and none a third time", async () => {
    const ifNeeded = { reinvocationPolicy: "IfNeeded" };
    assert.deepEqual(await twice(ifNeeded, ifNeeded), {
      trace: "1212",
      asked: ["first", "second", "first", "second"],
    });
  });

  test("does not happen when the later one changed nothing", async () => {
    const ifNeeded = { reinvocationPolicy: "IfNeeded" };
    const unchanged = { answer: () => change() };
    assert.deepEqual(await twice(ifNeeded, unchanged), { trace: "1", asked: ["first", "second"] });
  });

  test("does not ask a webhook for the first time", async () => {
    const skipped = { reinvocationPolicy: "IfNeeded", objectSelector: { matchLabels: { on: "yes" } } };
    const label = { answer: () => change({ op: "add", path: "/metadata/labels", value: { on: "yes" } }) };
    assert.deepEqual(await twice(skipped, label), { trace: "", asked: ["second"] });
  });
});

describe("an object changed by a webhook", { concurrency: 8 }, () => {
  const podRules = [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] }];
  const pod = { metadata: { name: "made" }, spec: { containers: [{ name: "main", image: "image" }] } };

  test("gets defaults where the webhook left fields out", async () => {
    await using hooks = await startHooks(client);
    const sidecar = { name: "sidecar", image: "sidecar:1", ports: [{ containerPort: 80 }] };
    const answer = () => change({ op: "add", path: "/spec/containers/-", value: sidecar });
    await hooks.install("mutating", [{ name: "hook.example.com", rules: podRules, answer }]);
    const { body } = await client.create(`/api/v1/namespaces/${hooks.namespace}/pods`, pod);

    assertContains(body.spec.containers[1], {
      name: "sidecar",
      imagePullPolicy: "IfNotPresent",
      terminationMessagePath: "/dev/termination-log",
      ports: [{ containerPort: 80, protocol: "TCP" }],
    });
  });

  test("has defaults before the first webhook sees it", async () => {
    await using hooks = await startHooks(client);
    await hooks.install("mutating", [{ name: "hook.example.com", rules: podRules }]);
    assertAnswer(await client.create(`/api/v1/namespaces/${hooks.namespace}/pods`, pod), 201);

    assertContains(hooks.calls[0]?.request.object.spec, {
      restartPolicy: "Always",
      dnsPolicy: "ClusterFirst",
      serviceAccountName: undefined,
      // From admission plugins, which come before the webhooks.
      priority: 0,
      preemptionPolicy: "PreemptLowerPriority",
      tolerations: (list: Json) => list.length === 2,
    });
  });

  test("is validated after the change", async () => {
    await using hooks = await startHooks(client);
    const answer = () => change({ op: "replace", path: "/spec/containers/0/image", value: "" });
    await hooks.install("mutating", [{ name: "hook.example.com", rules: podRules, answer }]);

    assertStatus(
      await client.create(`/api/v1/namespaces/${hooks.namespace}/pods`, pod),
      422,
      "Invalid",
      'Pod "made" is invalid: spec.containers[0].image: Required value',
    );
  });

  test("is not validated before the change: a webhook may complete what would be refused", async () => {
    await using hooks = await startHooks(client);
    const answer = () => change({ op: "add", path: "/spec/containers/0/image", value: "filled" });
    await hooks.install("mutating", [{ name: "hook.example.com", rules: podRules, answer }]);
    const bare = { metadata: { name: "made" }, spec: { containers: [{ name: "main" }] } };

    const created = await client.create(`/api/v1/namespaces/${hooks.namespace}/pods`, bare);
    assertAnswer(created, 201, { spec: { containers: [{ image: "filled" }] } });
  });

  test("loses a status that the webhook gave it on create", async () => {
    await using hooks = await startHooks(client);
    const answer = () => change({ op: "add", path: "/status/message", value: "ready" });
    await hooks.install("mutating", [{ name: "hook.example.com", rules: podRules, answer }]);

    const created = await client.create(`/api/v1/namespaces/${hooks.namespace}/pods`, pod);
    assertAnswer(created, 201, { status: { message: undefined, phase: "Pending" } });
  });

  // Managers are settled before admission, so what a webhook adds belongs to nobody, not even to the client.
  for (const operation of ["Update", "Apply"]) {
    test(`has no manager for what the webhook added (${operation})`, async () => {
      await using hooks = await startHooks(client);
      await hooks.install("mutating", [{ name: "hook.example.com", answer: () => write("b", "2") }]);
      const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "made" }, data: { a: "1" } };
      const query = { fieldManager: "me" };
      const { body } =
        operation === "Apply"
          ? await client.patch("apply", `${hooks.configMaps}/made`, object, query)
          : await client.create(hooks.configMaps, object, query);

      assert.deepEqual(body.data, { a: "1", b: "2" });
      const [{ manager, operation: recorded, fieldsV1 }, ...others] = body.metadata.managedFields;
      assert.deepEqual(
        [manager, recorded, Object.keys(fieldsV1["f:data"])],
        ["me", operation, operation === "Apply" ? ["f:a"] : [".", "f:a"]],
      );
      assert.deepEqual(others, []);
    });
  }
});

describe("a custom resource changed by a webhook", { concurrency: 8 }, () => {
  const schema = {
    type: "object",
    properties: {
      spec: {
        type: "object",
        properties: { size: { type: "integer", maximum: 9 }, colour: { type: "string", default: "red" } },
      },
    },
  };

  async function createWidget(operation: Json) {
    await using hooks = await startHooks(client);
    const group = `${uniqueName("g")}.example.com`;
    const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    const name = `widgets.${group}`;
    const versions = [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }];
    const spec = { group, scope: "Namespaced", names: { plural: "widgets", kind: "Widget" }, versions };
    assertAnswer(await client.create(definitions, { metadata: { name }, spec }), 201);
    await eventually(async () => assertAnswer(await client.get(`/apis/${group}/v1/widgets`), 200));
    const rules = [{ operations: ["CREATE"], apiGroups: [group], apiVersions: ["v1"], resources: ["widgets"] }];
    await hooks.install("mutating", [{ name: "hook.example.com", rules, answer: () => change(operation) }]);
    const widget = { apiVersion: `${group}/v1`, kind: "Widget", metadata: { name: "made" }, spec: { size: 1 } };
    const answer = await client.create(`/apis/${group}/v1/namespaces/${hooks.namespace}/widgets`, widget);
    await client.delete(`${definitions}/${name}`);
    return { answer, group };
  }

  test("is pruned afterwards", async () => {
    const { answer } = await createWidget({ op: "add", path: "/spec/shape", value: "round" });
    assertAnswer(answer, 201, { spec: { size: 1, colour: "red", shape: undefined } });
  });

  test("gets defaults afterwards", async () => {
    const { answer } = await createWidget({ op: "remove", path: "/spec/colour" });
    assertAnswer(answer, 201, { spec: { size: 1, colour: "red" } });
  });

  test("is validated against its schema afterwards", async () => {
    const { answer, group } = await createWidget({ op: "replace", path: "/spec/size", value: 10 });
    assertStatus(
      answer,
      422,
      "Invalid",
      `Widget.${group} "made" is invalid: spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9`,
    );
  });

  test("cannot become another kind", async () => {
    const { answer, group } = await createWidget({ op: "replace", path: "/kind", value: "Gadget" });
    assertStatus(
      answer,
      422,
      "Invalid",
      `Gadget.${group} "made" is invalid: kind: Invalid value: "Gadget": must be Widget`,
    );
  });
});
