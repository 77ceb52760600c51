/** Manifests are read as kubectl reads them, and written so that it reads them again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { formatRenderings, parseManifests, type Rendering } from "pintle";

const kindsIn = async (text: string) => (await parseManifests(text)).map(({ manifest }) => manifest.kind);

test("documents, Lists and JSON are read, and what is empty is left out", async () => {
  const pod = "{ apiVersion: v1, kind: Pod, metadata: { name: a } }";
  assert.deepEqual(await kindsIn(`# nothing yet\n---\n${pod}\n---\n\n---\n${pod}`), ["Pod", "Pod"]);
  assert.deepEqual(await kindsIn(`{ apiVersion: v1, kind: List, items: [${pod}, ${pod}] }`), ["Pod", "Pod"]);
  assert.deepEqual(await kindsIn('{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}}'), ["Pod"]);
  assert.deepEqual(await kindsIn(""), []);
});

test("values are what kubectl takes them for", async () => {
  const values =
    "truth: yes, text: 'on', date: 2020-01-01, time: 12:30, octal: 0644, merged: &m { a: 1 }, more: { <<: *m }";
  const [read] = await parseManifests(`{ apiVersion: v1, kind: A, metadata: {}, ${values} }`);
  const { apiVersion: _version, kind: _kind, metadata: _metadata, ...rest } = read?.manifest ?? {};
  const merged = { a: 1 };
  assert.deepEqual(rest, {
    truth: true,
    text: "on",
    date: "2020-01-01",
    time: "12:30",
    octal: 420,
    merged,
    more: merged,
  });
});

const wrong: readonly [text: string, message: string | RegExp][] = [
  ["a: [", /^x\.yaml, line 1: this is no YAML: /],
  ["\n\n- a", "x.yaml, line 3: a manifest is a map with apiVersion, kind and metadata, this is a list"],
  ["just text", "x.yaml, line 1: a manifest is a map with apiVersion, kind and metadata, this is a string"],
  ["kind: Pod", "x.yaml, line 1: the manifest lacks apiVersion"],
  ["apiVersion: v1", "x.yaml, line 1: the manifest lacks kind"],
  ["{ apiVersion: v1, kind: Pod }", "x.yaml, line 1: the Pod lacks metadata: give it at least metadata.name"],
  ["{ apiVersion: v1, kind: List, items: [{ kind: Pod }] }", "x.yaml, line 1, items[0]: the manifest lacks apiVersion"],
  ["a: 1\na: 2", /^x\.yaml, line 2: this is no YAML: Map keys must be unique/],
  ["a: *nowhere", "x.yaml: its YAML has aliases that lead nowhere or too far"],
];
for (const [text, message] of wrong) {
  test(`what is no manifest is told with its place: ${JSON.stringify(text)}`, async () => {
    await assert.rejects(parseManifests(text, "x.yaml"), (error: Error & { code?: string }) => {
      assert.equal(error.code, "PINTLE_MANIFEST_INVALID");
      if (typeof message === "string") assert.ok(error.message.startsWith(message), error.message);
      else assert.match(error.message, message);
      return true;
    });
  });
}

test("aliases that multiply are refused", async () => {
  const rows = Array.from({ length: 30 }, (_, row) => `a${row + 1}: &a${row + 1} [*a${row}, *a${row}, *a${row}]`);
  await assert.rejects(parseManifests(`a0: &a0 [x]\n${rows.join("\n")}`), { code: "PINTLE_MANIFEST_INVALID" });
});

const rendering: Rendering = {
  children: [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { answer: "yes", number: "0644" } }],
  object: { apiVersion: "samples.dev/v1", kind: "Shop", metadata: { name: "a" }, spec: {}, status: { filled: 1 } },
  status: { filled: 1 },
  warnings: [],
};

test("YAML has a document for each object, the children first, and is read as it was written", async () => {
  const text = await formatRenderings([rendering], "yaml");
  assert.equal(text.split("---\n").length, 2);
  assert.match(text, /answer: "yes"/);
  const read = (await parseManifests(text)).map(({ manifest }) => manifest);
  assert.deepEqual(read, [...rendering.children, rendering.object]);
});

test("JSON is one List", async () => {
  const { kind, items } = JSON.parse(await formatRenderings([rendering, rendering], "json"));
  assert.equal(kind, "List");
  assert.deepEqual(items, [...rendering.children, rendering.object, ...rendering.children, rendering.object]);
});
