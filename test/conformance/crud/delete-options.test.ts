import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, type RequestOptions } from "../client.ts";
import { assertInvalid, configMapsIn, type Made, make } from "./objects.ts";

const client = connect();
let configMaps: string;
before(async () => {
  configMaps = configMapsIn(await client.namespace());
});
after(() => client.close());

const finalizers = ["example.com/a"];

/** Deletes an object made for this; gives the answer and what is left of the object. */
async function deleted(
  body: Json,
  query: RequestOptions["query"] = {},
  metadata: Json = {},
  options: RequestOptions = {},
): Promise<{ answer: Answer; left: Json; made: Made }> {
  const made = await make(client, configMaps, { metadata });
  const answer = await client.delete(made.path, body, query, options);
  const left = await client.get(made.path);
  return { answer, left: left.status === 200 ? left.body : undefined, made };
}

async function assertFinalizers(expected: readonly string[], ...args: Parameters<typeof deleted>): Promise<void> {
  const { answer, left } = await deleted(...args);
  assertAnswer(answer, 200, { kind: "ConfigMap", metadata: { finalizers: expected, deletionGracePeriodSeconds: 0 } });
  assert.deepEqual(left, answer.body);
}

async function assertGone(...args: Parameters<typeof deleted>): Promise<void> {
  const { answer, left } = await deleted(...args);
  assertAnswer(answer, 200, { kind: "Status", status: "Success" });
  assert.equal(left, undefined);
}

async function assertNotDeleted(...args: Parameters<typeof deleted>): Promise<Answer> {
  const { answer, left, made } = await deleted(...args);
  assert.deepEqual(left, made.body);
  return answer;
}

test("the body of a delete may be absent, empty or typed, in any group", async () => {
  const bodies = [
    undefined,
    "",
    {},
    { kind: "DeleteOptions" },
    { apiVersion: "v1" },
    { kind: "DeleteOptions", apiVersion: "v1" },
    { kind: "DeleteOptions", apiVersion: "meta.k8s.io/v1" },
    { kind: "DeleteOptions", apiVersion: "apps/v1" },
    { kind: "DeleteOptions", apiVersion: "anything.example.com/v1" },
  ];
  for (const body of bodies) await assertGone(body);
});

test("the body of a delete is DeleteOptions and nothing else", async () => {
  for (const kind of ["ConfigMap", "Foo"]) {
    const answer = await assertNotDeleted({ kind, apiVersion: "v1" });
    const message = `no kind "${kind}" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"`;
    assertStatus(answer, 400, "BadRequest", message, { details: undefined });
  }
});

test("a body that cannot be read deletes nothing", async () => {
  const cases = [
    ["{", "couldn't get version/kind; json parse error: unexpected end of JSON input"],
    [
      "[]",
      'couldn\'t get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }',
    ],
    [
      '{"gracePeriodSeconds":"x"}',
      "json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64",
    ],
  ] as const;
  for (const [body, message] of cases) assertStatus(await assertNotDeleted(body), 400, "BadRequest", message);
});

test("a body in an unknown format deletes nothing", async () => {
  const answer = await assertNotDeleted("{}", {}, {}, { headers: { "content-type": "text/plain" } });
  const message =
    "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf";
  assertStatus(answer, 415, "UnsupportedMediaType", message);
});

test("a body may be YAML", async () => {
  const headers = { "content-type": "application/yaml" };
  await assertFinalizers(["orphan"], "propagationPolicy: Orphan\n", {}, {}, { headers });
});

test("unknown and duplicate fields of DeleteOptions are never told, not even under strict validation", async () => {
  for (const query of [{}, { fieldValidation: "Strict" }]) {
    for (const body of ['{"foo":1}', '{"gracePeriodSeconds":1,"gracePeriodSeconds":2}']) {
      const { answer } = await deleted(body, query);
      assertAnswer(answer, 200, { status: "Success" });
      assert.deepEqual(answer.warnings, []);
    }
  }
});

test("options may be in the query", async () => {
  await assertFinalizers(["orphan"], undefined, { propagationPolicy: "Orphan" });
  await assertFinalizers(["foregroundDeletion"], undefined, { propagationPolicy: "Foreground" });
  await assertFinalizers(["orphan"], undefined, { orphanDependents: true });
  // Anything but "false" and "0" is true.
  await assertFinalizers(["orphan"], undefined, { orphanDependents: "nonsense" });
  await assertGone(undefined, { orphanDependents: false });
});

