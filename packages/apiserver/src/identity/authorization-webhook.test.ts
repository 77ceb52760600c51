import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock, type JsonObject, type Transport } from "@pintle/machinery";
import { uniteAuthorizers } from "../pipeline/authorizer.ts";
import { type AuthorizationWebhookOptions, createAuthorizationWebhook } from "./authorization-webhook.ts";
import { jane, requestFor } from "./rbac/policy-fixture.test.ts";

interface Reviewer extends Partial<Omit<AuthorizationWebhookOptions, "connection" | "clock">> {
  readonly answer: (spec: JsonObject) => unknown;
}

function start({ answer, ...options }: Reviewer) {
  const clock = createVirtualClock({ start: 0 });
  const asked: JsonObject[] = [];
  const transport: Transport = {
    async request({ body }) {
      const review = JSON.parse(Buffer.from(body as Uint8Array).toString()) as JsonObject;
      asked.push(review);
      const told = answer(review.spec as JsonObject);
      const bytes = Buffer.from(typeof told === "string" ? told : JSON.stringify({ status: told }));
      return {
        status: 200,
        headers: {},
        body: (async function* () {
          yield bytes;
        })(),
      };
    },
  };
  const connection = { transport, url: "https://reviewer.example/review" };
  const authorizer = createAuthorizationWebhook({ connection, clock, ...options });
  const ask = (path: string) => authorizer({ user: jane, request: requestFor(path) });
  /** The specs of the reviews that were sent. */
  const specs = () => asked.map(({ spec }) => spec as Readonly<Record<string, JsonObject | undefined>>);
  return { authorizer, ask, asked, specs, clock };
}

test("the webhook is told who wants to do what", async () => {
  const { authorizer, ask, specs } = start({ answer: () => ({ allowed: true }) });
  const user = { name: "jane", uid: "1", groups: ["g"], extra: { k: ["v"] } };
  await authorizer({ user, request: requestFor("/apis/apps/v1/namespaces/a/deployments/web/scale") });
  assert.deepEqual(specs()[0], {
    resourceAttributes: {
      namespace: "a",
      verb: "get",
      group: "apps",
      version: "v1",
      resource: "deployments",
      subresource: "scale",
      name: "web",
    },
    user: "jane",
    groups: ["g"],
    extra: { k: ["v"] },
    uid: "1",
  });
  await ask("/healthz");
  assert.deepEqual(specs()[1]?.nonResourceAttributes, { path: "/healthz", verb: "get" });
});

test("selectors are told as requirements; one that cannot be read is left out", async () => {
  const { ask, specs } = start({ answer: () => ({ allowed: true }) });
  await ask("/api/v1/pods?labelSelector=a%3Db,c%20notin%20(d),e,!f&fieldSelector=spec.nodeName%3Dn,x!%3Dy");
  const { labelSelector, fieldSelector } = specs()[0]?.resourceAttributes ?? {};
  assert.deepEqual((labelSelector as JsonObject).requirements, [
    { key: "a", operator: "In", values: ["b"] },
    { key: "c", operator: "NotIn", values: ["d"] },
    { key: "e", operator: "Exists" },
    { key: "f", operator: "DoesNotExist" },
  ]);
  assert.deepEqual((fieldSelector as JsonObject).requirements, [
    { key: "spec.nodeName", operator: "In", values: ["n"] },
    { key: "x", operator: "NotIn", values: ["y"] },
  ]);
  await ask("/api/v1/pods?labelSelector=((");
  assert.deepEqual(Object.keys(specs()[1]?.resourceAttributes ?? {}), ["verb", "version", "resource"]);
});

test("the older version calls groups by another name", async () => {
  const { ask, asked, specs } = start({ answer: () => ({ allowed: true }), version: "v1beta1" });
  await ask("/healthz");
  assert.equal(asked[0]?.apiVersion, "authorization.k8s.io/v1beta1");
  assert.deepEqual(specs()[0]?.group, [...jane.groups]);
});

test("yes, no, and no opinion are what the webhook says; who says both means no", async () => {
  for (const [status, decision] of [
    [{ allowed: true, reason: "r" }, "allow"],
    [{ allowed: false, reason: "r" }, "no-opinion"],
    [{ allowed: false, denied: true, reason: "r" }, "deny"],
    [{ allowed: true, denied: true, reason: "r" }, "deny"],
    [{ allowed: "true", reason: "r" }, "no-opinion"],
  ] as const) {
    assert.deepEqual(await start({ answer: () => status }).ask("/x"), { decision, reason: "r" });
  }
});

test("a yes counts for five minutes, a no for half a minute; long questions are asked each time", async () => {
  const { ask, asked, clock } = start({
    answer: ({ nonResourceAttributes: about }) => ({ allowed: (about as JsonObject).path === "/yes" }),
  });
  const askBoth = async () => {
    await ask("/yes");
    await ask("/no");
  };
  await askBoth();
  await askBoth();
  assert.equal(asked.length, 2);
  await clock.advance(30_000);
  await askBoth();
  assert.equal(asked.length, 3);
  await clock.advance(270_000);
  await askBoth();
  assert.equal(asked.length, 5);
  const long = `/${"x".repeat(10_000)}`;
  await ask(long);
  await ask(long);
  assert.equal(asked.length, 7);
});

test("a webhook that is broken lets nobody in: alone it is an error, before others it has no opinion", async () => {
  for (const answer of ["", "<html>", "{}", '{"status":true}', "[]"]) {
    const { authorizer } = start({ answer: () => answer });
    const question = { user: jane, request: requestFor("/x") };
    await assert.rejects(authorizer(question));
    await assert.rejects(uniteAuthorizers(authorizer, async () => ({ decision: "no-opinion" }))(question));
    const { decision } = await uniteAuthorizers(authorizer, async () => ({ decision: "deny" }))(question);
    assert.equal(decision, "deny");
  }
});
