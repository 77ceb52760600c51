import assert from "node:assert/strict";
import { test } from "node:test";
import { Pod } from "@pintle/kinds";
import { UsageError } from "@pintle/machinery";
import { defineWebhook } from "./define-webhook.ts";
import type { WebhookDeclaration } from "./webhook-definition.ts";

function refusalOf(declaration: object): UsageError {
  try {
    defineWebhook(Pod, declaration as WebhookDeclaration<typeof Pod>);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  return assert.fail("it was taken");
}

test("a webhook is a plain value that says what it was declared with", () => {
  const validate = () => {};
  const webhook = defineWebhook(Pod, { name: "pods", operations: ["CREATE"], validate });
  assert.deepEqual(webhook, {
    ...{ type: "webhook", kind: Pod, name: "pods" },
    admission: { operations: ["CREATE"], validate },
  });
});

test("a webhook without a function is refused", () => {
  const { code, message } = refusalOf({ operations: ["CREATE"] });
  assert.equal(code, "PINTLE_WEBHOOK_EMPTY");
  assert.match(message, /webhook for Pod does nothing: give it a function default, validate, or both/);
});

for (const [what, declaration, expected] of [
  ["no operation", { operations: [], default() {} }, /no operations: leave them out/],
  ["deletion as an operation", { operations: ["DELETE"], validate() {} }, /"DELETE": write deletes: true/],
  ["an unknown operation", { operations: ["create"], validate() {} }, /"create": write CREATE, UPDATE or both/],
  ["deletions that nobody judges", { deletes: true, default() {} }, /give it a function validate/],
] as const) {
  test(`a webhook with ${what} is refused`, () => {
    const { code, message } = refusalOf(declaration);
    assert.equal(code, "PINTLE_WEBHOOK_OPERATIONS_INVALID");
    assert.match(message, expected);
  });
}

for (const name of ["", "Pods", "a.b", "a/b", "-a", "a".repeat(64)]) {
  test(`a webhook cannot be named ${JSON.stringify(name)}`, () => {
    const { code, message } = refusalOf({ name, default() {} });
    assert.equal(code, "PINTLE_WEBHOOK_NAME_INVALID");
    assert.ok(message.startsWith(`the webhook for Pod cannot be named ${JSON.stringify(name)}: `), message);
  });
}
