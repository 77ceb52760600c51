import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@pintle/client";
import { createVirtualClock, type Transport } from "@pintle/machinery";
import { type ManagedCertificatesOptions, managedCertificates } from "./managed-certificates.ts";

const clock = createVirtualClock();
const silent: Transport = {
  request: ({ signal }) =>
    new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true })),
};
const client = createClient({ transport: silent }, { clock });
const secret = { namespace: "system", name: "certificates" };
const service = { name: "web" };

const make = (options: Partial<ManagedCertificatesOptions>) => managedCertificates({ client, secret, ...options });

test("a certificate has to be for somebody", () => {
  for (const options of [{}, { dnsNames: [] }]) {
    assert.throws(() => make(options), { code: "PINTLE_CERTIFICATE_NAMES_MISSING", message: /Service .* or dnsNames/ });
  }
});

test("lifetimes that cannot be kept are refused", () => {
  const wrong = [
    { lifetimeMs: 9_999 },
    { lifetimeMs: Number.NaN },
    { lifetimeMs: 60_000, renewBeforeMs: 60_000 },
    { renewBeforeMs: 0 },
  ];
  for (const times of wrong) {
    assert.throws(() => make({ service, ...times }), { code: "PINTLE_CERTIFICATE_LIFETIME_INVALID" });
  }
});

test("nothing is asked of the server before the start, and whoever waits hears that it was stopped", async () => {
  const source = make({ service });
  assert.throws(() => source.current(), { code: "PINTLE_CERTIFICATE_NOT_STARTED" });
  assert.match(source.problem ?? "", /not started/);
  assert.deepEqual(clock.alive().inFlight, []);
  const starting = assert.rejects(source.start(), /the Secret system\/certificates are stopped/);
  await clock.advance(1_000);
  assert.match(source.problem ?? "", /no certificate yet/);
  await source.stop();
  await starting;
  assert.deepEqual(clock.alive().timers, []);
});
