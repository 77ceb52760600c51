import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertContains, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { startHooks } from "./hooks.ts";
import { matching, policiesPath, startPolicies } from "./policies.ts";

const client = connect();
after(() => client.close());

function jsonPatch(expression: string): Json {
  return { patchType: "JSONPatch", jsonPatch: { expression } };
}

function apply(expression: string): Json {
  return { patchType: "ApplyConfiguration", applyConfiguration: { expression } };
}

const made = { metadata: { name: "made" }, data: { a: "1" } };

/** What the client gets for an object under one policy with these mutations. */
async function under(mutations: Json[], more: Json = {}, object: Json = made, resource = "configmaps") {
  await using policies = await startPolicies(client);
  const matchConstraints = matching(policies.namespace, [resource]);
  const name = await policies.install("mutating", { matchConstraints, mutations, ...more });
  const answer = await client.create(`/api/v1/namespaces/${policies.namespace}/${resource}`, object);
  return { answer, name };
}

describe("a MutatingAdmissionPolicy", { concurrency: 16 }, () => {
  test("changes the object by a JSON patch", async () => {
    const { answer } = await under([
      jsonPatch('[JSONPatch{op: "add", path: "/data/b", value: "2"}, JSONPatch{op: "remove", path: "/data/a"}]'),
    ]);
    assert.deepEqual(answer.body.data, { b: "2" });
  });

  test("may escape a key of a JSON patch's path", async () => {
    const { answer } = await under([
      jsonPatch(
        '[JSONPatch{op: "add", path: "/metadata/labels", value: {}}, JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("example.com/on"), value: "yes"}]',
      ),
    ]);
    assertAnswer(answer, 201, { metadata: { labels: { "example.com/on": "yes" } } });
  });

  test("may leave the object alone with an empty patch", async () => {
    const { answer } = await under([jsonPatch("has(object.data) ? [] : [JSONPatch{op: 'add', path: '/x', value: 1}]")]);
    assertAnswer(answer, 201, { data: { a: "1" } });
  });

  test("may move, copy and test by a JSON patch", async () => {
    const { answer } = await under([
      jsonPatch(
        '[JSONPatch{op: "test", path: "/data/a", value: "1"}, JSONPatch{op: "copy", from: "/data/a", path: "/data/b"}, JSONPatch{op: "move", from: "/data/a", path: "/data/c"}]',
      ),
    ]);
    assert.deepEqual(answer.body.data, { b: "1", c: "1" });
  });

  test("changes the object by an apply configuration", async () => {
    const { answer } = await under([apply('Object{data: {"b": "2"}}')]);
    assert.deepEqual(answer.body.data, { a: "1", b: "2" });
  });

  test("may set labels by an apply configuration with the names of nested types", async () => {
    const { answer } = await under([apply('Object{metadata: Object.metadata{labels: {"on": object.metadata.name}}}')]);
    assertAnswer(answer, 201, { metadata: { labels: { on: "made" } } });
  });

  test("merges lists by their keys with an apply configuration", async () => {
    const pod = { metadata: { name: "made" }, spec: { containers: [{ name: "main", image: "image" }] } };
    const expression = `Object{spec: Object.spec{
      initContainers: [Object.spec.initContainers{name: "setup", image: "setup", restartPolicy: "Always"}],
      containers: [Object.spec.containers{name: "main", workingDir: "/work"}]
    }}`;
    const { answer } = await under([apply(expression)], {}, pod, "pods");
    assertAnswer(answer, 201, {
      spec: {
        initContainers: [{ name: "setup", image: "setup", imagePullPolicy: "Always", restartPolicy: "Always" }],
        containers: [{ name: "main", image: "image", workingDir: "/work" }],
      },
    });
  });

  test("applies its mutations one after the other, each on what the one before left", async () => {
    const { answer } = await under([
      jsonPatch('[JSONPatch{op: "add", path: "/data/b", value: object.data.a + "2"}]'),
      apply('Object{data: {"c": object.data.b + "3"}}'),
    ]);
    assert.deepEqual(answer.body.data, { a: "1", b: "12", c: "123" });
  });

  test("can use variables", async () => {
    const variables = [{ name: "twice", expression: "object.data.a + object.data.a" }];
    const { answer } = await under([apply('Object{data: {"b": variables.twice}}')], { variables });
    assert.deepEqual(answer.body.data, { a: "1", b: "11" });
  });

  test("leaves out what a matchCondition calls false", async () => {
    const matchConditions = [{ name: "marked", expression: "'mark' in object.data" }];
    const { answer } = await under([apply('Object{data: {"b": "2"}}')], { matchConditions });
    assert.deepEqual(answer.body.data, { a: "1" });
  });

  test("can use params", async () => {
    await using policies = await startPolicies(client);
    const secret = { metadata: { name: "settings", annotations: { colour: "red" } } };
    assertAnswer(await client.create(`/api/v1/namespaces/${policies.namespace}/secrets`, secret), 201);
    const mutations = [apply('Object{data: {"colour": string(params.metadata.annotations.colour)}}')];
    const paramKind = { apiVersion: "v1", kind: "Secret" };
    const paramRef = { name: "settings", parameterNotFoundAction: "Deny" };
    await policies.install("mutating", { mutations, paramKind }, { paramRef });

    assertAnswer(await client.create(policies.configMaps, made), 201, { data: { a: "1", colour: "red" } });
  });

  test("has done its work before mutating webhooks are asked", async () => {
    await using policies = await startPolicies(client);
    await using hooks = await startHooks(client);
    const matchConstraints = matching(hooks.namespace);
    await policies.install("mutating", { mutations: [apply('Object{data: {"b": "2"}}')], matchConstraints });
    await hooks.install("mutating", [{ name: "see.example.com" }]);
    assertAnswer(await client.create(hooks.configMaps, made), 201);

    assertContains(hooks.calls[0]?.request.object.data, { a: "1", b: "2" });
  });

  test("changes an update as well", async () => {
    await using policies = await startPolicies(client);
    assertAnswer(await client.create(policies.configMaps, made), 201);
    await policies.install("mutating", { mutations: [apply('Object{data: {"old": oldObject.data.a}}')] });
    const patched = await client.patch("merge", `${policies.configMaps}/made`, { data: { a: "2" } });

    assertAnswer(patched, 200, { data: { a: "2", old: "1" } });
  });
});

