import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test } from "node:test";
import type { StoredCertificates } from "./certificate-secret.ts";
import { beginRenewal, planCertificates } from "./plan-certificates.ts";
import { isFor, isSignedBy } from "./read-certificates.ts";

const dayMs = 86_400_000;
const startMs = Date.UTC(2026, 0, 1);
const wishes = { names: ["web.system.svc", "10.0.0.7"], lifetimeMs: 90 * dayMs, renewBeforeMs: 30 * dayMs };

function plan(nowMs: number, stored?: StoredCertificates, isNextTrusted = false, wished = wishes) {
  return planCertificates(wished, { nowMs, stored, isNextTrusted });
}

/** What is written at that time; a plan to keep everything is a failure. */
function written(...given: Parameters<typeof plan>): StoredCertificates {
  const made = plan(...given);
  assert.equal(made.action, "write");
  return made.action === "write" ? made.certificates : assert.fail();
}

const whyOf = (made: ReturnType<typeof plan>) => (made.action === "write" ? made.why : made.action);
const leafOf = ({ cert }: StoredCertificates) => new X509Certificate(cert);
const isTrusted = (stored: StoredCertificates) =>
  stored.authorities.some((authority) => isSignedBy(leafOf(stored), authority));

const first = written(startMs);

test("the first certificate is for its names and addresses, and its authority is trusted", () => {
  for (const name of wishes.names) assert.ok(isFor(leafOf(first), name), name);
  assert.equal(isFor(leafOf(first), "other.system.svc"), false);
  assert.ok(isTrusted(first));
  assert.equal(first.authorities.length, 1);
});

test("a certificate is good for those whose clocks are late", () => {
  assert.ok(leafOf(first).validFromDate.getTime() <= startMs - 10 * 60_000);
});

test("nothing changes until two thirds of the lifetime are over", () => {
  assert.deepEqual(plan(startMs, first), { action: "keep", untilMs: startMs + 60 * dayMs });
  assert.equal(plan(startMs + 60 * dayMs - 1, first).action, "keep");
  assert.equal(whyOf(plan(startMs + 60 * dayMs, first)), "its renewal is due");
});

test("a renewal trusts the next authority beside the old one and shows the old certificate until that is known everywhere", () => {
  const dueMs = startMs + 60 * dayMs;
  const begun = written(dueMs, first);
  assert.equal(begun.cert, first.cert);
  assert.deepEqual(begun.authorities, [...first.authorities, begun.next?.cert]);
  assert.equal(plan(dueMs + dayMs, begun).action, "keep");
  const renewed = written(dueMs + dayMs, begun, true);
  assert.notEqual(renewed.cert, first.cert);
  assert.ok(isSignedBy(leafOf(renewed), begun.next?.cert ?? ""));
  // Replicas that have not heard of it show the old one, so the old authority stays.
  assert.deepEqual(renewed.authorities, begun.authorities);
  assert.equal(leafOf(renewed).validToDate.getTime(), dueMs + 91 * dayMs);
});

test("an earlier authority leaves when it has expired, and not before", () => {
  const dueMs = startMs + 60 * dayMs;
  const renewed = written(dueMs, written(dueMs, first), true);
  const endMs = new X509Certificate(first.authorities[0] ?? "").validToDate.getTime();
  assert.equal(plan(endMs - 1, beginRenewal(wishes, endMs - dayMs, renewed)).action, "keep");
  const later = written(endMs, beginRenewal(wishes, endMs - dayMs, renewed));
  assert.equal(later.authorities.includes(first.authorities[0] ?? ""), false);
  assert.ok(isTrusted(later));
});

test("a certificate that has expired is replaced at once, by the next authority's where there is one", () => {
  const overMs = startMs + 90 * dayMs;
  assert.equal(whyOf(plan(overMs, first)), "it has expired");
  const begun = beginRenewal(wishes, startMs + 60 * dayMs, first);
  const replaced = written(overMs, begun);
  assert.ok(isSignedBy(leafOf(replaced), begun.next?.cert ?? ""));
  assert.ok(leafOf(replaced).validToDate.getTime() > overMs + 60 * dayMs);
});

test("after a year without anybody everything begins anew", () => {
  const lateMs = startMs + 365 * dayMs;
  const anew = written(lateMs, beginRenewal(wishes, startMs + 60 * dayMs, first));
  assert.ok(isTrusted(anew));
  assert.equal(anew.authorities.length, 1);
  assert.equal(plan(lateMs, anew).action, "keep");
});

test("a name that is missing is added at once under the same authority, and those that others asked for stay", () => {
  const more = written(startMs + dayMs, first, false, { ...wishes, names: ["new.system.svc"] });
  assert.deepEqual(more.authorities, first.authorities);
  for (const name of ["new.system.svc", ...wishes.names]) assert.ok(isFor(leafOf(more), name), name);
  assert.equal(leafOf(more).validToDate.getTime(), leafOf(first).validToDate.getTime());
  assert.equal(plan(startMs + dayMs, more).action, "keep", "the program before an upgrade has nothing to object to");
});

test("a lost key of the authority leads to a renewal in the usual steps", () => {
  const begun = written(startMs + dayMs, { ...first, authority: undefined });
  assert.equal(begun.cert, first.cert);
  assert.ok(begun.next);
  assert.equal(plan(startMs + dayMs, begun).action, "keep");
  assert.ok(written(startMs + dayMs, begun, true).authority);
});

test("a certificate whose beginning lies ahead by our clock is left alone", () => {
  assert.equal(plan(startMs - 30 * dayMs, first).action, "keep");
});
