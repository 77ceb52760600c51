import assert from "node:assert/strict";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { createVirtualClock } from "@pintle/machinery";
import { openAuditLog } from "./audit-log.ts";

const dayMs = 86_400_000;

function start(limits: { maxBytes?: number; maxBackups?: number; maxAgeMs?: number } = {}) {
  const folder = mkdtempSync(`${tmpdir()}/pintle-audit-log-`);
  const path = `${folder}/audit.log`;
  const clock = createVirtualClock({ start: Date.UTC(2030, 0, 1) });
  const log = openAuditLog({ path, clock, maxBytes: 0, maxBackups: 0, maxAgeMs: 0, ...limits });
  return { folder, path, clock, log, files: () => readdirSync(folder).sort() };
}

test("lines are there as soon as they are written, for the user alone, behind those of the last time", () => {
  const { path, clock, log } = start();
  log.write("one\n");
  log[Symbol.dispose]();
  const again = openAuditLog({ path, clock, maxBytes: 0, maxBackups: 0, maxAgeMs: 0 });
  again.write("two\n");
  assert.equal(readFileSync(path, "utf8"), "one\ntwo\n");
  assert.equal(statSync(path).mode & 0o777, 0o600);
  again[Symbol.dispose]();
});

test("a log that would grow too large is put aside under the time, and a line is never torn", () => {
  const { folder, path, log, files } = start({ maxBytes: 10 });
  log.write("12345678\n");
  log.write("abcdefghijklmnop\n");
  assert.deepEqual(files(), ["audit-2030-01-01T00-00-00.000.log", "audit.log"]);
  assert.equal(readFileSync(`${folder}/audit-2030-01-01T00-00-00.000.log`, "utf8"), "12345678\n");
  assert.equal(readFileSync(path, "utf8"), "abcdefghijklmnop\n");
  log[Symbol.dispose]();
});

test("only so many of those put aside are kept, and only so long; other files are left alone", async () => {
  const { folder, clock, log, files } = start({ maxBytes: 1, maxBackups: 2, maxAgeMs: dayMs });
  writeFileSync(`${folder}/audit-mine.log`, "");
  for (let hour = 0; hour < 5; hour += 1) {
    log.write("x\n");
    await clock.advance(3_600_000);
  }
  assert.deepEqual(files(), [
    "audit-2030-01-01T03-00-00.000.log",
    "audit-2030-01-01T04-00-00.000.log",
    "audit-mine.log",
    "audit.log",
  ]);
  await clock.advance(2 * dayMs);
  log.write("x\n");
  assert.deepEqual(files(), ["audit-2030-01-03T05-00-00.000.log", "audit-mine.log", "audit.log"]);
  log[Symbol.dispose]();
});

test("a log that cannot be put aside closes nobody else's file, and goes on when it can", () => {
  const { folder, path, log } = start({ maxBytes: 10 });
  const other = `${mkdtempSync(`${tmpdir()}/pintle-audit-log-`)}/other`;
  log.write("12345678\n");
  rmSync(folder, { recursive: true });
  assert.throws(() => log.write("abcdefgh\n"), { code: "ENOENT" });
  const descriptors = Array.from({ length: 3 }, () => openSync(other, "a"));
  assert.throws(() => log.write("abcdefgh\n"), { code: "ENOENT" });
  mkdirSync(folder);
  log.write("ijklmnop\n");
  assert.equal(readFileSync(path, "utf8"), "ijklmnop\n");
  log[Symbol.dispose]();
  log[Symbol.dispose]();
  for (const descriptor of descriptors) {
    assert.equal(writeSync(descriptor, "x"), 1);
    closeSync(descriptor);
  }
});

test("a log that cannot be opened is an error at once", () => {
  const options = { clock: createVirtualClock(), maxBytes: 0, maxBackups: 0, maxAgeMs: 0 };
  assert.throws(() => openAuditLog({ path: "/no/such/folder/log", ...options }), { code: "ENOENT" });
});
