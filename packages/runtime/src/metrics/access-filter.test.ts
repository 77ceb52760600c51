import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@pintle/client";
import {
  createJsonLogger,
  createSeededRandom,
  createVirtualClock,
  type JsonObject,
  type Transport,
} from "@pintle/machinery";
import type { HttpAnswer, HttpRequest } from "../http/http-message.ts";
import { HttpError } from "../http/http-message.ts";
import { createAccessFilter } from "./access-filter.ts";

const secret = "s3cret-t0ken";
const jane = { username: "jane", uid: "7", groups: ["cooks"], extra: { "a/b": ["c"] } };

/** What the API server answers to a review: its status, or the code of an answer without one. */
type Review = (spec: JsonObject) => JsonObject | number | Promise<never>;

function createGuard() {
  const clock = createVirtualClock();
  const reviews: JsonObject[] = [];
  const log: string[] = [];
  const server: { review: Review; isDown: boolean } = { review: () => 500, isDown: false };
  const transport: Transport = {
    request: async ({ body, signal }) => {
      const { kind, spec } = JSON.parse(Buffer.from(body as Uint8Array).toString());
      reviews.push(spec);
      if (server.isDown) throw new Error("connect ECONNREFUSED");
      const answer = await Promise.race([server.review(spec), aborted(signal)]);
      const [code, status] = typeof answer === "number" ? [answer, {}] : [201, answer];
      const text = JSON.stringify({ kind, apiVersion: "v1", status });
      return {
        status: code,
        headers: { "content-type": "application/json" },
        body: (async function* () {
          yield Buffer.from(text);
        })(),
      };
    },
  };
  const client = createClient({ transport }, { clock, random: createSeededRandom(1) });
  const logger = createJsonLogger({ write: (line) => void log.push(line), clock, level: "debug" });
  const handle = createAccessFilter({ client, logger })(() => ({ status: 200, body: "numbers" }));
  const ask = async (authorization?: string, path = "/metrics", method = "GET"): Promise<HttpAnswer> => {
    try {
      return await handle(request(method, path, authorization));
    } catch (error) {
      assert.ok(error instanceof HttpError, String(error));
      return error.toAnswer();
    }
  };
  return { clock, server, reviews, log, ask };
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true }));
}

function request(method: string, path: string, authorization: string | undefined): HttpRequest {
  const signal = new AbortController().signal;
  return {
    method,
    path,
    query: new URLSearchParams(),
    headers: { authorization },
    signal,
    body: async () => new Uint8Array(),
  };
}

const known: Review = (spec) => ("token" in spec ? { authenticated: true, user: jane } : { allowed: true });

test("who is known and may is let through, and the API server is asked in its own words", async () => {
  const { server, reviews, ask } = createGuard();
  server.review = known;
  assert.equal((await ask(`Bearer ${secret}`)).body, "numbers");
  assert.deepEqual(reviews, [
    { token: secret },
    {
      user: "jane",
      uid: "7",
      groups: ["cooks"],
      extra: { "a/b": ["c"] },
      nonResourceAttributes: { path: "/metrics", verb: "get" },
    },
  ]);
});

test("without a token nobody is asked", async () => {
  const { server, reviews, ask } = createGuard();
  server.review = known;
  for (const header of [undefined, "", "Bearer", "Bearer ", "Basic abc", "Bearer a b", "Bearer a, Bearer b"]) {
    const { status, headers } = await ask(header);
    assert.equal(status, 401, header);
    assert.equal(headers?.["www-authenticate"], "Bearer");
  }
  assert.deepEqual(reviews, []);
});

test("a token that nobody knows is 401, and who may not is 403", async () => {
  const { server, ask } = createGuard();
  for (const status of [{}, { authenticated: false }, { authenticated: true }, { authenticated: "true", user: jane }]) {
    server.review = () => status;
    assert.equal((await ask(`Bearer ${JSON.stringify(status)}`.replaceAll(",", ";"))).status, 401);
  }
  for (const [token, status] of Object.entries({
    a: {},
    b: { allowed: false },
    c: { allowed: true, denied: true },
    d: { allowed: "yes" },
  })) {
    server.review = (spec) => ("token" in spec ? { authenticated: true, user: { username: token } } : status);
    const answer = await ask(`bearer ${token}`);
    assert.equal(answer.status, 403, token);
    assert.equal(answer.body, `Authorization denied for user ${token}\n`);
  }
});