/** Its 403 has the reason of a 422, and its message does not say what is forbidden. */
function assertFailed({ answer, name }: Awaited<ReturnType<typeof under>>, message: string): void {
  const whole = `policy '${name}' with binding '${name}' denied request: ${message}`;
  assertStatus(answer, 403, "Invalid", whole, { details: { name: "made", causes: [{ message: whole }] } });
}

describe("a MutatingAdmissionPolicy that fails", { concurrency: 16 }, () => {
  test("because of a missing key refuses the request", async () => {
    assertFailed(
      await under([apply('Object{data: {"b": string(object.data.absent)}}')]),
      `expression 'Object{data: {"b": string(object.data.absent)}}' resulted in error: no such key: absent`,
    );
  });

  test("because a JSON patch does not fit refuses the request", async () => {
    assertFailed(
      await under([jsonPatch('[JSONPatch{op: "remove", path: "/data/absent"}]')]),
      "JSON Patch: error in remove for path: '/data/absent': Unable to remove nonexistent key: absent: missing value",
    );
  });

  test("because a JSON patch makes the object undecodable refuses the request", async () => {
    const { answer } = await under([jsonPatch('[JSONPatch{op: "add", path: "/data", value: "text"}]')]);
    assertStatus(
      answer,
      500,
      "InternalError",
      "Internal error occurred: json: cannot unmarshal string into Go struct field ConfigMap.data of type map[string]string",
    );
  });

  test("because an apply configuration names an unknown field refuses the request", async () => {
    assertFailed(
      await under([apply('Object{colour: "red"}')]),
      "error applying patch: failed to convert patch object to typed object: .colour: field not declared in schema",
    );
  });

  test("because an apply configuration would replace an atomic list refuses the request", async () => {
    const pod = { metadata: { name: "made" }, spec: { containers: [{ name: "main", image: "image" }] } };
    const expression = 'Object{spec: Object.spec{containers: [Object.spec.containers{name: "main", args: ["a"]}]}}';
    assertFailed(
      await under([apply(expression)], {}, pod, "pods"),
      "error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.containers[0].args",
    );
  });

  test("is passed over when failurePolicy is Ignore", async () => {
    const mutations = [jsonPatch('[JSONPatch{op: "remove", path: "/data/absent"}]')];
    const { answer } = await under(mutations, { failurePolicy: "Ignore" });
    assertAnswer(answer, 201, { data: { a: "1" } });
  });

  test("makes an invalid object that is refused like the client's own mistake", async () => {
    const { answer } = await under([apply('Object{data: {"a/b": "2"}}')]);
    assertStatus(answer, 422, "Invalid", /^ConfigMap "made" is invalid: data\[a\/b\]: Invalid value: "a\/b": /);
  });
});

