/** The plane is started with the allowed name `aggregator` and the headers X-Remote-User, X-Remote-Group and X-Remote-Extra-. */
import { after, test } from "node:test";
import { createAuthority, openAuthority } from "../../real/certificates.ts";
import { type Answer, assertAnswer, assertStatus } from "../answer.ts";
import { connect } from "../client.ts";
import { requestWithCertificate, whoIsCertified } from "./certified.ts";
import { assertCaller, whoAmI } from "./subjects.ts";

const client = connect();
after(() => client.close());

const proxies = openAuthority(client.server.proxyCa);
const aggregator = proxies.issue({ commonName: "aggregator" });
const carol = ["X-Remote-User", "carol"] as const;
const alice = ["authorization", `Bearer ${client.server.tokens.alice}`] as const;

function assertUnauthorized(answer: Answer): void {
  assertStatus(answer, 401, "Unauthorized", "Unauthorized");
}

test("a front proxy says in headers who the caller is", async () => {
  assertCaller(await whoIsCertified(client, aggregator, [carol]), {
    username: "carol",
    uid: undefined,
    groups: ["system:authenticated"],
    extra: undefined,
  });
});

test("the groups are one header each, in order", async () => {
  const groups = [
    ["X-Remote-Group", "dev"],
    ["X-Remote-Group", "ops"],
  ] as const;
  assertCaller(await whoIsCertified(client, aggregator, [carol, ...groups]), {
    groups: ["dev", "ops", "system:authenticated"],
  });
});

test("a comma in a group's header is part of the name", async () => {
  assertCaller(await whoIsCertified(client, aggregator, [carol, ["X-Remote-Group", "dev,ops"]]), {
    groups: ["dev,ops", "system:authenticated"],
  });
});

test("extra keys are lower case and percent-decoded, their values repeat", async () => {
  const extra = [
    ["X-Remote-Extra-Acme.com%2FProject", "one"],
    ["X-Remote-Extra-Acme.com%2FProject", "two"],
    ["X-Remote-Extra-Scopes", "read"],
  ] as const;
  assertCaller(await whoIsCertified(client, aggregator, [carol, ...extra]), {
    extra: { "acme.com/project": ["one", "two"], scopes: ["read"] },
  });
});

test("an extra key whose escapes are broken stays as it was sent", async () => {
  assertCaller(await whoIsCertified(client, aggregator, [carol, ["X-Remote-Extra-A%zz", "v"]]), {
    extra: { "a%zz": ["v"] },
  });
});

test("of two users the first counts", async () => {
  assertCaller(await whoIsCertified(client, aggregator, [carol, ["X-Remote-User", "dave"]]), { username: "carol" });
});

test("the group system:masters in a header may do everything", async () => {
  const headers = [carol, ["X-Remote-Group", "system:masters"] as const];
  assertAnswer(await requestWithCertificate(client, aggregator, "GET", "/api/v1/namespaces/default", headers), 200);
});

test("a proxy may name the anonymous", async () => {
  const answer = await whoIsCertified(client, aggregator, [["X-Remote-User", "system:anonymous"]]);
  assertAnswer(answer, 403, { message: /User "system:anonymous" cannot create/ });
});

test("a proxy that names no user is itself nobody, though its certificate is fine", async () => {
  assertUnauthorized(await whoIsCertified(client, aggregator));
  assertUnauthorized(await whoIsCertified(client, aggregator, [["X-Remote-User", ""]]));
  assertUnauthorized(await whoIsCertified(client, aggregator, [["X-Remote-Group", "system:masters"]]));
});

test("a proxy whose name is not allowed is not believed", async () => {
  const other = proxies.issue({ commonName: "other" });
  assertUnauthorized(await whoIsCertified(client, other, [carol]));
  assertCaller(await whoIsCertified(client, other, [carol, alice]), { username: "alice" });
});

test("an expired or foreign proxy certificate is not believed", async () => {
  const expired = proxies.issue({ commonName: "aggregator", notAfter: new Date(Date.now() - 3_600_000) });
  assertUnauthorized(await whoIsCertified(client, expired, [carol]));
  const foreign = createAuthority("proxies").issue({ commonName: "aggregator" });
  assertUnauthorized(await whoIsCertified(client, foreign, [carol]));
});

test("the headers of one who is no proxy are ignored", async () => {
  const certificate = openAuthority(client.server.clientCa).issue({ commonName: "aggregator" });
  assertCaller(await whoIsCertified(client, certificate, [carol]), { username: "aggregator" });
  const headers = { "X-Remote-User": "carol", "X-Remote-Group": "system:masters" };
  assertCaller(await whoAmI(client, { as: "alice", headers }), { username: "alice" });
  assertAnswer(await whoAmI(client, { as: null, headers }), 403, { message: /User "system:anonymous"/ });
});

test("the proxy's word wins over a bearer token, which is read only when the proxy names nobody", async () => {
  assertCaller(await whoIsCertified(client, aggregator, [carol, alice]), { username: "carol" });
  assertCaller(await whoIsCertified(client, aggregator, [alice]), { username: "alice" });
});

test("the one whom a proxy names may impersonate if he has the right", async () => {
  const headers = [carol, ["X-Remote-Group", "system:masters"], ["Impersonate-User", "dave"]] as const;
  assertCaller(await whoIsCertified(client, aggregator, headers), { username: "dave" });
});
