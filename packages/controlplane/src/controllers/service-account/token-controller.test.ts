import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import type { Secret, ServiceAccount } from "@pintle/kinds";
import { startTestPlane, type TestPlane } from "../kit/plane-fixture.test.ts";
import { createTokenController } from "./token-controller.ts";

const accounts = { group: "", plural: "serviceaccounts", namespace: "default" };
const secrets = { group: "", plural: "secrets", namespace: "default" };
const type = "kubernetes.io/service-account-token";
const nameKey = "kubernetes.io/service-account.name";
const uidKey = "kubernetes.io/service-account.uid";

async function startPlane(): Promise<TestPlane> {
  const issued = { count: 0 };
  const controller = createTokenController({
    rootCa: "authorities",
    async issueSecretToken(_, secretName) {
      issued.count += 1;
      return `token ${issued.count} for ${secretName}`;
    },
  });
  const plane = await startTestPlane({ controllers: [controller] });
  await plane.user.create(accounts, { metadata: { name: "robot" } });
  return plane;
}

const makeSecret = (plane: TestPlane, annotations: object, rest: object = {}) =>
  plane.user.create<Secret>(secrets, { metadata: { name: "kept", annotations }, type, ...rest });
const findSecret = (plane: TestPlane) => plane.find<Secret>({ ...secrets, name: "kept" });
const decode = (text = "") => Buffer.from(text, "base64").toString();

test("a Secret for tokens gets one, with the namespace, the authorities and who it is for", async () => {
  await using plane = await startPlane();
  await makeSecret(plane, { [nameKey]: "robot" });
  await plane.settle();
  const found = await findSecret(plane);
  assert.deepEqual(
    Object.entries(found?.data ?? {}).map(([key, value]) => [key, decode(value)]),
    [
      ["ca.crt", "authorities"],
      ["namespace", "default"],
      ["token", "token 1 for kept"],
    ],
  );
  const account = await plane.user.get({ ...accounts, name: "robot" });
  assert.equal(found?.metadata.annotations?.[uidKey], account.metadata.uid);
});

test("a token that is there stays, and what is missing beside it is put in", async () => {
  await using plane = await startPlane();
  const token = Buffer.from("mine").toString("base64");
  await makeSecret(plane, { [nameKey]: "robot" }, { data: { token, more: token } });
  await plane.settle();
  const { data } = (await findSecret(plane)) ?? {};
  assert.deepEqual([decode(data?.token), decode(data?.more), decode(data?.namespace)], ["mine", "mine", "default"]);
});

test("a token that is taken out is made anew, authorities that are changed are put right", async () => {
  await using plane = await startPlane();
  await makeSecret(plane, { [nameKey]: "robot" });
  await plane.settle();
  await plane.user.patch({ ...secrets, name: "kept" }, "merge", { data: { token: null, "ca.crt": "eA==" } });
  await plane.settle();
  const { data } = (await findSecret(plane)) ?? {};
  assert.deepEqual([decode(data?.token), decode(data?.["ca.crt"])], ["token 2 for kept", "authorities"]);
});

test("each part that is missing or wrong is put right by itself, and what is whole is not written", async () => {
  await using plane = await startPlane();
  await makeSecret(plane, { [nameKey]: "robot" });
  await plane.settle();
  const change = async (patch: object) => {
    const before = plane.requests.length;
    await plane.user.patch({ ...secrets, name: "kept" }, "merge", patch);
    await plane.settle();
    const writes = plane.requests.slice(before).filter((request) => request.startsWith("PUT ")).length;
    const { data = {} } = (await findSecret(plane)) ?? {};
    return [writes, decode(data["ca.crt"]), decode(data.namespace), decode(data.token)];
  };
  const whole = ["authorities", "default", "token 1 for kept"];
  assert.deepEqual(await change({ metadata: { labels: { seen: "yes" } } }), [0, ...whole]);
  assert.deepEqual(await change({ data: { "ca.crt": "eA==" } }), [1, ...whole]);
  assert.deepEqual(await change({ data: { namespace: null } }), [1, ...whole]);
  assert.deepEqual(await change({ data: { token: null } }), [1, ...whole.slice(0, 2), "token 2 for kept"]);
});

test("a Secret of another type, or for nobody, is left alone", async () => {
  await using plane = await startPlane();
  await makeSecret(plane, { [nameKey]: "robot" }, { type: "Opaque" });
  await plane.settle();
  assert.equal((await findSecret(plane))?.data, undefined);
});

test("a Secret for an account that is not there goes", async () => {
  await using plane = await startPlane();
  await makeSecret(plane, { [nameKey]: "nobody" });
  await plane.settle();
  assert.equal(await findSecret(plane), undefined);
});

test("a Secret for an account of another uid goes", async () => {
  await using plane = await startPlane();
  await makeSecret(plane, { [nameKey]: "robot", [uidKey]: "another" });
  await plane.settle();
  assert.equal(await findSecret(plane), undefined);
});

test("Secrets go with their account, also when another comes under its name", async () => {
  await using plane = await startPlane();
  await makeSecret(plane, { [nameKey]: "robot" });
  await plane.settle();
  await plane.user.delete({ ...accounts, name: "robot" });
  await plane.user.create(accounts, { metadata: { name: "robot" } });
  await plane.settle();
  assert.equal(await findSecret(plane), undefined);
  assert.deepEqual(plane.complaints, []);
});

test("an account no longer names a Secret that is gone", async () => {
  await using plane = await startPlane();
  await makeSecret(plane, { [nameKey]: "robot" });
  await plane.user.patch({ ...accounts, name: "robot" }, "merge", { secrets: [{ name: "kept" }, { name: "other" }] });
  await plane.settle();
  await plane.user.delete({ ...secrets, name: "kept" });
  await plane.settle();
  const account = await plane.user.get<ServiceAccount>({ ...accounts, name: "robot" });
  assert.deepEqual(account.secrets, [{ name: "other" }]);
});

test("an account that does not name the Secret is not written when that goes", async () => {
  await using plane = await startPlane();
  await makeSecret(plane, { [nameKey]: "robot" });
  await plane.settle();
  const before = plane.requests.length;
  await plane.user.delete({ ...secrets, name: "kept" });
  await plane.settle();
  assert.deepEqual(plane.requests.slice(before), []);
});