test("answers count for a while: a token a minute, a yes five minutes, a no half a minute", async () => {
  const { clock, server, reviews, ask } = createGuard();
  server.review = known;
  for (let time = 0; time < 3; time += 1) await ask(`Bearer ${secret}`);
  assert.equal(reviews.length, 2);
  await clock.advance(60_000);
  await ask(`Bearer ${secret}`);
  assert.equal(reviews.length, 3, "whose the token is");
  await ask(`Bearer ${secret}`, "/debug");
  assert.equal(reviews.length, 4, "what may be done to another path");
  await ask(`Bearer ${secret}`, "/metrics", "HEAD");
  assert.equal(reviews.length, 5, "or by another method");
  server.review = (spec) => ("token" in spec ? { authenticated: true, user: jane } : { allowed: false });
  await clock.advance(240_000);
  assert.equal((await ask(`Bearer ${secret}`)).status, 403);
  const before = reviews.length;
  await clock.advance(29_999);
  await ask(`Bearer ${secret}`);
  assert.equal(reviews.length, before);
  server.review = known;
  await clock.advance(1);
  assert.equal((await ask(`Bearer ${secret}`)).status, 200);
});

test("callers who come at the same time share a review", async () => {
  const { server, reviews, ask } = createGuard();
  server.review = known;
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(`Bearer ${secret}`)));
  assert.ok(answers.every(({ status }) => status === 200));
  assert.equal(reviews.length, 2);
});

test("a server that is not well is asked five times, with growing pauses, and then the answer is 500", async () => {
  const { clock, server, reviews, ask } = createGuard();
  const asked = ask(`Bearer ${secret}`);
  await clock.advance(5_000);
  assert.equal((await asked).status, 500);
  assert.equal((await asked).body, "Authentication failed\n");
  assert.equal(reviews.length, 5);
  server.review = known;
  assert.equal((await ask(`Bearer ${secret}`)).status, 200, "failures are not remembered");
  server.isDown = true;
  const authorizing = ask(`Bearer ${secret}`, "/other");
  await clock.advance(10_000);
  assert.equal((await authorizing).status, 500);
  assert.deepEqual(clock.alive().timers, []);
});

test("a server that never answers is given ten seconds", async () => {
  const { clock, server, ask } = createGuard();
  server.review = () => new Promise<never>(() => {});
  const asked = ask(`Bearer ${secret}`);
  await clock.advance(10_000);
  assert.equal((await asked).status, 500);
  assert.deepEqual(clock.alive(), { inFlight: [], timers: [], lastSteps: clock.alive().lastSteps });
});

test("this process not being allowed to ask is 500 at once, never a yes", async () => {
  const { server, reviews, ask } = createGuard();
  server.review = () => 403;
  assert.equal((await ask(`Bearer ${secret}`)).status, 500);
  assert.equal(reviews.length, 1);
});

test("tokens stand in no line of the log", async () => {
  const { clock, server, log, ask } = createGuard();
  await Promise.all([ask(`Bearer ${secret}`), clock.advance(10_000)]);
  server.review = known;
  await ask(`Bearer ${secret}`);
  server.review = (spec) => ("token" in spec ? { authenticated: true, user: jane } : { allowed: false });
  await ask(`Bearer ${secret}`, "/other");
  assert.ok(log.length > 0);
  assert.ok(
    log.every((line) => !line.includes(secret)),
    log.join(""),
  );
});

test("many callers fill no memory: of a thousand and one the first is asked for again", async () => {
  const { server, reviews, ask } = createGuard();
  server.review = known;
  for (let index = 0; index <= 1_000; index += 1) await ask(`Bearer t${index}`);
  const before = reviews.length;
  await ask("Bearer t1000");
  assert.equal(reviews.length, before);
  await ask("Bearer t0");
  assert.equal(reviews.length, before + 1);
});
