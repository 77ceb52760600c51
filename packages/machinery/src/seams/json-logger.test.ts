import assert from "node:assert/strict";
import { test } from "node:test";
import { createJsonLogger } from "./json-logger.ts";
import type { Logger, LogLevel } from "./logger.ts";

const clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678) };

function createRecorder(level?: LogLevel): { logger: Logger; lines: string[]; parsed: () => unknown[] } {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const logger = createJsonLogger(level === undefined ? { write, clock } : { write, clock, level });
  return { logger, lines, parsed: () => lines.map((line) => JSON.parse(line)) };
}

test("a line carries the names that controller-runtime writes, in its order", () => {
  const { logger, lines } = createRecorder();
  logger.with({ logger: "controller-runtime.metrics" }).info("Starting metrics server", { "worker count": 1 });
  assert.deepEqual(lines, [
    '{"level":"info","ts":"2026-01-02T03:04:05.678Z","logger":"controller-runtime.metrics","msg":"Starting metrics server","worker count":1}\n',
  ]);
});

test("levels below the chosen one are not written, and their fields are not even read", () => {
  const { logger, parsed } = createRecorder("warn");
  const unread = {
    get field(): never {
      return assert.fail("was read");
    },
  };
  logger.debug("no", unread);
  logger.info("no", unread);
  logger.warn("yes");
  logger.error("yes");
  assert.deepEqual(
    parsed().map((line) => (line as { level: string }).level),
    ["warn", "error"],
  );
});

test("fields of with are on every line after it; of two fields of one name the last counts", () => {
  const { logger, parsed } = createRecorder("debug");
  const child = logger.with({ controller: "foobar", attempt: 1 }).with({ attempt: 2 });
  child.debug("one");
  child.debug("two", { attempt: 3 });
  logger.debug("three");
  assert.deepEqual(
    parsed().map((line) => (line as { attempt?: number }).attempt),
    [2, 3, undefined],
  );
});

test("a field that is called like a part of the line is kept under another name", () => {
  const { logger, lines } = createRecorder();
  logger.info("real", { msg: "forged", level: "error", ts: "never" });
  assert.match(lines[0] ?? "", /"level":"info".*"msg":"real","msg_":"forged","level_":"error","ts_":"never"\}\n$/);
});

test("an error is written as its message and a stacktrace, with its causes", () => {
  const { logger, parsed } = createRecorder();
  const error = new Error("cannot reconcile", { cause: new TypeError("connection refused") });
  logger.error("Reconciler error", { controller: "foobar", error });
  const [line] = parsed() as { error: string; stacktrace: string; controller: string }[];
  assert.equal(line?.error, "cannot reconcile: connection refused");
  assert.equal(line?.controller, "foobar");
  assert.match(
    line?.stacktrace ?? "",
    /^Error: cannot reconcile\n {4}at [\s\S]*\nCaused by: TypeError: connection refused\n/,
  );
});

test("an error in place of the fields, which the types forbid, is not lost", () => {
  const { logger, parsed } = createRecorder();
  logger.error("failed", new Error("broken") as unknown as Record<string, unknown>);
  assert.equal((parsed()[0] as { error: string }).error, "broken");
});

test("a line stays one line and sends nothing to a terminal, whatever is in it", () => {
  const { logger, lines, parsed } = createRecorder();
  const hostile = "a\nb\r\u001b[31mc\u009b31md\u2028e\u202ef\u007f\u{e0001}";
  logger.info(hostile, { [hostile]: hostile });
  assert.match(lines[0] ?? "", /^[\x20-\x7e]+\n$/);
  assert.deepEqual(Object.entries(parsed()[0] as object).slice(2), [
    ["msg", hostile],
    [hostile, hostile],
  ]);
});

test("prototype keys are plain keys", () => {
  const { logger, lines } = createRecorder();
  logger.with(JSON.parse('{"__proto__":{"polluted":true}}')).info("hello", { constructor: 1, toString: 2 });
  assert.match(lines[0] ?? "", /"msg":"hello","__proto__":\{"polluted":true\},"constructor":1,"toString":2\}/);
});
