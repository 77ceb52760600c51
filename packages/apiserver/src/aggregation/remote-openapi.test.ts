import assert from "node:assert/strict";
import { test } from "node:test";
import { AggregatorFixture, answerDiscovery, type BackendHandler } from "./aggregator-fixture.test.ts";

const name = "apis/art.test/v1";

async function serve(handle: BackendHandler): Promise<AggregatorFixture> {
  const fixture = new AggregatorFixture();
  fixture.handle = (request) => (request.path.startsWith("/openapi/") ? handle(request) : answerDiscovery(request));
  await fixture.register();
  return fixture;
}

function index(url: string): string {
  return JSON.stringify({ paths: { [name]: { serverRelativeURL: url }, version: { serverRelativeURL: "/theirs" } } });
}

async function listed(fixture: AggregatorFixture): Promise<Record<string, { serverRelativeURL: string }>> {
  return JSON.parse((await fixture.ask("/openapi/v3")).text).paths;
}

test("A document of a server behind is listed under its own hash, and asked for when somebody wants it", async () => {
  const fixture = await serve(async ({ path }) =>
    path === "/openapi/v3" ? { body: index(`/openapi/v3/${name}?hash=ABC`) } : { body: '{"openapi":"3.0.0"}' },
  );
  // What else the server has is its own business.
  assert.deepEqual(await listed(fixture), { [name]: { serverRelativeURL: `/openapi/v3/${name}?hash=ABC` } });
  fixture.asked.length = 0;
  for (let time = 0; time < 2; time += 1) {
    const { text, headers } = await fixture.ask(`/openapi/v3/${name}?hash=ABC`);
    assert.deepEqual([text, headers.etag], ['{"openapi":"3.0.0"}', '"ABC"']);
  }
  assert.deepEqual(
    fixture.asked.map(({ path }) => path),
    [`/openapi/v3/${name}`],
  );
});

test("A document that changed is seen within half a minute, and one whose server is gone is not listed", async () => {
  let hash = "ONE";
  const fixture = await serve(async ({ path }) =>
    path === "/openapi/v3" ? { body: index(`/x?hash=${hash}`) } : { body: JSON.stringify({ hash }) },
  );
  assert.equal((await fixture.ask(`/openapi/v3/${name}`)).text, '{"hash":"ONE"}');
  hash = "TWO";
  await fixture.clock.advance(30_000);
  await fixture.clock.settle();
  assert.equal((await fixture.ask(`/openapi/v3/${name}`)).text, '{"hash":"TWO"}');
  await fixture.send("DELETE", "/apis/apiregistration.k8s.io/v1/apiservices/v1.art.test");
  await fixture.clock.settle();
  assert.deepEqual(await listed(fixture), {});
});

for (const body of [
  "no JSON",
  "[]",
  '{"paths":7}',
  '{"paths":{"apis/art.test/v1":{"serverRelativeURL":"http://["}}}',
]) {
  test(`An index that is ${body} lists nothing`, async () => {
    const fixture = await serve(async () => ({ body }));
    assert.deepEqual(await listed(fixture), {});
    await fixture.aggregator.stop();
  });
}

test("A hash that would break our headers is replaced by one that does not", async () => {
  const fixture = await serve(async () => ({ body: index("/x?hash=a%0d%0ab") }));
  const [{ serverRelativeURL = "" } = {}] = Object.values(await listed(fixture));
  assert.match(serverRelativeURL, /\?hash=[0-9A-F]{128}$/);
});

test("The document of version 2 has the paths of all, and asks for those of others once a minute", async () => {
  const paths = { "/apis/art.test/v1/paintings": {}, "/apis/other.test/v1/things": {}, "/api/v1/pods": {} };
  const fixture = await serve(async ({ path }) =>
    path === "/openapi/v2" ? { body: JSON.stringify({ paths, definitions: { Painting: {} } }) } : { status: 404 },
  );
  fixture.asked.length = 0;
  for (let time = 0; time < 3; time += 1) {
    const { paths: merged, definitions, swagger } = JSON.parse((await fixture.ask("/openapi/v2")).text);
    assert.deepEqual([swagger, merged, definitions], ["2.0", { "/apis/art.test/v1/paintings": {} }, { Painting: {} }]);
  }
  assert.equal(fixture.asked.length, 1);
});
