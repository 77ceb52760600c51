/** The judge can fail: a server that lies in one word, one default or the order of two events is caught, and the report says where. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readSequences, replay } from "../corpus/corpus.ts";
import { type ControlPlane, startRealControlPlane } from "../real/control-plane.ts";
import { isFailure } from "../run-test-file.ts";
import { chapters, filesOf, testUsers } from "./chapters.ts";
import { Client } from "./client.ts";
import { type Lie, startLyingProxy } from "./lying-proxy.ts";
import { runFile } from "./run-file.ts";

let plane: ControlPlane;
before(async () => {
  plane = await startRealControlPlane({ users: testUsers });
});
after(() => plane.stop());

/** What a file of a chapter, or all of them, print when the lie stands between them and the real server; only those that fail. */
async function failuresOf(name: string, lie: Lie, only = ""): Promise<string> {
  const chapter = chapters.find((candidate) => candidate.name === name);
  assert.ok(chapter);
  await using proxy = await startLyingProxy({ name: "real", ...plane }, lie);
  let output = "";
  for (const file of filesOf(chapter).filter((path) => path.includes(only))) {
    const outcome = await runFile(proxy.server, chapter, file);
    if (isFailure(outcome)) output += outcome.output;
  }
  return output;
}

test("an honest proxy is not suspected", async () => {
  for (const [chapter, file] of [
    ["crud", "create"],
    ["built-in-kinds", "pod-defaults"],
    ["watch", "events"],
  ] as const) {
    assert.equal(await failuresOf(chapter, {}, file), "");
  }
});

test("one changed word of a message is caught by its chapter, with the request and both answers", async () => {
  const output = await failuresOf(
    "crud",
    { body: (text) => text.replaceAll("already exists", "exists already") },
    "create",
  );

  assert.match(output, /already exists/);
  assert.match(output, /request {3}POST/);
  assert.match(output, /expected {2}409 .*already exists/);
  assert.match(output, /got {7}409 .*exists already/);
});

test("one dropped default is caught by its chapter", async () => {
  const output = await failuresOf("built-in-kinds", {
    body: (text) => text.replaceAll('"dnsPolicy":"ClusterFirst",', ""),
  });

  assert.match(output, /dnsPolicy/);
});

test("two reordered events are caught by their chapter", async () => {
  assert.match(await failuresOf("watch", { reordersEvents: true }, "events"), /✖/);
});

test("one changed word is caught by the corpus, with the request and both answers", async () => {
  const lie = { body: (text: string) => text.replaceAll("Required value", "Needed value") };
  await using proxy = await startLyingProxy({ name: "real", ...plane }, lie);
  const client = new Client(proxy.server);
  const [file, sequences] = [...(await readSequences())].find(([name]) => name.startsWith("invalid-")) ?? [];
  assert.ok(file && sequences);
  try {
    const report = (await replay(client, file, sequences)).join("\n");
    assert.match(report, new RegExp(`corpus ${file}: `));
    assert.match(report, /request {3}(POST|PUT)/);
    assert.match(report, /recorded .*Required value/);
    assert.match(report, /got .*Needed value/);
  } finally {
    await client.close();
  }
});
