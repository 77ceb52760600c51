/** A server with little memory that is sent much at once: it answers everybody, keeps what it has, and is there afterwards. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertAnswer } from "../conformance/answer.ts";
import { eventually } from "../conformance/eventually.ts";
import { clientOf } from "./kubeconfig-client.ts";
import { anything, definitions, Things } from "./plane.ts";

const main = fileURLToPath(new URL("../../packages/cli/src/main.ts", import.meta.url));
const heapMegabytes = 192;
const bodyBytes = 1_800_000;

test("thirty large bodies at once, to a server with a heap for a few of them, are each answered", async () => {
  const folder = mkdtempSync(`${tmpdir()}/pintle-memory-`);
  const kubeconfig = `${folder}/kubeconfig`;
  const heap = `--max-old-space-size=${heapMegabytes}`;
  const child: ChildProcess = spawn(
    process.execPath,
    [heap, "--conditions=pintle-source", main, "up", "--kubeconfig", kubeconfig],
    { stdio: "ignore" },
  );
  try {
    const client = await eventually(() => clientOf(kubeconfig));
    await eventually(async () => assertAnswer(await client.get("/readyz"), 200));
    const maps = "/api/v1/namespaces/default/configmaps";
    assertAnswer(await client.create(maps, { metadata: { name: "before" } }), 201);
    const things = new Things(anything);
    assertAnswer(await client.create(definitions, things.definition), 201);
    await eventually(async () => assertAnswer(await client.get(things.path), 200));
    const lists = `[${"[],".repeat(bodyBytes / 3)}[]]`;
    const texts = JSON.stringify({ metadata: { name: "large" }, data: { a: "x".repeat(bodyBytes) } });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 2 === 0 ? client.create(maps, texts) : client.create(things.path, things.text(`a${index}`, lists)),
      ),
    );
    for (const { status } of answers) assert.ok([413, 422, 429, 500].includes(status), `${status}`);
    assertAnswer(await client.get(`${maps}/before`), 200);
    assertAnswer(await client.create(maps, { metadata: { name: "after" } }), 201);
    assertAnswer(await client.get("/readyz"), 200);
    assert.equal(child.exitCode, null);
    await client.close();
  } finally {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    rmSync(folder, { recursive: true });
  }
});
