import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test } from "node:test";
import { createVirtualClock } from "@pintle/machinery";
import { createAuthority } from "@pintle/machinery/certificates";
import { authenticateCertificates } from "./authenticate-certificate.ts";
import { type Credentials, requestWith } from "./request-fixture.test.ts";
import { usages } from "./usages-fixture.test.ts";
import { CertificateError } from "./verify-certificate.ts";

const nowMs = Date.UTC(2030, 0, 1);
const dayMs = 86_400_000;
const authority = createAuthority("clients", { nowMs });

function authenticate(credentials: Credentials, atMs = nowMs) {
  return authenticateCertificates(authority.cert, createVirtualClock({ start: atMs }))(requestWith(credentials));
}

function assertRefused(certificate: Credentials["certificate"], message: RegExp, atMs?: number): Promise<void> {
  return assert.rejects(authenticate({ ...(certificate && { certificate }) }, atMs), (error) => {
    assert.ok(error instanceof CertificateError);
    assert.match(error.message, message);
    return true;
  });
}

test("the common name is the user, the organizations are the groups, and the extra names the certificate", async () => {
  const certificate = authority.issue({ commonName: "carol", organizations: ["dev", "ops"], nowMs });
  const digest = new X509Certificate(certificate.cert).fingerprint256.replaceAll(":", "").toLowerCase();
  assert.deepEqual(await authenticate({ certificate }), {
    name: "carol",
    groups: ["dev", "ops"],
    extra: { "authentication.kubernetes.io/credential-id": [`X509SHA256=${digest}`] },
  });
});

test("without a certificate nobody is known, and nobody is refused", async () => {
  assert.equal(await authenticate({}), undefined);
});

test("a certificate of another authority is refused, even of one with the same name", async () => {
  for (const name of ["others", "clients"]) {
    const certificate = createAuthority(name, { nowMs }).issue({ commonName: "carol", nowMs });
    await assertRefused(certificate, /unknown authority/);
  }
});

test("a certificate is believed from its first moment to its last", async () => {
  const certificate = authority.issue({ commonName: "carol", nowMs, lifetimeMs: dayMs });
  for (const atMs of [nowMs - dayMs, nowMs + dayMs]) assert.ok(await authenticate({ certificate }, atMs));
  for (const atMs of [nowMs - dayMs - 1_000, nowMs + dayMs + 1_000]) {
    await assertRefused(certificate, /expired or is not yet valid/, atMs);
  }
});

test("a connection's certificate ends with its time, though it was believed before", async () => {
  const clock = createVirtualClock({ start: nowMs });
  const authenticateAtClock = authenticateCertificates(authority.cert, clock);
  const request = requestWith({ certificate: authority.issue({ commonName: "carol", nowMs, lifetimeMs: dayMs }) });
  assert.equal((await authenticateAtClock(request))?.name, "carol");
  assert.equal((await authenticateAtClock(request))?.name, "carol");
  await clock.advance(dayMs + 1_000);
  await assert.rejects(authenticateAtClock(request), /expired or is not yet valid/);
});

test("a certificate that is meant for others is refused; one that says nothing of its use is not", async () => {
  const authenticateUsage = (cert: string) =>
    authenticateCertificates(
      usages.authority,
      createVirtualClock({ start: nowMs }),
    )(requestWith({ certificate: new X509Certificate(cert).raw }));
  await assert.rejects(authenticateUsage(usages.forServers), /not meant for clients/);
  for (const cert of [usages.forClients, usages.forAnything, usages.unsaid]) {
    assert.equal((await authenticateUsage(cert))?.name, "carol");
  }
});

test("a certificate without a user is refused", async () => {
  await assertRefused(authority.issue({ commonName: "", organizations: ["dev"], nowMs }), /names no user/);
});

test("bytes that are no certificate are refused", async () => {
  const { raw } = new X509Certificate(authority.issue({ commonName: "carol", nowMs }).cert);
  for (const bytes of [new Uint8Array(0), new Uint8Array([1, 2, 3]), raw.subarray(0, raw.length / 2)]) {
    await assertRefused(bytes, /cannot be read/);
  }
});

test("a certificate that was changed after it was signed is refused", async () => {
  const changed = Buffer.from(new X509Certificate(authority.issue({ commonName: "carol", nowMs }).cert).raw);
  changed.write("karol", changed.indexOf("carol"), "latin1");
  await assertRefused(changed, /unknown authority/);
});

test("a name that looks like several attributes is one name", async () => {
  for (const commonName of ["carol\nO=system:masters", "carol+O=system:masters", "carol, O=system:masters"]) {
    const user = await authenticate({ certificate: authority.issue({ commonName, nowMs }) });
    assert.equal(user?.name, commonName);
    assert.deepEqual(user?.groups, []);
  }
});
