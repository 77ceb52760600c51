import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test } from "node:test";
import { createVirtualClock } from "@pintle/machinery";
import { isSignedBy } from "./read-certificates.ts";
import { selfSignedCertificate } from "./self-signed-certificate.ts";

test("a server gets a certificate of its own, which is renewed while it runs", async () => {
  const clock = createVirtualClock();
  const source = selfSignedCertificate(["localhost", "127.0.0.1"], { clock, lifetimeMs: 3_600_000 });
  assert.throws(() => source.current(), { code: "PINTLE_CERTIFICATE_NOT_STARTED" });
  assert.match(source.problem ?? "", /not made yet/);
  await source.start();
  const first = source.current();
  assert.ok(isSignedBy(new X509Certificate(first.cert), first.ca ?? ""));
  assert.equal(new X509Certificate(first.cert).checkIP("127.0.0.1"), "127.0.0.1");
  const seen: string[] = [];
  using _listening = source.onChange(({ cert }) => seen.push(cert));
  await clock.advance(2_400_000);
  assert.deepEqual(seen, [source.current().cert]);
  assert.notEqual(source.current().cert, first.cert);
  await source.stop();
  assert.deepEqual(clock.alive().timers, []);
});

test("servers that share it share its life", async () => {
  const clock = createVirtualClock();
  const source = selfSignedCertificate(["localhost"], { clock });
  await source.start();
  await source.start();
  await source.stop();
  assert.equal(clock.alive().timers.length, 1);
  await source.stop();
  await source.stop();
  assert.equal(clock.alive().timers.length, 0);
  await source.start();
  assert.equal(clock.alive().timers.length, 1, "it can be started again");
  await source.stop();
});