test("a body, even an empty one, makes the query count for nothing", async () => {
  await assertGone({}, { propagationPolicy: "Orphan" });
  await assertGone({}, { dryRun: "All" });
  await assertFinalizers(["foregroundDeletion"], { propagationPolicy: "Foreground" }, { propagationPolicy: "Orphan" });
});

test("a gracePeriodSeconds in the query has to be a number", async () => {
  const answer = await assertNotDeleted(undefined, { gracePeriodSeconds: "x" });
  assertStatus(answer, 400, "BadRequest", 'strconv.ParseInt: parsing "x": invalid syntax');
});

test("a grace period means nothing to a kind that has none", async () => {
  for (const gracePeriodSeconds of [30, 0, -1]) await assertGone({ gracePeriodSeconds });
});

test("Background removes the object at once", async () => {
  await assertGone({ propagationPolicy: "Background" });
});

test("Foreground and Orphan leave the object to the garbage collector, by a finalizer", async () => {
  await assertFinalizers(["foregroundDeletion"], { propagationPolicy: "Foreground" });
  await assertFinalizers(["orphan"], { propagationPolicy: "Orphan" });
  await assertFinalizers(["orphan"], { orphanDependents: true });
});

test("finalizers of the garbage collector come after those that are there", async () => {
  await assertFinalizers([...finalizers, "orphan"], { propagationPolicy: "Orphan" }, {}, { finalizers });
});

test("a policy takes the other policy's finalizer away; no policy leaves it", async () => {
  const metadata = { finalizers: ["orphan", ...finalizers] };
  await assertFinalizers(finalizers, { propagationPolicy: "Background" }, {}, metadata);
  await assertFinalizers([...finalizers, "foregroundDeletion"], { propagationPolicy: "Foreground" }, {}, metadata);
  await assertFinalizers(metadata.finalizers, undefined, {}, metadata);
});

test("the policy may be changed while the deletion is pending", async () => {
  const { path } = await make(client, configMaps, { metadata: { finalizers } });
  const steps: readonly (readonly [Json, readonly string[]])[] = [
    [undefined, finalizers],
    [{ propagationPolicy: "Foreground" }, [...finalizers, "foregroundDeletion"]],
    [{ propagationPolicy: "Orphan" }, [...finalizers, "orphan"]],
    [undefined, [...finalizers, "orphan"]],
    [{ propagationPolicy: "Background" }, finalizers],
  ];
  for (const [body, expected] of steps)
    assertAnswer(await client.delete(path, body), 200, { metadata: { finalizers: expected } });
});

test("any other policy is refused, before the object is looked for", async () => {
  for (const propagationPolicy of ["Nope", "background", ""]) {
    const cause = [
      "FieldValueNotSupported",
      "propagationPolicy",
      `Unsupported value: "${propagationPolicy}": supported values: "Foreground", "Background", "Orphan", "nil"`,
    ] as const;
    assertInvalid(await assertNotDeleted({ propagationPolicy }), "DeleteOptions.meta.k8s.io", "", cause);
    const absent = await client.delete(`${configMaps}/absent`, { propagationPolicy });
    assertInvalid(absent, "DeleteOptions.meta.k8s.io", "", cause);
  }
});

test("propagationPolicy and orphanDependents exclude each other", async () => {
  const answer = await assertNotDeleted({ orphanDependents: true, propagationPolicy: "Orphan" });
  assertInvalid(answer, "DeleteOptions.meta.k8s.io", "", [
    "FieldValueInvalid",
    "propagationPolicy",
    'Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set',
  ]);
});

test("a pending deletion is Accepted, with 202, only for orphanDependents: false", async () => {
  const { answer } = await deleted({ orphanDependents: false }, {}, { finalizers });
  assertAnswer(answer, 202, { kind: "ConfigMap", metadata: { finalizers } });
  await assertGone({ orphanDependents: false });
});

test("a Job deleted without a policy orphans its pods, with a warning", async () => {
  const namespace = await client.namespace();
  const template = { spec: { containers: [{ name: "c", image: "i" }], restartPolicy: "Never" } };
  const { path } = await make(client, `/apis/batch/v1/namespaces/${namespace}/jobs`, { spec: { template } });
  const answer = await client.delete(path);
  assertAnswer(answer, 200, { kind: "Job", metadata: { finalizers: ["orphan"] } });
  assert.deepEqual(answer.warnings, [
    "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning",
  ]);
});
