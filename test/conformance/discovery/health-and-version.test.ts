import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type Answer, assertAnswer, assertStatus } from "../answer.ts";
import { connect } from "../client.ts";

const client = connect();
after(() => client.close());

const probes = ["/healthz", "/livez", "/readyz"];

/** The lines of a verbose answer: a line for a check, and one for the sum. */
function linesOf(answer: Answer): string[] {
  assert.equal(answer.status, 200);
  assert.equal(answer.headers["content-type"], "text/plain; charset=utf-8");
  assert.ok(answer.text.endsWith("\n"));
  return answer.text.trimEnd().split("\n");
}

test("a healthy server says ok as plain text, to anybody", async () => {
  for (const path of probes) {
    for (const as of ["admin", "eve", null]) {
      const answer = await client.get(path, {}, { as });
      assert.equal(answer.status, 200);
      assert.equal(answer.text, "ok");
      assert.equal(answer.headers["content-type"], "text/plain; charset=utf-8");
      assert.equal(answer.headers["x-content-type-options"], "nosniff");
      assert.equal(answer.headers["cache-control"], "no-cache, private");
    }
  }
});

test("verbose names each check and the sum", async () => {
  for (const path of probes) {
    const lines = linesOf(await client.get(`${path}?verbose`));
    assert.equal(lines[0], "[+]ping ok");
    assert.equal(lines.at(-1), `${path.slice(1)} check passed`);
    for (const line of lines.slice(0, -1)) assert.match(line, /^\[\+\]\S+ ok$/);
    assert.ok(lines.includes("[+]etcd ok"));
  }
});

test("verbose is asked for by the parameter's name, whatever its value", async () => {
  assert.equal(linesOf(await client.get("/livez?verbose=false"))[0], "[+]ping ok");
});

test("verbose is told to anybody too", async () => {
  assert.equal(linesOf(await client.get("/readyz?verbose", {}, { as: null }))[0], "[+]ping ok");
});

test("being ready includes that the storage answers and that the server is not shutting down; living does not", async () => {
  const ready = linesOf(await client.get("/readyz?verbose"));
  const living = linesOf(await client.get("/livez?verbose"));
  for (const check of ["etcd-readiness", "informer-sync", "shutdown"]) {
    assert.ok(ready.includes(`[+]${check} ok`), check);
    assert.ok(!living.includes(`[+]${check} ok`), check);
  }
});

test("a check that is excluded is named as such", async () => {
  const lines = linesOf(await client.get("/readyz?verbose&exclude=etcd&exclude=log"));
  assert.ok(lines.includes("[+]etcd excluded: ok"));
  assert.ok(lines.includes("[+]log excluded: ok"));
  assert.ok(lines.includes("[+]ping ok"));
});

test("excluding a check that there is not is no failure but a warning at the end", async () => {
  const lines = linesOf(await client.get("/readyz?verbose&exclude=nothing"));
  assert.deepEqual(lines.slice(-2), [
    'warn: some health checks cannot be excluded: no matches for "nothing"',
    "readyz check passed",
  ]);
  assert.equal((await client.get("/readyz?exclude=nothing")).text, "ok");
});

test("each check can be asked alone", async () => {
  for (const path of ["/healthz/ping", "/livez/ping", "/readyz/ping", "/readyz/etcd", "/readyz/shutdown"]) {
    const answer = await client.get(path);
    assert.equal(answer.status, 200, path);
    assert.equal(answer.text, "ok", path);
  }
});

test("a check that there is not, and a slash at the end, are not found", async () => {
  for (const path of ["/readyz/nothing", "/livez/shutdown", "/healthz/"]) {
    const answer = await client.get(path);
    assert.equal(answer.status, 404, path);
    assert.equal(answer.text, "404 page not found\n", path);
  }
});

test("a single check is not public, unlike the sum of all", async () => {
  for (const [as, user] of [
    [null, "system:anonymous"],
    ["eve", "eve"],
  ] as const) {
    const message = `forbidden: User "${user}" cannot get path "/livez/ping"`;
    assertStatus(await client.get("/livez/ping", {}, { as }), 403, "Forbidden", message);
  }
});

test("health does not look at Accept", async () => {
  const answer = await client.get("/readyz", {}, { headers: { accept: "application/xml" } });
  assert.equal(answer.status, 200);
  assert.equal(answer.text, "ok");
});

test("the version is told to anybody", async () => {
  for (const as of ["admin", "eve", null]) {
    const answer = await client.get("/version", {}, { as });
    assertAnswer(answer, 200, {
      major: "1",
      minor: "36",
      gitVersion: /^v1\.36\.\d+/,
      gitCommit: /./,
      buildDate: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
      platform: /^\w+\/\w+$/,
    });
    assert.equal(answer.headers["content-type"], "application/json");
  }
});

test("the version says which versions it can emulate", async () => {
  assertAnswer(await client.get("/version"), 200, {
    emulationMajor: "1",
    emulationMinor: "36",
    minCompatibilityMajor: "1",
    minCompatibilityMinor: "35",
  });
});

test("the version is indented for the eyes of people, always", async () => {
  const { text } = await client.get("/version");
  assert.ok(text.startsWith('{\n  "major": "1",\n  "minor": "36",\n'));
  assert.ok(text.endsWith("\n}"));
});

test("the version comes as JSON only, and with GET only", async () => {
  const answer = await client.get("/version", {}, { headers: { accept: "application/yaml" } });
  assert.equal(answer.status, 406);
  // The refusal is in the format that was asked for.
  assert.match(answer.text, /^apiVersion: v1\ncode: 406\n.*Available representations: application\/json\n/s);

  const message = "the server does not allow this method on the requested resource";
  assertStatus(await client.request("POST", "/version"), 405, "MethodNotAllowed", message);
});
