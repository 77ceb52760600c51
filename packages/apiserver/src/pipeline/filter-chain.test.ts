import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ApiError, createSeededRandom, createVirtualClock, type JsonObject, type Logger } from "@pintle/machinery";
import { createInProcessTransport } from "../http/in-process-transport.ts";
import { uniteAuthenticators } from "./authenticator.ts";
import { type Authorizer, uniteAuthorizers } from "./authorizer.ts";
import { chainFilters, type FilterOptions } from "./filter-chain.ts";
import { createRequestContext, type RequestContext, type UserInfo } from "./request-context.ts";
import { type Handler, headerValues } from "./server-request.ts";

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent };
const jane: UserInfo = { name: "jane", groups: ["developers"] };

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly text: string;
  readonly body: JsonObject;
}

function serve(handler: Handler, options: Partial<FilterOptions> = {}) {
  const clock = createVirtualClock({ start: 0 });
  const random = createSeededRandom(1);
  const chain = chainFilters(
    { authenticator: async () => jane, authorizer: async () => ({ decision: "allow" }), ...options },
    handler,
  );
  const transport = createInProcessTransport({
    clock,
    handle: (request) => chain(request, createRequestContext({ clock, random, logger: silent }, request)),
  });
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string | string[]> = {},
  ): Promise<Answer> => {
    const [pathname = "", search = ""] = path.split("?");
    const answer = await transport.request({ method, path: pathname, query: new URLSearchParams(search), headers });
    const pieces: Uint8Array[] = [];
    for await (const piece of answer.body) pieces.push(piece);
    const text = Buffer.concat(pieces).toString();
    return { ...answer, text, body: text.startsWith("{") ? JSON.parse(text) : {} };
  };
  return { clock, send };
}

/** Answers who was found to be asking. */
const whoAmI: Handler = async (_request, { user }) => ({
  status: 200,
  headers: {},
  body: new TextEncoder().encode(JSON.stringify(user)),
});

describe("failures", () => {
  test("become a Status in the format that was asked for", async () => {
    const { send } = serve(async () => {
      throw ApiError.notFound({ group: "apps", resource: "deployments" }, "web");
    });
    const json = await send("GET", "/apis/apps/v1/namespaces/a/deployments/web");
    assert.equal(json.status, 404);
    assert.equal(json.body.message, 'deployments.apps "web" not found');
    const yaml = await send("GET", "/apis/apps/v1/namespaces/a/deployments/web", { accept: "application/yaml" });
    assert.match(yaml.text, /^apiVersion: v1\ncode: 404\n/);
  });

  test("that nobody foresaw are a 500, and the server goes on", async () => {
    const { send } = serve(async () => {
      throw new Error("boom");
    });
    assert.equal((await send("GET", "/x")).status, 500);
    assert.equal((await send("GET", "/x")).body.message, "boom");
  });

  test("say when to come back where they know", async () => {
    const { send } = serve(async () => {
      throw ApiError.tooManyRequests("later", 7);
    });
    assert.equal((await send("GET", "/x")).headers["retry-after"], "7");
  });
});

test("Every answer has an id and may not be cached; an id that is sent is kept", async () => {
  const { send } = serve(whoAmI);
  const { headers } = await send("GET", "/x");
  assert.match(String(headers["audit-id"]), /^[0-9a-f-]{36}$/);
  assert.equal(headers["cache-control"], "no-cache, private");
  assert.equal((await send("GET", "/x", { "audit-id": "mine" })).headers["audit-id"], "mine");
  assert.notEqual((await send("GET", "/x", { "audit-id": "two\r\nlines" })).headers["audit-id"], "two\r\nlines");
});

test("A broken escape in the path is a bare 400", async () => {
  const { send } = serve(whoAmI);
  const { status, text } = await send("GET", "/a/%zz");
  assert.deepEqual([status, text], [400, "400 Bad Request"]);
});

test("Warnings are quoted, told once each, and cut where they get long", async () => {
  const warn =
    (...texts: string[]): Handler =>
    async (_request, context) => {
      context.warnings.push(...texts);
      return { status: 200, headers: {} };
    };
  const { headers } = await serve(warn('say "a\\b"', 'say "a\\b"', "two\nlines")).send("GET", "/x");
  assert.deepEqual(headers.warning, [String.raw`299 - "say \"a\\b\""`]);
  const long = await serve(warn(...Array.from({ length: 100 }, (_, index) => `${index}${"x".repeat(400)}`))).send(
    "GET",
    "/x",
  );
  assert.ok((long.headers.warning as string[]).join("").length < 6_000);
  const short = await serve(
    warn(...Array.from({ length: 100 }, (_, index) => `${index + 100}${"x".repeat(117)}`)),
  ).send("GET", "/x");
  // The one that crosses the limit is still told.
  assert.equal(short.headers.warning?.length, 35);
});

