import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { assertInvalid, assertWhole, dryRun, type Made, make } from "./objects.ts";

const client = connect();
let core: string;
before(async () => {
  core = `/api/v1/namespaces/${await client.namespace()}`;
});
after(() => client.close());

const makeConfigMap = (body: Json): Promise<Made> => make(client, `${core}/configmaps`, body);
const makeSecret = (body: Json): Promise<Made> => make(client, `${core}/secrets`, body);
const change = (path: string, body: Json) => client.patch("merge", path, body);
const isImmutable = (field: string) => `${field}: Forbidden: field is immutable when \`immutable\` is set`;

async function assertSecretRefused(body: Json, ...problems: string[]): Promise<void> {
  const answer = await client.create(`${core}/secrets`, { ...body, metadata: { name: "a" } }, dryRun);
  assertInvalid(answer, 'Secret "a"', ...problems);
}

test("a ConfigMap is kept as it is", async () => {
  const content = { data: { a: "b", empty: "" }, binaryData: { c: "AAE=" } };
  assertWhole((await makeConfigMap(content)).body, content);
  assertWhole((await makeConfigMap({})).body, {});
});

test("an immutable ConfigMap changes in its metadata only, and stays immutable", async () => {
  const { name, path } = await makeConfigMap({ data: { a: "b" }, binaryData: { c: "AAE=" }, immutable: true });
  const refused = async (body: Json, field: string) =>
    assertInvalid(await change(path, body), `ConfigMap "${name}"`, isImmutable(field));
  await refused({ data: { a: "c" } }, "data");
  await refused({ data: { d: "e" } }, "data");
  await refused({ binaryData: { c: null } }, "binaryData");
  await refused({ immutable: false }, "immutable");
  await refused({ immutable: null }, "immutable");
  assertAnswer(await change(path, { metadata: { labels: { a: "b" } } }), 200, { metadata: { labels: { a: "b" } } });
});

test("a ConfigMap can become immutable, together with a last change", async () => {
  const { path } = await makeConfigMap({ data: { a: "b" } });
  assertAnswer(await change(path, { data: { a: "c" }, immutable: true }), 200, { data: { a: "c" }, immutable: true });
});

test("a ConfigMap's keys are names, and each is text or bytes", async () => {
  const body = { metadata: { name: "a" }, data: { a: "b", "c d": "" }, binaryData: { a: "AAE=" } };
  const answer = await client.create(`${core}/configmaps`, body, dryRun);
  // The order of the keys is the map's, hence any.
  assertStatus(answer, 422, "Invalid", /^ConfigMap "a" is invalid: \[/);
  const causes = answer.body.details.causes.toSorted((a: Json, b: Json) => (a.field < b.field ? -1 : 1));
  assert.deepEqual(causes, [
    {
      reason: "FieldValueInvalid",
      message: 'Invalid value: "a": duplicate of key present in binaryData',
      field: "data[a]",
    },
    {
      reason: "FieldValueInvalid",
      message:
        "Invalid value: \"c d\": a valid config key must consist of alphanumeric characters, '-', '_' or '.' " +
        "(e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
      field: "data[c d]",
    },
  ]);
});

test("a ConfigMap holds a mebibyte of values and names", async () => {
  const name = uniqueName("a");
  const answer = await client.create(`${core}/configmaps`, { metadata: { name }, data: { a: "x".repeat(1_048_577) } });
  // The field is the empty path, which reads `[]`.
  assertInvalid(answer, `ConfigMap "${name}"`, "[]: Too long: may not be more than 1048576 bytes");
  await assertSecretRefused(
    { stringData: { a: "x".repeat(1_048_577) } },
    "data: Too long: may not be more than 1048576 bytes",
  );
});

test("a Secret is opaque, and its strings become data that win over data", async () => {
  const { body } = await makeSecret({ data: { a: "YQ==", c: "Yw==" }, stringData: { a: "new", empty: "" } });
  assertWhole(body, { data: { a: "bmV3", c: "Yw==", empty: "" }, type: "Opaque" });
});

test("strings of a Secret can be patched in, and are never shown", async () => {
  const { path } = await makeSecret({ stringData: { a: "b" } });
  const answer = await change(path, { stringData: { a: "new", z: "ü" } });
  assertWhole(answer.body, { data: { a: "bmV3", z: "w7w=" }, type: "Opaque" });
});

test("data of a Secret that are not base64 cannot be read", async () => {
  const answer = await client.create(`${core}/secrets`, { metadata: { name: "a" }, data: { a: "%%" } }, dryRun);
  const message = 'Secret in version "v1" cannot be handled as a Secret: illegal base64 data at input byte 0';
  assertStatus(answer, 400, "BadRequest", message);
});

test("the type of a Secret stays", async () => {
  const { name, path } = await makeSecret({});
  assertInvalid(
    await change(path, { type: "example.com/own" }),
    `Secret "${name}"`,
    'type: Invalid value: "example.com/own": field is immutable',
  );
});

test("an immutable Secret changes in its metadata only, and stays immutable", async () => {
  const { name, path } = await makeSecret({ stringData: { a: "b" }, immutable: true });
  const refused = async (body: Json, field: string) =>
    assertInvalid(await change(path, body), `Secret "${name}"`, isImmutable(field));
  await refused({ data: { a: "YQ==" } }, "data");
  await refused({ stringData: { a: "c" } }, "data");
  await refused({ immutable: null }, "immutable");
  assertAnswer(await change(path, { stringData: { a: "b" }, metadata: { labels: { a: "b" } } }), 200);
});

test("Secrets of known types have the keys that their readers need", async () => {
  await assertSecretRefused(
    { type: "kubernetes.io/tls" },
    "data[tls.crt]: Required value",
    "data[tls.key]: Required value",
  );
  await assertSecretRefused(
    { type: "kubernetes.io/basic-auth" },
    "data[username]: Required value",
    "data[password]: Required value",
  );
  await assertSecretRefused({ type: "kubernetes.io/ssh-auth" }, "data[ssh-privatekey]: Required value");
  await assertSecretRefused({ type: "kubernetes.io/dockerconfigjson" }, "data[.dockerconfigjson]: Required value");
  await assertSecretRefused(
    { type: "kubernetes.io/service-account-token" },
    "metadata.annotations[kubernetes.io/service-account.name]: Required value",
  );
});

test("a refused Secret does not tell its content", async () => {
  await assertSecretRefused(
    { type: "kubernetes.io/dockerconfigjson", stringData: { ".dockerconfigjson": "x" } },
    "data[.dockerconfigjson]: Invalid value: \"<secret contents redacted>\": invalid character 'x' looking for beginning of value",
  );
});

test("a ServiceAccount is empty, and its references are kept", async () => {
  assertWhole((await make(client, `${core}/serviceaccounts`, {})).body, {});
  const content = {
    automountServiceAccountToken: false,
    imagePullSecrets: [{ name: "registry" }],
    secrets: [{ name: "token" }],
  };
  assertWhole((await make(client, `${core}/serviceaccounts`, content)).body, content);
});
