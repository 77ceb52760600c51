import assert from "node:assert/strict";
import { test } from "node:test";
import type { UserInfo } from "../pipeline/request-context.ts";
import { createDelegatedAuthorization } from "./delegated-authorization.ts";
import { infoOf, MainServerFixture } from "./main-server-fixture.test.ts";

const jane: UserInfo = { name: "jane", uid: "7", groups: ["cooks"], extra: { k: ["v"] } };

function start() {
  const main = new MainServerFixture();
  const authorize = createDelegatedAuthorization(main);
  const ask = (method: string, target: string, user = jane) => authorize({ user, request: infoOf(method, target) });
  return { main, ask };
}

test("The main server is asked with all that it may decide by", async () => {
  const { main, ask } = start();
  main.review = () => ({ allowed: true });
  assert.equal((await ask("GET", "/apis/art.test/v1/namespaces/a/paintings/b/status")).decision, "allow");
  const parts = { namespace: "a", verb: "get", group: "art.test", version: "v1", resource: "paintings" };
  assert.deepEqual(main.reviewed[0], {
    resourceAttributes: { ...parts, subresource: "status", name: "b" },
    user: "jane",
    uid: "7",
    groups: ["cooks"],
    extra: { k: ["v"] },
  });
  await ask("GET", "/metrics");
  assert.deepEqual(main.reviewed[1]?.nonResourceAttributes, { path: "/metrics", verb: "get" });
});

test("A yes and a no count for ten seconds each", async () => {
  const { main, ask } = start();
  for (const allowed of [true, false]) {
    main.review = () => ({ allowed });
    const path = `/apis/art.test/v1/${allowed}`;
    for (let time = 0; time < 3; time += 1) {
      assert.equal((await ask("GET", path)).decision, allowed ? "allow" : "no-opinion");
    }
  }
  assert.equal(main.reviewed.length, 2);
  await main.clock.advance(10_000);
  main.review = () => ({ allowed: false });
  assert.equal((await ask("GET", "/apis/art.test/v1/true")).decision, "no-opinion");
});

test("Probes and who may do everything pass unasked, and nothing that only looks so", async () => {
  const { main, ask } = start();
  main.review = () => ({ allowed: false });
  for (const path of ["/healthz", "/readyz", "/livez"]) assert.equal((await ask("GET", path)).decision, "allow");
  const root = { name: "root", groups: ["system:masters"] };
  assert.equal((await ask("DELETE", "/apis/art.test/v1/paintings", root)).decision, "allow");
  assert.deepEqual(main.reviewed, []);
  for (const path of ["/healthz/etcd", "/healthz/", "/HEALTHZ"])
    assert.notEqual((await ask("GET", path)).decision, "allow");
});

test("Who says both means no", async () => {
  const { main, ask } = start();
  main.review = () => ({ allowed: true, denied: true, reason: "never" });
  assert.deepEqual(await ask("GET", "/apis/art.test/v1/paintings"), { decision: "deny", reason: "never" });
});

test("An error is no yes, and is not remembered", async () => {
  const { main, ask } = start();
  for (const answer of [403, 500]) {
    main.review = () => answer;
    await assert.rejects(ask("GET", "/apis/art.test/v1/paintings"));
  }
  main.isDown = true;
  await assert.rejects(ask("GET", "/apis/art.test/v1/paintings"), /connection refused/);
  main.isDown = false;
  main.review = () => ({ allowed: "true" });
  assert.equal((await ask("GET", "/apis/art.test/v1/paintings")).decision, "no-opinion");
});
