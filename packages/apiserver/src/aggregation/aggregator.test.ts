import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Definition } from "../apiextensions/definition.ts";
import { AggregatorFixture, answerDiscovery, type Json } from "./aggregator-fixture.test.ts";

const apiServices = "/apis/apiregistration.k8s.io/v1/apiservices";

describe("the server behind an APIService", () => {
  test("is asked under the name of its Service, trusted as the APIService says", async () => {
    const fixture = new AggregatorFixture();
    await fixture.register({ caBundle: "YQ==" });
    const place = { host: "api.test", port: 443, servername: "api.default.svc" };
    assert.deepEqual(fixture.targets, [{ ...place, caBundle: "YQ==", skipsVerification: false }]);
    assert.equal((await fixture.condition()).reason, "Passed");
  });

  test("that cannot be reached is tried again in the background, which nobody has to wait for", async () => {
    const fixture = new AggregatorFixture();
    fixture.handle = async () => {
      throw new Error("dial tcp api.test:443: connect: connection refused");
    };
    await fixture.register();
    const url = "https://api.test:443/apis/art.test/v1";
    assert.equal(
      (await fixture.condition()).message,
      `failing or missing response from ${url}: Get "${url}": dial tcp api.test:443: connect: connection refused`,
    );
    fixture.handle = answerDiscovery;
    await fixture.clock.advance(30_000);
    await fixture.clock.settle();
    assert.equal((await fixture.condition()).status, "True");
  });

  test("that does not answer is given up after five seconds", async () => {
    const fixture = new AggregatorFixture();
    fixture.handle = ({ signal }) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    const startMs = fixture.clock.now();
    await fixture.register();
    assert.match((await fixture.condition()).message, /context deadline exceeded/);
    assert.ok(fixture.clock.now() - startMs < 60_000, "settling does not wait for tries to come");
  });

  test("that goes away is seen to be gone within half a minute, and its resources with it", async () => {
    const fixture = new AggregatorFixture();
    await fixture.register();
    assert.equal((await fixture.discovered()).versions[0].freshness, "Current");
    fixture.handle = async () => ({ status: 500 });
    await fixture.clock.advance(30_000);
    await fixture.clock.settle();
    assert.equal((await fixture.condition()).reason, "FailedDiscoveryCheck");
    assert.deepEqual((await fixture.discovered()).versions, [{ version: "v1", freshness: "Stale" }]);
    assert.equal((await fixture.ask("/apis/art.test/v1/paintings")).status, 503);
  });

  test("is not asked any more once the APIService is gone", async () => {
    const fixture = new AggregatorFixture();
    await fixture.register();
    await fixture.send("DELETE", `${apiServices}/v1.art.test`);
    await fixture.clock.settle();
    fixture.asked.length = 0;
    await fixture.clock.advance(120_000);
    await fixture.clock.settle();
    assert.deepEqual(fixture.asked, []);
    assert.equal((await fixture.ask("/apis/art.test/v1/paintings")).text, "404 page not found\n");
    assert.equal(await fixture.discovered(), undefined);
  });

  test("is asked by nobody when the aggregator has stopped", async () => {
    const fixture = new AggregatorFixture();
    await fixture.register();
    await fixture.aggregator.stop();
    fixture.asked.length = 0;
    await fixture.clock.advance(120_000);
    assert.deepEqual(fixture.asked, []);
  });
});

