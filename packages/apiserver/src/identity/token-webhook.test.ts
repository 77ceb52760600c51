import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock, type JsonObject, type Transport } from "@pintle/machinery";
import { requestWith } from "./request-fixture.test.ts";
import { createTokenWebhook, type TokenWebhookOptions } from "./token-webhook.ts";

const own = "https://kubernetes.default.svc";

interface Reviewer extends Partial<Omit<TokenWebhookOptions, "connection" | "clock">> {
  readonly answer: (review: JsonObject) => unknown;
  readonly status?: number;
}

/** A webhook that answers what the test says, and remembers what it was asked. */
function start({ answer, status = 200, ...options }: Reviewer) {
  const clock = createVirtualClock({ start: 0 });
  const asked: JsonObject[] = [];
  const transport: Transport = {
    async request({ body }) {
      const review = JSON.parse(Buffer.from(body as Uint8Array).toString()) as JsonObject;
      asked.push(review);
      const told = answer(review);
      const bytes = Buffer.from(typeof told === "string" ? told : JSON.stringify(told));
      return {
        status,
        headers: { "content-type": "application/json" },
        body: (async function* () {
          yield bytes;
        })(),
      };
    },
  };
  const connection = { transport, url: "https://reviewer.example/review" };
  const webhook = createTokenWebhook({ connection, clock, audiences: [own], ...options });
  const identify = (token: string) =>
    webhook.authenticator(requestWith({ headers: { authorization: `Bearer ${token}` } }));
  return { ...webhook, identify, asked, clock };
}

const knows =
  (user: JsonObject, more: JsonObject = {}) =>
  () => ({ status: { authenticated: true, user, ...more } });

test("who the webhook knows is believed, with groups, uid and extra", async () => {
  const user = { username: "hal", uid: "9", groups: ["g"], extra: { "a.example/b": ["c"] } };
  const { identify, asked } = start({ answer: knows(user) });
  assert.deepEqual(await identify("hers"), { name: "hal", uid: "9", groups: ["g"], extra: user.extra });
  assert.deepEqual(asked[0]?.spec, { token: "hers", audiences: [own] });
  assert.equal(asked[0]?.apiVersion, "authentication.k8s.io/v1");
  const older = start({ answer: knows(user), version: "v1beta1" });
  await older.identify("hers");
  assert.equal(older.asked[0]?.apiVersion, "authentication.k8s.io/v1beta1");
});

test("a request without a bearer token is none of the webhook's business", async () => {
  const { authenticator, asked } = start({ answer: knows({ username: "hal" }) });
  assert.equal(await authenticator(requestWith({})), undefined);
  assert.equal(asked.length, 0);
});

test("an answer counts for two minutes, a yes as well as a no, and each token for itself", async () => {
  const { identify, asked, clock } = start({
    answer: ({ spec }) => ({
      status: { authenticated: (spec as JsonObject).token === "hers", user: { username: "hal" } },
    }),
  });
  for (const _ of [1, 2, 3]) {
    assert.equal((await identify("hers"))?.name, "hal");
    assert.equal(await identify("his"), undefined);
  }
  assert.equal(asked.length, 2);
  await clock.advance(119_999);
  await identify("hers");
  assert.equal(asked.length, 2);
  await clock.advance(1);
  await identify("hers");
  assert.equal(asked.length, 3);
});

test("whoever asks while the webhook is being asked the same waits for that answer", async () => {
  const { identify, asked } = start({ answer: knows({ username: "hal" }) });
  const users = await Promise.all(Array.from({ length: 10 }, () => identify("hers")));
  assert.deepEqual([users.length, asked.length], [10, 1]);
});

test("failures are not kept: the next who comes asks again", async () => {
  let isBroken = true;
  const { identify, asked } = start({
    answer: () => (isBroken ? "no json" : { status: { authenticated: true, user: { username: "hal" } } }),
  });
  await assert.rejects(identify("hers"));
  isBroken = false;
  assert.equal((await identify("hers"))?.name, "hal");
  assert.equal(asked.length, 2);
});

test("a token for other audiences is not for this server; one that names none is, if it was asked for what the server is", async () => {
  const theirs = start({ answer: knows({ username: "hal" }, { audiences: ["vault"] }) });
  assert.equal(await theirs.identify("hers"), undefined);
  assert.deepEqual((await theirs.verify("hers", ["vault", own]))?.audiences, ["vault"]);
  const silent = start({ answer: knows({ username: "hal" }) });
  assert.deepEqual((await silent.verify("hers", ["vault", own]))?.audiences, [own]);
  assert.equal(await silent.verify("hers", ["vault"]), undefined);
});

test("what the webhook says is wrong with a token is an error, without which nobody knows it", async () => {
  const { identify } = start({ answer: () => ({ status: { authenticated: false, error: "expired yesterday" } }) });
  await assert.rejects(identify("hers"), /^Error: expired yesterday$/);
  assert.equal(await start({ answer: () => ({ status: {} }) }).identify("hers"), undefined);
});

for (const [what, answer, status] of [
  ["no JSON", "<html>", 200],
  ["nothing", "", 200],
  ["no object", "[]", 200],
  ["no status", "{}", 200],
  ["a status that is a text", '{"status":"yes"}', 200],
  ["a yes without a user", '{"status":{"authenticated":true}}', 200],
  ["a user that is a list", '{"status":{"authenticated":true,"user":[]}}', 200],
  ["an error", '{"status":{"authenticated":true,"user":{"username":"root"}}}', 500],
  ["a redirect", '{"status":{"authenticated":true,"user":{"username":"root"}}}', 302],
  ["more than anybody needs", `{"status":{"authenticated":true,"x":"${"x".repeat(2_000_000)}"}}`, 200],
] as const) {
  test(`a webhook that answers ${what} is believed by nobody`, async () => {
    await assert.rejects(start({ answer: () => answer, status }).identify("hers"));
  });
}

test("yes is true, and nothing else", async () => {
  for (const authenticated of ["true", 1, {}, null]) {
    const { identify } = start({ answer: () => ({ status: { authenticated, user: { username: "root" } } }) });
    assert.equal(await identify("hers"), undefined);
  }
});

test("a webhook that never answers holds up nobody for more than ten seconds", async () => {
  const clock = createVirtualClock({ start: 0 });
  const transport: Transport = { request: () => new Promise(() => {}) };
  const connection = { transport, url: "https://reviewer.example/review" };
  const { verify } = createTokenWebhook({ connection, clock, audiences: [own] });
  const answered = assert.rejects(verify("hers", [own]), /context deadline exceeded/);
  await clock.advance(10_000);
  await answered;
});
