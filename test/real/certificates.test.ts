import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test } from "node:test";
import { createAuthority } from "./certificates.ts";

test("a leaf is signed by its authority and carries user, groups and names", () => {
  const authority = createAuthority("tests");
  const names = ["localhost", "hook.default.svc", "127.0.0.1"];
  const leaf = new X509Certificate(authority.issue({ commonName: "alice", organizations: ["a", "b"], names }).cert);
  const issuer = new X509Certificate(authority.cert);

  assert.ok(leaf.checkIssued(issuer) && leaf.verify(issuer.publicKey));
  assert.ok(issuer.ca && !leaf.ca);
  assert.equal(leaf.subject, "O=a\nO=b\nCN=alice");
  assert.equal(leaf.subjectAltName, "DNS:localhost, DNS:hook.default.svc, IP Address:127.0.0.1");
});

test("a leaf can be made that has expired", () => {
  const leaf = createAuthority("tests").issue({ commonName: "alice", notAfter: new Date("2020-01-01T00:00:00Z") });

  assert.equal(new X509Certificate(leaf.cert).validToDate.getTime(), Date.UTC(2020, 0, 1));
});
