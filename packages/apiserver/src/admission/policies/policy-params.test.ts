import assert from "node:assert/strict";
import { test } from "node:test";
import { assertDenied, PoliciesFixture } from "./policies-fixture.test.ts";

const told = [{ expression: "false", messageExpression: "string(params.data.limit)" }];
const paramKind = { apiVersion: "v1", kind: "ConfigMap" };

async function storeLimit(fixture: PoliciesFixture, name: string, limit: string, namespace = "ns", labels = {}) {
  const object = { kind: "ConfigMap", apiVersion: "v1", metadata: { name, namespace, labels }, data: { limit } };
  await fixture.store(`configmaps/${namespace}/${name}`, object);
}

test("params are followed: who changes them changes what the policy says next", async () => {
  const fixture = new PoliciesFixture();
  await storeLimit(fixture, "limit", "1");
  await fixture.install("validating", "p", { paramKind, validations: told }, { paramRef: { name: "limit" } });
  assertDenied(await fixture.create(), "1");
  await storeLimit(fixture, "limit", "2");
  const { lists } = fixture;
  assertDenied(await fixture.create(), "2");
  assert.equal(fixture.lists, lists, "nothing is listed for a request");
});

test("params by a selector are those of the namespace, in the order of their names", async () => {
  const fixture = new PoliciesFixture();
  await storeLimit(fixture, "b", "two", "ns", { limits: "yes" });
  await storeLimit(fixture, "a", "one", "ns", { limits: "yes" });
  await storeLimit(fixture, "c", "other", "ns");
  await storeLimit(fixture, "a", "elsewhere", "other", { limits: "yes" });
  const paramRef = { selector: { matchLabels: { limits: "yes" } } };
  await fixture.install("validating", "p", { paramKind, validations: told }, { paramRef, validationActions: ["Warn"] });
  const { warnings } = await fixture.create();
  assert.deepEqual(
    warnings.map((warning) => warning.split(": ").at(-1)),
    ["one", "two"],
  );
});

test("a name that leads out of its namespace is the name of nothing", async () => {
  const fixture = new PoliciesFixture();
  await storeLimit(fixture, "secret", "told", "other");
  const paramRef = { name: "../other/secret", parameterNotFoundAction: "Deny" };
  await fixture.install("validating", "p", { paramKind, validations: told }, { paramRef });
  const why = "no params found for policy binding with `Deny` parameterNotFoundAction";
  assertDenied(await fixture.create(), `failed to configure binding: ${why}`);
});

test("absent params leave the policy out unless they have to be there", async () => {
  const fixture = new PoliciesFixture();
  const paramRef = { name: "absent", parameterNotFoundAction: "Allow" };
  await fixture.install("validating", "p", { paramKind, validations: told }, { paramRef });
  assert.equal((await fixture.create()).status, 201);
});

test("a kind that is not served refuses, and is found once it is", async () => {
  const fixture = new PoliciesFixture();
  const { registry } = fixture.server;
  const widgets = registry.list().find(({ plural }) => plural === "widgets");
  assert.ok(widgets);
  registry.remove("example.com", "widgets");
  const validations = [{ expression: "params.length == '5'", message: "another length" }];
  const kind = { apiVersion: "example.com/v2", kind: "Widget" };
  await fixture.store("example.com/widgets/ns/limit", {
    apiVersion: "example.com/v1",
    kind: "Widget",
    metadata: { name: "limit", namespace: "ns" },
    size: "5",
  });
  await fixture.install("validating", "p", { paramKind: kind, validations }, { paramRef: { name: "limit" } });
  const { body } = await fixture.create();
  const why = "failed to find resource referenced by paramKind: 'example.com/v2, Kind=Widget'";
  assert.equal(
    body.message,
    `configmaps "made" is forbidden: ValidatingAdmissionPolicy 'p' denied request: failed to configure policy: ${why}`,
  );
  registry.add(widgets);
  assert.equal((await fixture.create()).status, 201, "shown in the version that the policy asks for");
});

test("a policy that ignores failures is left out where its params cannot be found", async () => {
  const fixture = new PoliciesFixture();
  const spec = { paramKind: { apiVersion: "a/b/c", kind: "X" }, validations: told, failurePolicy: "Ignore" };
  await fixture.install("validating", "p", spec, { paramRef: { name: "limit" } });
  assert.equal((await fixture.create()).status, 201);
});

test("a reference without name and selector refuses", async () => {
  const fixture = new PoliciesFixture();
  await fixture.install("validating", "p", { paramKind, validations: told }, { paramRef: {} });
  assertDenied(await fixture.create(), "failed to configure binding: one of name or selector must be provided");
});

test("a storage that fails is forgiven by no failure policy", async () => {
  const fixture = new PoliciesFixture();
  const spec = { paramKind, validations: told, failurePolicy: "Ignore" };
  await fixture.install("validating", "p", spec, { paramRef: { name: "limit", parameterNotFoundAction: "Allow" } });
  await fixture.create();
  fixture.isBroken = true;
  const { registry } = fixture.server;
  const configMaps = registry.list().find(({ plural }) => plural === "configmaps");
  assert.ok(configMaps);
  // Another endpoint for the same kind: its objects have to be listed anew.
  registry.add({ ...configMaps });
  assert.equal((await fixture.create()).status, 500);
});
