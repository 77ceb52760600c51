import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test } from "node:test";
import { createVirtualClock } from "@pintle/machinery";
import { createAuthority } from "@pintle/machinery/certificates";
import { authenticateFrontProxy } from "./authenticate-front-proxy.ts";
import { type Credentials, requestWith } from "./request-fixture.test.ts";
import { usages } from "./usages-fixture.test.ts";

const nowMs = Date.UTC(2030, 0, 1);
const authority = createAuthority("proxies", { nowMs });
const certificate = authority.issue({ commonName: "aggregator", nowMs });
const headers = { "x-remote-user": "carol" };

function authenticate(credentials: Credentials, allowedNames: readonly string[] = ["aggregator"], atMs = nowMs) {
  const clock = createVirtualClock({ start: atMs });
  return authenticateFrontProxy({ authority: authority.cert, allowedNames, clock })(requestWith(credentials));
}

test("a proxy's word is believed: user, uid, groups and extra", async () => {
  const user = await authenticate({
    certificate,
    headers: { ...headers, "x-remote-uid": "7", "x-remote-group": "dev, ops", "x-remote-extra-acme.com%2fteam": "one" },
    repeatedHeaders: { "x-remote-group": ["dev", "ops"] },
  });
  assert.deepEqual(user, {
    name: "carol",
    uid: "7",
    groups: ["dev", "ops"],
    extra: { "acme.com/team": ["one"] },
  });
});

test("headers without a certificate, or a certificate without a user, are no credential", async () => {
  assert.equal(await authenticate({ headers }), undefined);
  assert.equal(await authenticate({ certificate }), undefined);
  assert.equal(
    await authenticate({ certificate, headers: { "x-remote-user": "", "x-remote-group": "dev" } }),
    undefined,
  );
});

test("a client's certificate is no proxy's, whatever name it has", async () => {
  const client = createAuthority("clients", { nowMs }).issue({ commonName: "aggregator", nowMs });
  await assert.rejects(authenticate({ certificate: client, headers }), /unknown authority/);
});

test("a proxy of another name is refused, unless any is allowed", async () => {
  const other = authority.issue({ commonName: "other", nowMs });
  await assert.rejects(authenticate({ certificate: other, headers }), /the proxy other is not allowed/);
  assert.equal((await authenticate({ certificate: other, headers }, []))?.name, "carol");
});

test("a proxy's certificate must be valid now, and be meant for clients", async () => {
  const lateMs = nowMs + 400 * 86_400_000;
  await assert.rejects(authenticate({ certificate, headers }, [], lateMs), /expired or is not yet valid/);
  const clock = createVirtualClock({ start: nowMs });
  const certificateOfServer = new X509Certificate(usages.forServers).raw;
  const authenticateUsage = authenticateFrontProxy({ authority: usages.authority, clock });
  const request = requestWith({ certificate: certificateOfServer, headers });
  await assert.rejects(authenticateUsage(request), /not meant for clients/);
});

test("the names of its own headers are credentials; the usual ones are known as such to everybody", () => {
  const clock = createVirtualClock({ start: nowMs });
  const named = { user: ["x-who"], uid: ["x-id"], group: ["x-team"], extraPrefixes: ["x-more-"] };
  const authenticateNamed = authenticateFrontProxy({ authority: authority.cert, headers: named, clock });
  for (const name of ["x-who", "x-id", "x-team", "x-more-a"])
    assert.equal(authenticateNamed.isCredential?.(name), true);
  for (const name of ["x-whom", "accept", "x-more"]) assert.equal(authenticateNamed.isCredential?.(name), false);
  assert.equal(authenticateFrontProxy({ authority: authority.cert, clock }).isCredential, undefined);
});
