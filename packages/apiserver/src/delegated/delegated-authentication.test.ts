import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAuthority } from "@pintle/machinery/certificates";
import { createDelegatedAuthentication } from "./delegated-authentication.ts";
import { MainServerFixture, requestWith } from "./main-server-fixture.test.ts";

function start() {
  const main = new MainServerFixture();
  const nowMs = main.clock.now();
  const authenticate = createDelegatedAuthentication(main);
  const proxy = main.proxies.issue({ commonName: "aggregator", nowMs });
  const jane = main.clients.issue({ commonName: "jane", organizations: ["cooks"], nowMs });
  return { main, nowMs, authenticate, proxy, jane };
}

const claim = { "x-remote-user": "carol", "x-remote-uid": "7", "x-remote-extra-a%2fb": "c" };

describe("a request by the main server", () => {
  test("is from whom its headers name", async () => {
    const { authenticate, proxy } = start();
    const user = await authenticate(requestWith(claim, proxy, { "x-remote-group": ["a", "b,c"] }));
    assert.deepEqual(user, { name: "carol", uid: "7", groups: ["a", "b,c"], extra: { "a/b": ["c"] } });
  });

  test("is believed by its certificate alone", async () => {
    const { main, authenticate, nowMs, jane } = start();
    const other = main.proxies.issue({ commonName: "somebody", nowMs });
    const forged = createAuthority("proxies", { nowMs }).issue({ commonName: "aggregator", nowMs });
    const old = main.proxies.issue({ commonName: "aggregator", nowMs, lifetimeMs: -1 });
    for (const certificate of [other, forged, old]) await assert.rejects(authenticate(requestWith(claim, certificate)));
    assert.equal(await authenticate(requestWith(claim)), undefined, "headers without a certificate say nothing");
    // A client is who its certificate says, whatever else it says.
    assert.equal((await authenticate(requestWith(claim, jane)))?.name, "jane");
  });

  test("may use the headers that the ConfigMap names", async () => {
    const { main, authenticate, proxy } = start();
    main.data = { ...main.data, "requestheader-username-headers": '["X-Who", "X-Remote-User"]' };
    assert.equal((await authenticate(requestWith({ "x-who": "dave" }, proxy)))?.name, "dave");
    assert.equal((await authenticate(requestWith(claim, proxy)))?.name, "carol");
    assert.equal(authenticate.isCredential?.("x-who"), true, "which no handler is to see");
    assert.equal(authenticate.isCredential?.("accept"), false);
  });
});

describe("whom the main server believes", () => {
  test("is asked once in ten seconds, and what changed counts then", async () => {
    const { main, authenticate, proxy, nowMs } = start();
    for (let time = 0; time < 3; time += 1) await authenticate(requestWith(claim, proxy));
    assert.equal(main.asked.length, 1);
    const next = createAuthority("proxies", { nowMs });
    main.data = { ...main.data, "requestheader-client-ca-file": next.cert };
    await main.clock.advance(10_000);
    await assert.rejects(authenticate(requestWith(claim, proxy)));
    const renewed = next.issue({ commonName: "aggregator", nowMs });
    assert.equal((await authenticate(requestWith(claim, renewed)))?.name, "carol");
    assert.equal(main.asked.length, 2);
  });

  test("is not asked for requests that show no certificate", async () => {
    const { main, authenticate } = start();
    assert.equal(await authenticate(requestWith(claim)), undefined);
    assert.deepEqual(main.asked, []);
  });

  test("is nobody when it does not say", async () => {
    const { main, authenticate, proxy, jane } = start();
    main.isDown = true;
    await assert.rejects(authenticate(requestWith(claim, proxy)), /connection refused/);
    await assert.rejects(authenticate(requestWith({}, jane)), /connection refused/);
    main.isDown = false;
    assert.equal((await authenticate(requestWith({}, jane)))?.name, "jane");
  });

  const broken: [string, object][] = [
    ["no data", { "requestheader-client-ca-file": "", "client-ca-file": "" }],
    ["names that are no list", { "requestheader-allowed-names": "aggregator" }],
    ["names that are no texts", { "requestheader-allowed-names": "[1]" }],
    ["headers that are no list", { "requestheader-username-headers": "{}" }],
    ["an authority that is none", { "requestheader-client-ca-file": "-----BEGIN CERTIFICATE-----" }],
    ["no header for the user", { "requestheader-username-headers": "[]" }],
  ];
  for (const [title, change] of broken) {
    test(`with ${title} is no proxy`, async () => {
      const { main, authenticate, proxy } = start();
      main.data = { ...main.data, ...change };
      await assert.rejects(authenticate(requestWith(claim, proxy)));
    });
  }

  test("with no names listed is any proxy of the authority", async () => {
    const { main, authenticate, nowMs } = start();
    main.data = { ...main.data, "requestheader-allowed-names": "[]" };
    const other = main.proxies.issue({ commonName: "somebody", nowMs });
    assert.equal((await authenticate(requestWith(claim, other)))?.name, "carol");
  });
});

describe("a token", () => {
  const bearing = (token: string) => requestWith({ authorization: `Bearer ${token}` });

  test("is whose the main server says, for ten seconds", async () => {
    const { main, authenticate } = start();
    main.review = () => ({ authenticated: true, user: { username: "erin", groups: ["a"], extra: { k: ["v"] } } });
    for (let time = 0; time < 3; time += 1) {
      assert.deepEqual(await authenticate(bearing("t")), { name: "erin", groups: ["a"], extra: { k: ["v"] } });
    }
    assert.deepEqual(main.reviewed, [{ token: "t" }]);
    main.review = () => ({ authenticated: false });
    await main.clock.advance(10_000);
    await assert.rejects(authenticate(bearing("t")));
  });

  test("that is for somebody else is refused where the server has a name", async () => {
    const main = new MainServerFixture();
    const authenticate = createDelegatedAuthentication({ ...main, audiences: ["art"] });
    main.review = () => ({ authenticated: true, user: { username: "erin" }, audiences: ["other"] });
    await assert.rejects(authenticate(bearing("t")));
    main.review = () => ({ authenticated: true, user: { username: "erin" }, audiences: ["art"] });
    assert.equal((await authenticate(bearing("u")))?.name, "erin");
    assert.deepEqual(main.reviewed[0], { token: "t", audiences: ["art"] });
  });

  test("is refused when the main server does not answer as it should", async () => {
    const { main, authenticate } = start();
    for (const status of [403, 500, { authenticated: true }, { authenticated: "true", user: { username: "erin" } }]) {
      main.review = () => status;
      await assert.rejects(authenticate(bearing(`t${JSON.stringify(status)}`)));
    }
    main.isDown = true;
    await assert.rejects(authenticate(bearing("down")));
  });

  test("is refused when the main server takes longer than ten seconds", async () => {
    const { main, authenticate } = start();
    main.review = () => new Promise<never>(() => {});
    const refused = assert.rejects(authenticate(bearing("t")), /context deadline exceeded/);
    await main.clock.advance(10_000);
    await refused;
  });
});