describe("what a server says of its resources", () => {
  const bad: [string, Awaited<ReturnType<typeof answerDiscovery>>][] = [
    ["is no JSON", { body: "<html>" }],
    ["is no object", { body: "[]" }],
    ["never ends", { body: endless() }],
    ["is a redirect", { status: 302, headers: { location: "https://elsewhere.test" } }],
  ];
  for (const [title, answer] of bad) {
    test(`and ${title} leaves its version stale, and all others as they are`, async () => {
      const fixture = new AggregatorFixture();
      let isChecked = false;
      fixture.handle = async (request) => {
        if (request.path !== "/apis/art.test/v1") return answerDiscovery(request);
        // The first question is whether it is there at all.
        if (isChecked) return answer;
        isChecked = true;
        return {};
      };
      await fixture.register();
      assert.deepEqual((await fixture.discovered()).versions, [{ version: "v1", freshness: "Stale" }]);
      assert.ok(await fixture.discovered("apiregistration.k8s.io"));
      await fixture.aggregator.stop();
    });
  }

  test("and is broken in its OpenAPI is told all the same", async () => {
    const fixture = new AggregatorFixture();
    fixture.handle = async (request) => {
      if (request.path.startsWith("/openapi")) throw new Error("EOF");
      return answerDiscovery(request);
    };
    await fixture.register();
    assert.equal((await fixture.discovered()).versions[0].freshness, "Current");
    await fixture.aggregator.stop();
  });

  test("in types of its own is taken over in those that belong there", async () => {
    const fixture = new AggregatorFixture();
    const odd = { name: "paintings", namespaced: "yes", kind: 7, verbs: "get", shortNames: [1, "pt"], __proto__: 1 };
    fixture.handle = async ({ path }) =>
      path === "/apis/art.test/v1" ? { body: JSON.stringify({ resources: [odd, 5, null] }) } : { status: 404 };
    await fixture.register();
    const [{ resources }] = (await fixture.discovered()).versions;
    assert.deepEqual(resources, [
      {
        resource: "paintings",
        responseKind: { group: "", version: "", kind: "" },
        scope: "Cluster",
        singularResource: "",
        verbs: [],
        shortNames: ["pt"],
      },
    ]);
    const protobuf = "application/vnd.kubernetes.protobuf;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    assert.equal((await fixture.ask("/apis", { headers: { accept: protobuf } })).status, 200);
  });
});

describe("the APIServices of definitions", () => {
  const definition = (version: string, served = true): Definition => ({
    metadata: { name: "things.own.test" },
    spec: { group: "own.test", scope: "Cluster", names: {}, versions: [{ name: version, served, storage: true }] },
  });
  const names = async (fixture: AggregatorFixture): Promise<string[]> => {
    await fixture.clock.settle();
    const { body } = await fixture.send("GET", apiServices);
    return body.items.map(({ metadata }: Json) => metadata.name);
  };

  test("come and go with what is served", async () => {
    const fixture = new AggregatorFixture();
    await fixture.server.start();
    fixture.aggregator.register([definition("v1")]);
    assert.deepEqual(await names(fixture), ["v1.own.test"]);
    assert.equal((await fixture.condition("v1.own.test")).reason, "Local");
    fixture.aggregator.register([definition("v2")]);
    assert.deepEqual(await names(fixture), ["v2.own.test"]);
    fixture.aggregator.register([definition("v2", false)]);
    assert.deepEqual(await names(fixture), []);
  });

  test("that are left from before are cleared away at the start, and what somebody made is not", async () => {
    const fixture = new AggregatorFixture();
    const labels = { "kube-aggregator.kubernetes.io/automanaged": "true" };
    const spec = { group: "old.test", version: "v1", groupPriorityMinimum: 1, versionPriority: 1 };
    await fixture.send("POST", apiServices, { metadata: { name: "v1.old.test", labels }, spec });
    await fixture.send("POST", apiServices, { metadata: { name: "v2.old.test" }, spec: { ...spec, version: "v2" } });
    await fixture.server.start();
    assert.deepEqual(await names(fixture), ["v2.old.test"]);
  });

  test("are set right when somebody changed them", async () => {
    const fixture = new AggregatorFixture();
    await fixture.server.start();
    fixture.aggregator.register([definition("v1")]);
    await fixture.clock.settle();
    const path = `${apiServices}/v1.own.test`;
    const { body } = await fixture.send("GET", path);
    const service = { namespace: "default", name: "thief", port: 443 };
    await fixture.send("PUT", path, { ...body, spec: { ...body.spec, groupPriorityMinimum: 5, service } });
    await fixture.clock.settle();
    assert.deepEqual((await fixture.send("GET", path)).body.spec, body.spec);
  });
});

async function* endless(): AsyncGenerator<Uint8Array> {
  const piece = Buffer.alloc(1024 * 1024, " ");
  for (;;) yield piece;
}
