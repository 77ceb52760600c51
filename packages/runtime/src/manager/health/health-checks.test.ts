import assert from "node:assert/strict";
import { test } from "node:test";
import { createJsonLogger, createVirtualClock } from "@pintle/machinery";
import { HealthChecks } from "./health-checks.ts";

function createChecks() {
  const lines: string[] = [];
  const logger = createJsonLogger({
    clock: createVirtualClock(),
    write: (text: string) => void lines.push(text),
    level: "debug",
  });
  const checks = new HealthChecks("/readyz", logger);
  const ask = async (path: string) => {
    const [before = "", query] = path.split("?");
    const { status, body } = await checks.answer({ path: before, query: new URLSearchParams(query) });
    return `${status} ${body}`;
  };
  return { checks, ask, lines };
}

const fails = () => {
  throw new Error("a password is hunter2");
};

test("without checks the process is well as soon as it answers", async () => {
  const { ask } = createChecks();
  assert.equal(await ask("/readyz"), "200 ok");
  assert.equal(await ask("/readyz/"), "200 ok");
  assert.equal(await ask("/readyz?verbose"), "200 [+]ping ok\nhealthz check passed\n");
  assert.equal(await ask("/readyz/ping"), "200 ok");
});

test("all checks are answered for together, in the order of their names, without the reasons", async () => {
  const { checks, ask, lines } = createChecks();
  checks.add("webhook", async () => {});
  checks.add("informers", fails);
  checks.add("b", () => {});
  const failed = "[+]b ok\n[-]informers failed: reason withheld\n[+]webhook ok\nhealthz check failed\n";
  assert.equal(await ask("/readyz"), `500 ${failed}`);
  assert.equal(await ask("/readyz?verbose"), `500 ${failed}`);
  assert.ok(
    lines.some((line) => line.includes("hunter2") && line.includes("informers")),
    "the log has the reason",
  );
});

test("what is excluded counts as well, and what cannot be excluded is named", async () => {
  const { checks, ask } = createChecks();
  checks.add("informers", () => Promise.reject(new Error("no")));
  assert.equal(await ask("/readyz?exclude=informers"), "200 ok");
  assert.equal(
    await ask("/readyz?exclude=informers&exclude=other&verbose=1"),
    '200 [+]informers excluded: ok\nwarn: some health checks cannot be excluded: no matches for "other"\nhealthz check passed\n',
  );
});

test("each check has a path of its own, and others are not found", async () => {
  const { checks, ask } = createChecks();
  checks.add("good", () => {});
  checks.add("bad", fails);
  assert.equal(await ask("/readyz/good"), "200 ok");
  assert.equal(await ask("/readyz/bad"), "500 internal server error: reason withheld\n");
  await assert.rejects(ask("/readyz/ping"), { status: 404 });
  await assert.rejects(ask("/readyz/constructor"), { status: 404 });
});

test("a name is taken once, and can stand in a path", () => {
  const { checks } = createChecks();
  checks.add("good", () => {});
  assert.throws(() => checks.add("good", () => {}), { code: "PINTLE_HEALTH_CHECK_INVALID", message: /already/ });
  assert.throws(() => checks.add("a/b", () => {}), { code: "PINTLE_HEALTH_CHECK_INVALID", message: /path/ });
});