describe("a MutatingAdmissionPolicy is refused", { concurrency: 16 }, () => {
  const rule = { operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] };
  const good = {
    matchConstraints: { resourceRules: [rule] },
    mutations: [jsonPatch('[JSONPatch{op: "remove", path: "/data"}]')],
    reinvocationPolicy: "Never",
  };
  const cases: [string, Json, ...string[]][] = [
    [
      "without mutations",
      { mutations: [] },
      "spec.mutations: Required value: mutations must contain at least one item",
    ],
    ["without reinvocationPolicy", { reinvocationPolicy: undefined }, "spec.reinvocationPolicy: Required value"],
    [
      "with an unknown patchType",
      { mutations: [{ ...jsonPatch("[]"), patchType: "Merge" }] },
      'spec.mutations[0].patchType: Unsupported value: "Merge": supported values: "ApplyConfiguration", "JSONPatch"',
    ],
    [
      "with the other patchType's expression",
      { mutations: [{ ...apply("Object{}"), patchType: "JSONPatch" }] },
      "spec.mutations[0].jsonPatch: Required value: must be specified when patchType is JSONPatch",
      'spec.mutations[0].applyConfiguration: Invalid value: "{applyConfiguration}": must not be specified when patchType is JSONPatch',
    ],
    [
      "with a JSON patch that is no list",
      { mutations: [jsonPatch("1")] },
      'spec.mutations[0].jsonPatch.expression: Invalid value: "1": must evaluate to list(JSONPatch) but got int',
    ],
    [
      "with an apply configuration that is no object",
      { mutations: [apply("1")] },
      'spec.mutations[0].applyConfiguration.expression: Invalid value: "1": must evaluate to Object but got int',
    ],
    [
      "with an expression that does not parse",
      { mutations: [apply("Object{")] },
      "spec.mutations[0].applyConfiguration.expression: Invalid value: \"Object{\": compilation failed: ERROR: <input>:1:8: Syntax error: mismatched input '<EOF>' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}\n | Object{\n | .......^",
    ],
  ];
  for (const [title, change, ...errors] of cases) {
    test(title, async () => {
      const spec = { ...good, ...change };
      const answer = await client.create(
        policiesPath("mutating"),
        { metadata: { name: "bad" }, spec },
        { dryRun: "All" },
      );
      const list = errors.length > 1 ? `[${errors.join(", ")}]` : errors[0];
      assertStatus(
        answer,
        422,
        "Invalid",
        `MutatingAdmissionPolicy.admissionregistration.k8s.io "bad" is invalid: ${list}`,
      );
    });
  }
});
