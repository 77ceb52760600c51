import { createHash, X509Certificate } from "node:crypto";
import { after, test } from "node:test";
import { createAuthority, openAuthority } from "../../real/certificates.ts";
import { type Answer, assertAnswer, assertStatus } from "../answer.ts";
import { connect, uniqueName } from "../client.ts";
import { requestWithCertificate, whoIsCertified } from "./certified.ts";
import { assertCaller } from "./subjects.ts";

const client = connect();
after(() => client.close());

const authority = openAuthority(client.server.clientCa);
const hourAgo = () => new Date(Date.now() - 3_600_000);
const alice = ["authorization", `Bearer ${client.server.tokens.alice}`] as const;

function assertUnauthorized(answer: Answer): void {
  assertStatus(answer, 401, "Unauthorized", "Unauthorized");
}

test("the common name of a client certificate is the user, its organizations are the groups", async () => {
  const certificate = authority.issue({ commonName: "carol", organizations: ["dev", "ops"] });
  assertCaller(await whoIsCertified(client, certificate), {
    username: "carol",
    uid: undefined,
    groups: ["dev", "ops", "system:authenticated"],
  });
});

test("a certificate without organizations gives only system:authenticated", async () => {
  const certificate = authority.issue({ commonName: "carol" });
  assertCaller(await whoIsCertified(client, certificate), { username: "carol", groups: ["system:authenticated"] });
});

test("the caller's extra names the certificate by its SHA-256", async () => {
  const certificate = authority.issue({ commonName: "carol" });
  const digest = createHash("sha256").update(new X509Certificate(certificate.cert).raw).digest("hex");
  assertCaller(await whoIsCertified(client, certificate), {
    extra: { "authentication.kubernetes.io/credential-id": [`X509SHA256=${digest}`] },
  });
});

test("a user's name may hold spaces, colons and letters of any script", async () => {
  for (const commonName of ["Carol Smith", "oidc:carol@example.com", "кэрол", "a/b"])
    assertCaller(await whoIsCertified(client, authority.issue({ commonName })), { username: commonName });
});

test("an organization named twice stays twice, and system:authenticated is not added again", async () => {
  const organizations = ["dev", "dev", "system:authenticated"];
  const certificate = authority.issue({ commonName: "carol", organizations });
  assertCaller(await whoIsCertified(client, certificate), { groups: organizations });
});

test("the organization system:masters may do everything", async () => {
  const certificate = authority.issue({ commonName: uniqueName("root"), organizations: ["system:masters"] });
  assertAnswer(await requestWithCertificate(client, certificate, "GET", "/api/v1/namespaces/default"), 200);
  assertAnswer(await requestWithCertificate(client, certificate, "GET", "/metrics"), 200);
});

test("a certificate may claim to be system:anonymous, which puts it in neither group and takes even the version", async () => {
  const certificate = authority.issue({ commonName: "system:anonymous", organizations: ["dev"] });
  assertAnswer(await whoIsCertified(client, certificate), 403, { message: /User "system:anonymous" cannot create/ });
  const message = 'forbidden: User "system:anonymous" cannot get path "/version"';
  const answer = await requestWithCertificate(client, certificate, "GET", "/version");
  assertStatus(answer, 403, "Forbidden", message);
});

test("who is in system:unauthenticated is not put in system:authenticated", async () => {
  const certificate = authority.issue({ commonName: "carol", organizations: ["system:unauthenticated"] });
  assertAnswer(await whoIsCertified(client, certificate), 403, { message: /User "carol" cannot create/ });
});

test("a certificate that says nothing of its use may be a client's: that of the authority itself", async () => {
  assertCaller(await whoIsCertified(client, client.server.clientCa), { username: "clients" });
});

test("an expired certificate is Unauthorized", async () => {
  const certificate = authority.issue({ commonName: "carol", notAfter: hourAgo() });
  assertUnauthorized(await whoIsCertified(client, certificate));
});

test("a certificate of another authority is Unauthorized, even if that one has the same name", async () => {
  assertUnauthorized(await whoIsCertified(client, createAuthority("clients").issue({ commonName: "carol" })));
});

test("a certificate that cannot be used does not make its bearer anonymous", async () => {
  for (const certificate of [
    authority.issue({ commonName: "carol", notAfter: hourAgo() }),
    createAuthority("strangers").issue({ commonName: "carol" }),
  ])
    assertUnauthorized(await requestWithCertificate(client, certificate, "GET", "/version"));
});

test("a certificate without a common name is Unauthorized", async () => {
  assertUnauthorized(await whoIsCertified(client, authority.issue({ commonName: "", organizations: ["dev"] })));
});

test("a bearer token helps where the certificate does not", async () => {
  for (const certificate of [
    authority.issue({ commonName: "carol", notAfter: hourAgo() }),
    createAuthority("strangers").issue({ commonName: "carol" }),
  ])
    assertCaller(await whoIsCertified(client, certificate, [alice]), { username: "alice" });
});

test("a valid certificate wins over a bearer token, be it right or wrong", async () => {
  const certificate = authority.issue({ commonName: "carol" });
  assertCaller(await whoIsCertified(client, certificate, [alice]), { username: "carol" });
  assertCaller(await whoIsCertified(client, certificate, [["authorization", "Bearer nope"]]), { username: "carol" });
});
