import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, codeByReason, type Status, type StatusReason, statusOfUnreadableResponse } from "@pintle/machinery";
import fc from "fast-check";
import { missing } from "../tools.ts";
import { asQuestion, fieldErrorCase, fieldErrorOf, oddText } from "./field-error-cases.ts";
import { type Answer, askOracle } from "./oracle.ts";

const sample = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.sample(arbitrary, { seed: 42, numRuns: 10_000 });

function answered<Value>(answer: Answer<Value> | undefined): Value {
  assert.ok(answer && "value" in answer, JSON.stringify(answer));
  return answer.value;
}

/** As it arrives: what UTF-8 cannot carry is U+FFFD. */
function onTheWire<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value, (_, inner) => (typeof inner === "string" ? inner.toWellFormed() : inner)));
}

test("10,000 field errors read as upstream writes them", { skip: missing("go") }, async () => {
  const cases = sample(fieldErrorCase);
  const answers = await askOracle("field-error", cases.map(asQuestion));
  for (const [index, input] of cases.entries()) {
    const error = fieldErrorOf(input);
    const ours = { type: error.type, path: error.path, body: error.body, text: String(error) };
    assert.deepEqual(onTheWire(ours), answered(answers[index]), JSON.stringify(asQuestion(input)));
  }
});

const reasons = Object.keys(codeByReason) as StatusReason[];
const constructors = [
  "badRequest",
  "unauthorized",
  "forbidden",
  "notFound",
  "methodNotSupported",
  "alreadyExists",
  "generateNameConflict",
  "conflict",
  "applyConflict",
  "gone",
  "expired",
  "requestEntityTooLarge",
  "invalid",
  "tooManyRequests",
  "internalError",
  "serverTimeout",
  "serviceUnavailable",
  "timeout",
  "unreadableResponse",
] as const;
const cause = fc.record({
  reason: fc.constantFrom("FieldManagerConflict", "NamespaceTerminating", ""),
  message: oddText,
  field: fc.constantFrom(".spec.replicas", ""),
});
const statusCase = fc.record({
  constructor: fc.oneof(
    fc.constantFrom(...constructors),
    fc.constantFrom("invalid", "unreadableResponse", "forbidden"),
  ),
  group: fc.constantFrom("", "apps", "stable.example.com"),
  subject: fc.constantFrom("", "pods", "Deployment"),
  name: fc.oneof(fc.constantFrom("", "web"), oddText),
  text: fc.oneof(fc.constantFrom("", "unknown"), oddText),
  seconds: fc.constantFrom(0, 1, 30),
  errors: fc.array(fieldErrorCase, { maxLength: 4 }).chain((errors) => fc.constantFrom(errors, [...errors, ...errors])),
  causes: fc.array(cause, { maxLength: 2 }),
  code: fc.oneof(fc.constantFrom(...Object.values(codeByReason)), fc.integer({ min: 100, max: 599 })),
  verb: fc.constantFrom("GET", "POST", "PATCH"),
  isUnexpected: fc.boolean(),
});
type StatusCase = typeof statusCase extends fc.Arbitrary<infer Value> ? Value : never;

function statusOf(input: StatusCase): Status {
  const { group, subject, name, text, seconds } = input;
  const resource = { group, resource: subject };
  switch (input.constructor) {
    case "badRequest":
    case "unauthorized":
    case "gone":
    case "expired":
    case "requestEntityTooLarge":
    case "internalError":
    case "serviceUnavailable":
      return ApiError[input.constructor](text).status;
    case "notFound":
    case "alreadyExists":
      return ApiError[input.constructor](resource, name).status;
    case "forbidden":
    case "conflict":
      return ApiError[input.constructor](resource, name, text).status;
    case "generateNameConflict":
    case "serverTimeout":
      return ApiError[input.constructor](resource, name, seconds).status;
    case "tooManyRequests":
    case "timeout":
      return ApiError[input.constructor](text, seconds).status;
    case "methodNotSupported":
      return ApiError.methodNotSupported(resource, text).status;
    case "applyConflict":
      return ApiError.applyConflict(input.causes, text).status;
    case "invalid":
      return ApiError.invalid({ group, kind: subject }, name, input.errors.map(fieldErrorOf)).status;
    case "unreadableResponse": {
      const { code, verb, isUnexpected } = input;
      const response = { code, verb, resource, name, serverMessage: text, retryAfterSeconds: seconds, isUnexpected };
      return statusOfUnreadableResponse(response);
    }
  }
}

test("10,000 Status objects equal those of upstream's constructors", { skip: missing("go") }, async () => {
  const cases = sample(statusCase);
  const questions = cases.map((input) => ({ ...input, errors: input.errors.map(asQuestion) }));
  const answers = await askOracle("status", questions);
  for (const [index, input] of cases.entries()) {
    assert.deepEqual(onTheWire(statusOf(input)), answered(answers[index]), JSON.stringify(questions[index]));
  }
});

const answeredStatus = fc.record(
  {
    reason: fc.oneof(fc.constantFrom(...reasons), fc.constantFrom("", "SomethingElse", "constructor")),
    code: fc.oneof(fc.constantFrom(...Object.values(codeByReason)), fc.constantFrom(0, 200, 418, 502)),
    details: fc.record({ retryAfterSeconds: fc.constantFrom(-1, 0, 1, 30) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

test("10,000 answers have the reasons and the delay that upstream sees in them", { skip: missing("go") }, async () => {
  const cases = sample(answeredStatus);
  const answers = await askOracle<{ reasons: string[]; seconds: number; asks: boolean }>("status-reasons", cases);
  for (const [index, input] of cases.entries()) {
    const error = ApiError.fromStatus({ kind: "Status", apiVersion: "v1", metadata: {}, ...input });
    const wrapped = new Error("wrapped", { cause: error });
    const upstream = answered(answers[index]);
    const found = reasons.filter((reason) => ApiError.is(wrapped, reason));
    assert.deepEqual(found.sort(), upstream.reasons.sort(), JSON.stringify(input));
    assert.equal(error.retryAfterSeconds, upstream.asks ? upstream.seconds : undefined, JSON.stringify(input));
  }
});
