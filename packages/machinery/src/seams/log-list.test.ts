import assert from "node:assert/strict";
import { test } from "node:test";
import { createLogList } from "./log-list.ts";

test("lines are kept in order, with the fields of the loggers that they came through", () => {
  const { logger, lines } = createLogList();
  logger.info("begun");
  logger.with({ key: "a/b" }).with({ attempt: 1 }).error("failed", { attempt: 2 });
  assert.deepEqual(lines, [
    { level: "info", message: "begun", fields: {} },
    { level: "error", message: "failed", fields: { key: "a/b", attempt: 2 } },
  ]);
});
