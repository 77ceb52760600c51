import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Answer, assertAnswer, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { configMapsIn, deployment, deploymentsIn, make, pod, podsIn } from "../crud/objects.ts";
import { assertLevels, assertRefused, type Send } from "./levels.ts";

const client = connect();
let namespace: string;
let configMaps: string;
before(async () => {
  namespace = await client.namespace();
  configMaps = configMapsIn(namespace);
});
after(() => client.close());

function create(fields: Json, query: Record<string, string> = {}): Promise<Answer> {
  return client.create(configMaps, { metadata: { name: uniqueName("o") }, ...fields }, query);
}

/** So many unknown fields, with names of so many letters and a number. */
function unknownFields(count: number, letters: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`${"k".repeat(letters)}${i}`, 1]));
}

test("every warning is a header of its own, with code 299 and no agent", async () => {
  const { headers } = await create({ foo: 1, bar: 2 });
  assert.deepEqual(headers.warning, ['299 - "unknown field \\"foo\\""', '299 - "unknown field \\"bar\\""']);
});

test("quotes and backslashes in a name are escaped as in Go and once more for the header", async () => {
  const { headers } = await create({ 'a"b\\c': 1 });
  assert.equal(headers.warning, '299 - "unknown field \\"a\\\\\\"b\\\\\\\\c\\""');
});

test("a name with a line break or a tab stays on its line", async () => {
  const { warnings } = await create({ "new\nline": 1, "a\ttab": 1 });
  assert.deepEqual(warnings, ['unknown field "new\\nline"', 'unknown field "a\\ttab"']);
});

test("an empty name and one with a dot are told as they are", async () => {
  const { warnings } = await create({ "": 1, "a.b": 1 });
  assert.deepEqual(warnings, ['unknown field ""', 'unknown field "a.b"']);
});

test("a name beyond ASCII is sent as UTF-8", async () => {
  const { headers } = await create({ é: 1 });
  const bytes = Buffer.from(headers.warning as string, "latin1");
  assert.equal(bytes.toString("utf8"), '299 - "unknown field \\"é\\""');
});

test("no more than 100 problems are told, by warnings or by Strict", async () => {
  const fields = unknownFields(105, 1);
  const expected = Object.keys(fields)
    .slice(0, 100)
    .map((name) => `unknown field "${name}"`);
  assert.deepEqual((await create(fields)).warnings, expected);
  assertRefused(await create(fields, { fieldValidation: "Strict" }), "ConfigMap", expected.join(", "));
});

test("warnings of up to 4096 characters together are whole", async () => {
  const { warnings } = await create(unknownFields(2, 2_000));
  assert.deepEqual(
    warnings.map(({ length }) => length),
    [2_017, 2_017],
  );
});

test("when warnings exceed 4096 characters each is cut to 256", async () => {
  const { warnings } = await create({ ["k".repeat(5_000)]: 1, ["l".repeat(300)]: 1, m: 1 });
  assert.deepEqual(warnings, [
    `unknown field "${"k".repeat(241)}`,
    `unknown field "${"l".repeat(241)}`,
    'unknown field "m"',
  ]);
});

test("after 4096 characters of cut warnings there are no more", async () => {
  assert.equal((await create(unknownFields(100, 300))).warnings.length, 16);
  // The one that crosses the limit is still told.
  assert.equal((await create(unknownFields(100, 100))).warnings.length, 35);
});

test("Strict cuts nothing", async () => {
  const fields = unknownFields(100, 300);
  const problems = Object.keys(fields).map((name) => `unknown field "${name}"`);
  assertRefused(await create(fields, { fieldValidation: "Strict" }), "ConfigMap", problems.join(", "));
});

test("the same warning is told once, for however many objects it is", async () => {
  const template = { spec: { containers: [{ name: "c", image: "i" }], restartPolicy: "Never" } };
  const jobs = `/apis/batch/v1/namespaces/${namespace}/jobs`;
  for (let i = 0; i < 3; i += 1) await make(client, jobs, { spec: { template } });
  const answer = await client.delete(jobs);
  assertAnswer(answer, 200, { items: (items: Json) => items.length === 3 });
  assert.equal(answer.warnings.length, 1);
  assert.match(answer.warnings[0] ?? "", /^child pods are preserved by default when jobs are deleted/);
});

test("problems of fields are told before the warnings of the kind", async () => {
  const env = [
    { name: "A", value: "1" },
    { name: "A", value: "2" },
  ];
  const answer = await client.create(podsIn(namespace), {
    metadata: { name: uniqueName("o") },
    ...pod({ containers: [{ name: "c", image: "i", env, foo: 1 }] }),
  });
  assertAnswer(answer, 201);
  assert.deepEqual(answer.warnings, [
    'unknown field "spec.containers[0].foo"',
    'spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply',
  ]);
});

/** Requests whose body is another kind than that of the path. */
const others: readonly (readonly [kind: string, path: () => Promise<string>, method: "POST" | "PUT", body: Json])[] = [
  [
    "Scale",
    async () => `${(await make(client, deploymentsIn(namespace), deployment())).path}/scale`,
    "PUT",
    { spec: { replicas: 1, foo: 1 } },
  ],
  [
    "TokenRequest",
    async () => `${(await make(client, `/api/v1/namespaces/${namespace}/serviceaccounts`)).path}/token`,
    "POST",
    { spec: { foo: 1 } },
  ],
  [
    "Eviction",
    async () => `${(await make(client, podsIn(namespace), pod({ nodeName: "n" }))).path}/eviction`,
    "POST",
    { spec: { foo: 1 } },
  ],
  [
    "Binding",
    async () => `${(await make(client, podsIn(namespace), pod())).path}/binding`,
    "POST",
    { target: { kind: "Node", name: "n" }, spec: { foo: 1 } },
  ],
];

for (const [kind, makePath, method, body] of others) {
  test(`the body of a ${kind} is validated`, async () => {
    const path = await makePath();
    const name = path.split("/").at(-2);
    const query = { dryRun: "All" };
    const send: Send = (more) =>
      client.request(method, path, { body: { metadata: { name }, ...body }, query: { ...query, ...more } });
    const isSpecUnknown = kind === "Eviction" || kind === "Binding";
    const problem = `unknown field "${isSpecUnknown ? "spec" : "spec.foo"}"`;
    await assertLevels(send, kind, method === "POST" ? 201 : 200, [problem]);
  });
}

test("the body of a review is validated", async () => {
  const spec = { resourceAttributes: { verb: "get", resource: "pods", foo: 1 } };
  const send: Send = (query) =>
    client.create("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", { spec }, query);
  await assertLevels(send, "SelfSubjectAccessReview", 201, ['unknown field "spec.resourceAttributes.foo"']);
});

test("a status is validated", async () => {
  const { name, path } = await make(client, deploymentsIn(namespace), deployment());
  const send: Send = (query) => client.update(`${path}/status`, { metadata: { name }, status: { foo: 1 } }, query);
  await assertLevels(send, "Deployment", 200, ['unknown field "status.foo"']);
});