test("A warning beyond ASCII is sent as UTF-8", async () => {
  const { headers } = await serve(async (_request, context) => {
    context.warnings.push("é");
    return { status: 200, headers: {} };
  }).send("GET", "/x");
  assert.equal(Buffer.from(String(headers.warning), "latin1").toString(), '299 - "é"');
});

describe("the deadline of a request", () => {
  const never: Handler = () => new Promise(() => {});

  test("is a Timeout when it has passed", async () => {
    const { clock, send } = serve(never);
    const answer = send("GET", "/api/v1/pods?timeout=10s");
    await clock.advance(10_000);
    const { status, body } = await answer;
    assert.deepEqual(
      [status, body.reason, body.message],
      [504, "Timeout", "Timeout: request did not complete within the allotted timeout"],
    );
  });

  test("is a minute at most, and must be a duration", async () => {
    const { clock, send } = serve(never);
    const answer = send("GET", "/api/v1/pods?timeout=2h");
    await clock.advance(60_000);
    assert.equal((await answer).status, 504);
    const { status, body } = await send("GET", "/api/v1/pods?timeout=soon");
    assert.equal(status, 400);
    assert.match(String(body.message), /^invalid timeout specified in the request URL - time: invalid duration/);
  });

  test("is none for a watch", async () => {
    let context: RequestContext | undefined;
    const { clock, send } = serve(async (_request, given) => {
      context = given;
      return { status: 200, headers: {} };
    });
    await send("GET", "/api/v1/pods?watch=1");
    await clock.advance(120_000);
    assert.equal(context?.signal.aborted, false);
  });
});

describe("who is asking", () => {
  test("is known by the authenticator, and nobody without a credential is nobody", async () => {
    const known = await serve(whoAmI).send("GET", "/x");
    assert.deepEqual(known.body, { name: "jane", groups: ["developers", "system:authenticated"] });
    const { send } = serve(whoAmI, { authenticator: async () => undefined });
    assert.deepEqual((await send("GET", "/x")).body, { name: "system:anonymous", groups: ["system:unauthenticated"] });
  });

  test("must be known where nobody is not welcome, and a wrong credential is told nothing", async () => {
    const strict = serve(whoAmI, { authenticator: async () => undefined, allowsAnonymous: false });
    assert.equal((await strict.send("GET", "/x")).status, 401);
    const wrong = serve(whoAmI, { authenticator: () => Promise.reject(new Error("the signature is off by one")) });
    const { status, text } = await wrong.send("GET", "/x");
    assert.equal(status, 401);
    assert.doesNotMatch(text, /signature/);
  });

  test("is not told by credentials that reach the handler", async () => {
    const { send } = serve(async ({ headers }) => ({
      status: 200,
      headers: {},
      body: new TextEncoder().encode(JSON.stringify(headers)),
    }));
    const { body } = await send("GET", "/x", {
      authorization: "Bearer secret",
      "x-remote-user": "root",
      accept: "*/*",
    });
    assert.deepEqual(body, { accept: "*/*" });
  });

  test("is not told by the headers that its authenticator believes, be they sent once or often", async () => {
    const authenticator = Object.assign(async () => jane, { isCredential: (name: string) => name === "x-who" });
    const seen: unknown[] = [];
    const handle: Handler = async (request) => {
      const names = ["x-who", "x-remote-group", "accept"];
      seen.push(names.map((name) => [name, headerValues(request, name)]));
      return { status: 200, headers: {} };
    };
    const { send } = serve(handle, { authenticator: uniteAuthenticators(async () => undefined, authenticator) });
    await send("GET", "/x", { "x-who": ["root", "admin"], "x-remote-group": ["a", "b"], accept: ["a/b", "*/*"] });
    await send("GET", "/x", { "x-who": "root", accept: "*/*" });
    assert.deepEqual(seen, [
      [
        ["x-who", []],
        ["x-remote-group", []],
        ["accept", ["a/b", "*/*"]],
      ],
      [
        ["x-who", []],
        ["x-remote-group", []],
        ["accept", ["*/*"]],
      ],
    ]);
  });
});

