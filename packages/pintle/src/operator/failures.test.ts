import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@pintle/machinery";
import { createMetrics, TerminalError } from "@pintle/runtime";
import { reportFailure } from "./failure-report.ts";
import { Failures } from "./failures.ts";

const failure = { reason: "OutOfMoney", message: "pay" };

test("failures are counted by controller and reason, and in a row for each object", () => {
  const metrics = createMetrics();
  const failures = new Failures("boxes", metrics);
  assert.deepEqual(
    [failures.count("a", failure), failures.count("a", failure), failures.count("b", failure)],
    [1, 2, 1],
  );
  failures.forget("a");
  assert.equal(failures.count("a", { reason: "Other", message: "" }), 1);
  const text = metrics.write();
  assert.match(text, /^pintle_operator_failures_total\{controller="boxes",reason="OutOfMoney"\} 3$/m);
  assert.match(text, /^pintle_operator_failures_total\{controller="boxes",reason="Other"\} 1$/m);
});

test("the same is told once in ten minutes, and something else or after a success at once", () => {
  const failures = new Failures("boxes", undefined);
  const told = [0, 1_000, 599_999, 600_000].map((nowMs) => failures.isToTell("a", failure, nowMs));
  assert.deepEqual(told, [true, false, false, true]);
  assert.equal(failures.isToTell("a", { ...failure, message: "pay more" }, 600_001), true);
  failures.forget("a");
  assert.equal(failures.isToTell("a", failure, 600_002), true);
});

test("the reason is the error's own, a cause's, the API's, or the usual one; one that no condition takes does not count", () => {
  const own = (reason: string, options?: ErrorOptions) => new TerminalError("no", { ...options, reason });
  const api = ApiError.forbidden({ group: "", resource: "secrets" }, "x", "nobody may");
  const reasons = [
    own("OutOfMoney"),
    new Error("wrapped", { cause: own("OutOfMoney") }),
    own("not one word", { cause: api }),
    new Error("wrapped", { cause: api }),
    own("OutOfMoney", { cause: api }),
    new Error("plain"),
    "a text",
    undefined,
  ].map((error) => reportFailure(error, "ReconcileFailed").reason);
  assert.deepEqual(reasons, [
    ...["OutOfMoney", "OutOfMoney", "Forbidden", "Forbidden", "OutOfMoney"],
    ...["ReconcileFailed", "ReconcileFailed", "ReconcileFailed"],
  ]);
});

test("a message is as long as a condition takes it at most, and never empty where the error has a name", () => {
  assert.equal(reportFailure(new Error("x".repeat(40_000)), "F").message.length, 32_768);
  assert.equal(reportFailure(new TypeError(""), "F").message, "TypeError");
  const circle = new Error("round");
  circle.cause = circle;
  assert.equal(reportFailure(circle, "F").message, "round");
});
