import assert from "node:assert/strict";
import { test } from "node:test";
import { statusOfUnreadableResponse, type UnreadableResponse } from "./unreadable-response.ts";

const response: UnreadableResponse = {
  code: 502,
  verb: "GET",
  resource: { group: "apps", resource: "deployments" },
  name: "web",
  serverMessage: "<html>\nBad Gateway",
  isUnexpected: true,
};

test("a proxy's page becomes an internal error that shows it and says what was asked", () => {
  const status = statusOfUnreadableResponse(response);

  assert.equal(
    status.message,
    'an error on the server ("<html>\\nBad Gateway") has prevented the request from succeeding (get deployments.apps web)',
  );
  assert.deepEqual([status.reason, status.code], ["InternalError", 502]);
  assert.deepEqual(status.details?.causes, [{ reason: "UnexpectedServerResponse", message: "<html>\nBad Gateway" }]);
});

test("a conflict on create means that the object exists", () => {
  assert.equal(statusOfUnreadableResponse({ ...response, code: 409, verb: "POST" }).reason, "AlreadyExists");
  assert.equal(statusOfUnreadableResponse({ ...response, code: 409, verb: "PUT" }).reason, "Conflict");
});

test("what a 403 says is kept", () => {
  const serverMessage = 'User "u" cannot list nodes';
  const status = statusOfUnreadableResponse({ ...response, code: 403, name: "", serverMessage, isUnexpected: false });

  assert.equal(status.message, 'User "u" cannot list nodes (get deployments.apps)');
  assert.deepEqual(status.details, { group: "apps", kind: "deployments" });
});

test("a code without a meaning of its own has no reason", () => {
  const resource = { group: "", resource: "" };
  const status = statusOfUnreadableResponse({ ...response, code: 418, resource, name: "", isUnexpected: false });

  assert.equal(status.message, "the server responded with the status code 418 but did not return more information");
  assert.ok(!("reason" in status));
});
