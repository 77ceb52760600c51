import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test } from "node:test";
import { createAuthority, openAuthority } from "./certificates.ts";

const nowMs = Date.UTC(2026, 0, 1);
const authority = createAuthority("pintle", { nowMs });

test("An authority signs itself and may sign others", () => {
  const certificate = new X509Certificate(authority.cert);
  assert.equal(certificate.ca, true);
  assert.ok(certificate.verify(certificate.publicKey));
  assert.equal(certificate.subject, "CN=pintle");
});

test("A leaf is believed by who believes its authority, and by nobody else", () => {
  const leaf = new X509Certificate(authority.issue({ commonName: "web", nowMs }).cert);
  assert.ok(leaf.checkIssued(new X509Certificate(authority.cert)));
  assert.ok(leaf.verify(new X509Certificate(authority.cert).publicKey));
  assert.equal(leaf.verify(new X509Certificate(createAuthority("pintle", { nowMs }).cert).publicKey), false);
  assert.equal(leaf.ca, false);
});

test("A client's certificate carries its user and groups", () => {
  const { subject } = new X509Certificate(
    authority.issue({ commonName: "jane", organizations: ["a", "b"], nowMs }).cert,
  );
  assert.equal(subject, "O=a\nO=b\nCN=jane");
});

test("A server's certificate is good for its names and addresses", () => {
  const names = ["localhost", "127.0.0.1", "::1", "fd00::a:1"];
  const leaf = new X509Certificate(authority.issue({ commonName: "server", names, nowMs }).cert);
  assert.equal(leaf.checkHost("localhost"), "localhost");
  for (const address of names.slice(1)) assert.equal(leaf.checkIP(address), address);
  assert.equal(leaf.checkIP("127.0.0.2"), undefined);
});

test("A certificate lives as long as it is told, and began a day ago", () => {
  const leaf = new X509Certificate(authority.issue({ commonName: "short", nowMs, lifetimeMs: 3_600_000 }).cert);
  assert.equal(leaf.validFromDate.getTime(), nowMs - 86_400_000);
  assert.equal(leaf.validToDate.getTime(), nowMs + 3_600_000);
});

test("An authority can be put away and opened again", () => {
  const opened = openAuthority({ cert: authority.cert, key: authority.key });
  const leaf = new X509Certificate(opened.issue({ commonName: "later", nowMs }).cert);
  assert.ok(leaf.checkIssued(new X509Certificate(authority.cert)));
});

test("A leaf with the name of its authority is not taken for one that signed itself", () => {
  const leaf = new X509Certificate(authority.issue({ commonName: "pintle", nowMs }).cert);
  assert.ok(leaf.checkIssued(new X509Certificate(authority.cert)));
  assert.equal(leaf.checkIssued(leaf), false);
});