describe("acting as somebody else", () => {
  const onlyUsers: Authorizer = async ({ user, request }) =>
    user.name !== "jane" || (request.verb === "impersonate" && request.resource !== "groups")
      ? { decision: "allow" }
      : { decision: "no-opinion" };

  test("takes the right to each part of them", async () => {
    const { send } = serve(whoAmI, { authorizer: onlyUsers });
    const { body } = await send("GET", "/x", { "impersonate-user": "bob", "impersonate-extra-acme%2fteam": "a" });
    assert.deepEqual(body, { name: "bob", groups: ["system:authenticated"], extra: { "acme/team": ["a"] } });
    const refused = await send("GET", "/x", { "impersonate-user": "bob", "impersonate-group": "system:masters" });
    assert.equal(refused.status, 403);
    assert.equal(
      refused.body.message,
      'groups "system:masters" is forbidden: User "jane" cannot impersonate resource "groups" in API group "" at the cluster scope',
    );
  });

  test("keeps groups with commas in their names apart", async () => {
    const { send } = serve(whoAmI);
    const { body } = await send("GET", "/x", { "impersonate-user": "bob", "impersonate-group": ["a,b", "c"] });
    assert.deepEqual(body.groups, ["a,b", "c", "system:authenticated"]);
  });

  test("gives a service account its groups, and needs a user", async () => {
    const { send } = serve(whoAmI);
    const { body } = await send("GET", "/x", { "impersonate-user": "system:serviceaccount:a:b" });
    assert.deepEqual(body.groups, ["system:serviceaccounts", "system:serviceaccounts:a", "system:authenticated"]);
    assert.equal((await send("GET", "/x", { "impersonate-group": "c" })).status, 400);
  });
});

test("What is not allowed is refused in words that nobody takes for HTML", async () => {
  const { send } = serve(whoAmI, { authorizer: async () => ({ decision: "no-opinion", reason: "no rule" }) });
  const { status, body, headers } = await send("GET", "/%3Cscript%3E");
  assert.equal(status, 403);
  assert.equal(body.message, 'forbidden: User "jane" cannot get path "/&lt;script&gt;": no rule');
  assert.equal(headers["x-content-type-options"], "nosniff");
});

test("Too many requests at once are told to come back, but for administrators and watches", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting: Handler = async () => {
    await promise;
    return { status: 200, headers: {} };
  };
  let user = jane;
  const { send } = serve(waiting, { authenticator: async () => user, inFlight: { reads: 1, writes: 1 } });
  const [first, write] = [send("GET", "/api/v1/pods"), send("POST", "/api/v1/namespaces")];
  const second = await send("GET", "/api/v1/pods");
  assert.deepEqual([second.status, second.headers["retry-after"]], [429, "1"]);
  const watch = send("GET", "/api/v1/pods?watch=1");
  user = { name: "root", groups: ["system:masters"] };
  const third = send("GET", "/api/v1/pods");
  resolve();
  for (const answer of [first, write, watch, third]) assert.equal((await answer).status, 200);
});

test("Origins are let in only where they are allowed", async () => {
  const cors = { isAllowed: (origin: string) => origin === "https://good.example" };
  const { send } = serve(whoAmI, { cors });
  const good = await send("GET", "/x", { origin: "https://good.example" });
  assert.equal(good.headers["access-control-allow-origin"], "https://good.example");
  assert.equal((await send("OPTIONS", "/x", { origin: "https://good.example" })).status, 204);
  const bad = await send("GET", "/x", { origin: "https://good.example.evil" });
  assert.equal(bad.headers["access-control-allow-origin"], undefined);
});

test("two spaces before a bearer token leave the caller anonymous, with a warning", async () => {
  const { send } = serve(whoAmI, { authenticator: async () => undefined });
  const warned = await send("GET", "/x", { authorization: "Bearer  secret" });
  assert.equal(warned.body.name, "system:anonymous");
  assert.match(String(warned.headers.warning), /extra space before the bearer token, and is ignored/);
  for (const authorization of ["Bearer secret", "Basic  secret", "Bearer  "]) {
    assert.equal((await send("GET", "/x", { authorization })).headers.warning, undefined);
  }
});

test("An authorizer that fails refuses, whatever it fails at", async () => {
  const authorizer: Authorizer = async () => {
    throw new Error("the roles are unreadable");
  };
  const { send } = serve(whoAmI, { authorizer });
  const { status, text } = await send("GET", "/<x>");
  assert.deepEqual([status, text], [500, 'Internal Server Error: "/&lt;x&gt;": the roles are unreadable\n']);
});

test("Of several authorizers one that fails leaves it to the others, and counts when none of them decides", async () => {
  const broken: Authorizer = async () => {
    throw new Error("broken");
  };
  const allows: Authorizer = async () => ({ decision: "allow" });
  const denies: Authorizer = async () => ({ decision: "deny", reason: "never" });
  const silent: Authorizer = async () => ({ decision: "no-opinion" });
  const ask = async (...authorizers: Authorizer[]) =>
    (await serve(whoAmI, { authorizer: uniteAuthorizers(...authorizers) }).send("GET", "/x")).status;
  assert.equal(await ask(broken, allows), 200);
  assert.equal(await ask(broken, denies, allows), 403);
  assert.equal(await ask(broken, silent), 500);
  assert.equal(await ask(silent, silent), 403);
});
