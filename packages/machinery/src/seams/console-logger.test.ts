import assert from "node:assert/strict";
import { test } from "node:test";
import { createConsoleLogger } from "./console-logger.ts";
import type { Logger } from "./logger.ts";

function linesOf(log: (logger: Logger) => void): string {
  let text = "";
  const write = (line: string) => {
    text += line;
  };
  log(createConsoleLogger({ write, clock: { now: () => 0 }, level: "debug" }));
  return text;
}

test("a line reads as time, level, logger, message and fields", () => {
  assert.equal(
    linesOf((logger) => logger.with({ logger: "plane" }).info("Starting workers", { "worker count": 1 })),
    '1970-01-01T00:00:00.000Z\tINFO\tplane\tStarting workers\t{"worker count":1}\n',
  );
  assert.equal(
    linesOf((logger) => logger.debug("no fields")),
    "1970-01-01T00:00:00.000Z\tDEBUG\tno fields\n",
  );
});

test("a stack follows its line, indented, and its message cannot forge a line", () => {
  const error = new Error("first\n1970-01-01T00:00:00.000Z\tINFO\tall is well");
  const [head, ...stack] = linesOf((logger) => logger.error("failed", { error }))
    .trimEnd()
    .split("\n");
  assert.match(head ?? "", /\tERROR\tfailed\t\{"error":"first\\n1970/);
  assert.ok(stack.length > 2);
  for (const line of stack) assert.match(line, /^ {4}/);
  assert.ok(!stack.some((line) => line.includes("\t")));
});

test("control characters of messages, names and fields are shown, not obeyed", () => {
  const text = linesOf((logger) =>
    logger.with({ logger: "evil\u001b]0;title\u0007" }).warn("bell\u0007\nnew line\u202e", { field: "\u009b2J" }),
  );
  assert.equal(
    text,
    '1970-01-01T00:00:00.000Z\tWARN\tevil\\u001b]0;title\\u0007\tbell\\u0007\\u000anew line\\u202e\t{"field":"\\u009b2J"}\n',
  );
});
