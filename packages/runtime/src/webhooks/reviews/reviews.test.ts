import assert from "node:assert/strict";
import { test } from "node:test";
import { Caller, type Json } from "../webhook-fixture.test.ts";
import type { AccessQuestion } from "./subject-access-review-webhook.ts";
import { subjectAccessReviewWebhook } from "./subject-access-review-webhook.ts";
import { tokenReviewWebhook } from "./token-review-webhook.ts";

const tokenReview = (spec: Json, version = "v1") =>
  JSON.stringify({ kind: "TokenReview", apiVersion: `authentication.k8s.io/${version}`, spec });
const accessReview = (spec: Json, version = "v1") =>
  JSON.stringify({ kind: "SubjectAccessReview", apiVersion: `authorization.k8s.io/${version}`, spec });

test("a token has an owner or none, and is not sent back", async () => {
  const caller = new Caller(
    tokenReviewWebhook("/tokens", async ({ token, audiences }) =>
      token === "swordfish" ? { username: "jane", groups: ["dev"], audiences } : undefined,
    ),
  );
  const [, known] = await caller.ask("/tokens", tokenReview({ token: "swordfish", audiences: ["api"] }, "v1beta1"));
  assert.deepEqual(known, {
    kind: "TokenReview",
    apiVersion: "authentication.k8s.io/v1beta1",
    metadata: {},
    status: { authenticated: true, user: { username: "jane", groups: ["dev"] }, audiences: ["api"] },
  });
  const [, unknown] = await caller.ask("/tokens", tokenReview({ token: "other" }));
  assert.deepEqual(unknown.status, { authenticated: false });
});

test("a token is nobody's where the question or the function is broken, and it is in no log", async () => {
  const caller = new Caller(
    tokenReviewWebhook("/tokens", ({ token }) => {
      if (token === "nameless") return { username: "" };
      throw new Error("database is gone");
    }),
  );
  const [, broken] = await caller.ask("/tokens", tokenReview({ token: "swordfish" }));
  assert.deepEqual(broken.status, { authenticated: false, error: "the authentication webhook failed" });
  const [, nameless] = await caller.ask("/tokens", tokenReview({ token: "nameless" }));
  assert.equal(nameless.status.authenticated, false);
  for (const body of [tokenReview({}), tokenReview({ token: "" }), tokenReview(undefined), "{}"]) {
    assert.equal((await caller.ask("/tokens", body))[0], 400);
  }
  assert.match(caller.lines.join(""), /database is gone/);
  assert.doesNotMatch(caller.lines.join(""), /swordfish/);
});

test("access is asked about with all that the server says, in both versions", async () => {
  const asked: AccessQuestion[] = [];
  const caller = new Caller(
    subjectAccessReviewWebhook("/access", (question) => {
      asked.push(question);
      return { allowed: question.groups.includes("dev"), reason: "is a developer" };
    }),
  );
  const resourceAttributes = { verb: "get", group: "apps", resource: "deployments", namespace: "a", name: "b" };
  const [, v1] = await caller.ask("/access", accessReview({ user: "jane", groups: ["dev"], resourceAttributes }));
  assert.deepEqual(v1.status, { allowed: true, reason: "is a developer" });
  const nonResourceAttributes = { path: "/metrics", verb: "get" };
  await caller.ask("/access", accessReview({ user: "joe", group: ["dev"], nonResourceAttributes }, "v1beta1"));
  const { signal: _, ...first } = asked[0] as AccessQuestion;
  assert.deepEqual(first, {
    user: "jane",
    groups: ["dev"],
    uid: "",
    extra: {},
    resource: { ...resourceAttributes, version: "", subresource: "" },
    nonResource: undefined,
  });
  assert.deepEqual([asked[1]?.groups, asked[1]?.nonResource], [["dev"], nonResourceAttributes]);
});

test("access is not allowed by a function that breaks, hangs, or says both", async () => {
  const answers = [
    () => {
      throw new Error("no database");
    },
    () => ({ allowed: true, denied: true }),
    () => ({ allowed: "yes" }) as never,
    () => undefined as never,
  ];
  for (const answer of answers) {
    const caller = new Caller(subjectAccessReviewWebhook("/access", answer));
    const [, { status }] = await caller.ask("/access", accessReview({ user: "jane" }));
    assert.equal(status.allowed, false);
  }
  const slow = new Caller(subjectAccessReviewWebhook("/access", () => new Promise<never>(() => {})));
  const asking = slow.ask("/access", accessReview({ user: "jane" }));
  await slow.clock.advance(9_500);
  const [, { status }] = await asking;
  assert.deepEqual(status, { allowed: false, evaluationError: "the authorization webhook failed" });
  assert.equal((await slow.ask("/access", accessReview(undefined)))[0], 400);
});
