import assert from "node:assert/strict";
import { test } from "node:test";
import { uniteAuthenticators, withAuthenticatedGroup } from "../pipeline/authenticator.ts";
import type { UserInfo } from "../pipeline/request-context.ts";
import { authenticateTokens, bearerToken, refuseUnknownTokens } from "./authenticate-token.ts";
import { requestWith } from "./request-fixture.test.ts";

const jane: UserInfo = { name: "jane", uid: "1", groups: ["developers"] };
const authenticate = authenticateTokens(new Map([["secret", jane]]));
const withAuthorization = (authorization: string) => requestWith({ headers: { authorization } });

test("a token on the list is its user", async () => {
  assert.equal(await authenticate(withAuthorization("Bearer secret")), jane);
  assert.equal(await authenticate(withAuthorization("bEaReR secret")), jane);
});

test("a token that is not on the list is left to others, and refused by the last", async () => {
  for (const token of ["Secret", "secre", "secret1", "sécret"]) {
    const request = withAuthorization(`Bearer ${token}`);
    assert.equal(await authenticate(request), undefined);
    await assert.rejects(refuseUnknownTokens(request), /nobody knows the token/);
  }
});

test("what is no bearer token is no credential", async () => {
  for (const text of ["", "Bearer", "Bearer ", "Bearer  secret", "Basic c2VjcmV0", "secret", "Bearersecret"]) {
    assert.equal(bearerToken(text), undefined, text);
    assert.equal(await authenticate(withAuthorization(text)), undefined);
    assert.equal(await refuseUnknownTokens(withAuthorization(text)), undefined);
  }
  assert.equal(bearerToken(undefined), undefined);
});

test("an empty list knows nobody", async () => {
  assert.equal(await authenticateTokens(new Map())(withAuthorization("Bearer secret")), undefined);
});

test("a wrong credential counts only when nobody knows the request by another", async () => {
  const wrong = async () => {
    throw new Error("wrong");
  };
  const united = uniteAuthenticators(wrong, authenticate, refuseUnknownTokens);
  assert.equal(await united(withAuthorization("Bearer secret")), jane);
  await assert.rejects(united(withAuthorization("Bearer other")), /^Error: wrong$/);
});

test("everybody known is in system:authenticated, once, and who is called anonymous in no group by that", () => {
  assert.deepEqual(withAuthenticatedGroup(jane).groups, ["developers", "system:authenticated"]);
  const known = { name: "jane", groups: ["system:authenticated"] };
  assert.equal(withAuthenticatedGroup(known), known);
  const nobody = { name: "system:anonymous", groups: ["developers"] };
  assert.equal(withAuthenticatedGroup(nobody), nobody);
});
