import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "./api-error.ts";
import { FieldError } from "./field-error.ts";
import type { Status } from "./status.ts";

const deployments = { group: "apps", resource: "deployments" };
const pods = { group: "", resource: "pods" };

test("each constructor gives upstream's message, reason and code", () => {
  const conflict = "the object has been modified; please apply your changes to the latest version and try again";
  const rights = 'User "u" cannot get resource "pods" in API group "" in the namespace "n"';
  const expected: [ApiError, string, string, number][] = [
    [ApiError.badRequest("no"), "no", "BadRequest", 400],
    [ApiError.unauthorized(), "not authorized", "Unauthorized", 401],
    [ApiError.forbidden(pods, "x", rights), `pods "x" is forbidden: ${rights}`, "Forbidden", 403],
    [ApiError.forbidden(pods, "", "no"), "pods is forbidden: no", "Forbidden", 403],
    [ApiError.forbidden({ group: "", resource: "" }, "", "no"), "forbidden: no", "Forbidden", 403],
    [ApiError.notFound(deployments, "x"), 'deployments.apps "x" not found', "NotFound", 404],
    [
      ApiError.methodNotSupported(deployments, "patch"),
      'patch is not supported on resources of kind "deployments.apps"',
      "MethodNotAllowed",
      405,
    ],
    [
      ApiError.notAcceptable(["application/json", "application/yaml"]),
      "only the following media types are accepted: application/json, application/yaml",
      "NotAcceptable",
      406,
    ],
    [ApiError.alreadyExists(pods, "x"), 'pods "x" already exists', "AlreadyExists", 409],
    [
      ApiError.conflict(deployments, "x", conflict),
      `Operation cannot be fulfilled on deployments.apps "x": ${conflict}`,
      "Conflict",
      409,
    ],
    [ApiError.gone("gone"), "gone", "Gone", 410],
    [ApiError.expired("too old"), "too old", "Expired", 410],
    [
      ApiError.requestEntityTooLarge("limit is 3145728"),
      "Request entity too large: limit is 3145728",
      "RequestEntityTooLarge",
      413,
    ],
    [
      ApiError.unsupportedMediaType(["application/json"]),
      "the body of the request was in an unknown format - accepted media types include: application/json",
      "UnsupportedMediaType",
      415,
    ],
    [ApiError.tooManyRequests("slow down", 1), "slow down", "TooManyRequests", 429],
    [ApiError.internalError("boom"), "Internal error occurred: boom", "InternalError", 500],
    [
      ApiError.serverTimeout(pods, "get", 2),
      "The get operation against pods could not be completed at this time, please try again.",
      "ServerTimeout",
      500,
    ],
    [ApiError.serviceUnavailable("not ready"), "not ready", "ServiceUnavailable", 503],
    [ApiError.timeout("too slow", 3), "Timeout: too slow", "Timeout", 504],
  ];
  for (const [error, message, reason, code] of expected) {
    assert.deepEqual([error.message, error.reason, error.code], [message, reason, code]);
  }
});

test("an invalid object names the kind, and every field error becomes a cause", () => {
  const negative = FieldError.invalid("spec.replicas", -1, "must be greater than or equal to 0");
  const selector = FieldError.required("spec.selector", "");
  const kind = { group: "apps", kind: "Deployment" };
  const error = ApiError.invalid(kind, "x", [negative, selector]);

  assert.equal(error.message, `Deployment.apps "x" is invalid: [${negative}, ${selector}]`);
  assert.deepEqual(error.status.details, {
    group: "apps",
    kind: "Deployment",
    name: "x",
    causes: [
      {
        reason: "FieldValueInvalid",
        message: "Invalid value: -1: must be greater than or equal to 0",
        field: "spec.replicas",
      },
      { reason: "FieldValueRequired", message: "Required value", field: "spec.selector" },
    ],
  });
  assert.equal(ApiError.invalid(kind, "x", [negative]).message, `Deployment.apps "x" is invalid: ${negative}`);
  assert.equal(ApiError.invalid(kind, "x", []).message, 'Deployment.apps "x" is invalid');
});

test("more errors than an answer has room for are counted, and the first are told", () => {
  const long = Array.from({ length: 1_000 }, (_, index) => FieldError.required(`f${index}`, "x".repeat(1_000_000)));
  const { message, status } = ApiError.invalid({ group: "", kind: "Thing" }, "x", long);
  assert.equal(status.details?.causes?.length, 4);
  assert.match(message.slice(-20), /x\], and 996 more$/);
});

test("an error from a Status has its message and keeps it whole", () => {
  const status: Status = { kind: "Status", apiVersion: "v1", metadata: {}, message: "teapot", code: 418 };
  const error = ApiError.fromStatus(status);

  assert.equal(error.message, "teapot");
  assert.equal(error.status, status);
  assert.deepEqual([error.reason, error.code, error.causes], ["", 418, []]);
  assert.equal(String(error), "ApiError: teapot");
});

const answer = (fields: Partial<Status>) =>
  ApiError.fromStatus({ kind: "Status", apiVersion: "v1", metadata: {}, ...fields });

test("a reason is recognised, also as one of several", () => {
  const error = ApiError.notFound(pods, "x");

  assert.ok(ApiError.is(error, "NotFound"));
  assert.ok(ApiError.is(error, "Conflict", "NotFound"));
  assert.ok(!ApiError.is(error, "Conflict", "Gone"));
  assert.ok(!ApiError.is(new Error("not found"), "NotFound"));
  assert.ok(!ApiError.is(undefined, "NotFound"));
});

test("where the reason is unknown the code decides", () => {
  assert.ok(ApiError.is(answer({ code: 404 }), "NotFound"));
  assert.ok(ApiError.is(answer({ reason: "constructor", code: 404 }), "NotFound"));
  assert.ok(ApiError.is(answer({ code: 409 }), "Conflict"));
  assert.ok(!ApiError.is(answer({ reason: "AlreadyExists", code: 409 }), "Conflict"), "a known reason wins");
  assert.ok(!ApiError.is(answer({ code: 409 }), "AlreadyExists"), "409 alone does not say that it exists");
  assert.ok(!ApiError.is(answer({ code: 410 }), "Expired"), "410 alone does not say that a version expired");
  assert.ok(ApiError.is(answer({ reason: "Conflict", code: 429 }), "TooManyRequests"), "429 means it with any reason");
});

test("an answer is found behind the errors that wrap it", () => {
  const error = ApiError.notFound(pods, "x");
  const wrapped = new Error("reconcile failed", { cause: new Error("read failed", { cause: error }) });

  assert.equal(ApiError.find(wrapped), error);
  assert.ok(ApiError.is(wrapped, "NotFound"));
});

test("errors that are each other's cause hold no answer and no loop", () => {
  const one = new Error("one");
  const other = new Error("other", { cause: one });
  one.cause = other;

  assert.equal(ApiError.find(one), undefined);
});

test("the delay that the server asks for is known, and none is none", () => {
  assert.equal(ApiError.tooManyRequests("slow down", 7).retryAfterSeconds, 7);
  assert.equal(ApiError.tooManyRequests("slow down", 0).retryAfterSeconds, undefined);
  assert.equal(ApiError.serverTimeout(pods, "get", 0).retryAfterSeconds, 0, "a ServerTimeout always asks for a retry");
  assert.equal(ApiError.notFound(pods, "x").retryAfterSeconds, undefined);
});
