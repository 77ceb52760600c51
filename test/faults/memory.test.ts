/** A server with little memory that is sent much at once: it answers everybody, keeps what it has, and is there afterwards. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { type Answer, assertAnswer, assertStatus } from "../conformance/answer.ts";
import type { Client } from "../conformance/client.ts";
import { eventually } from "../conformance/eventually.ts";
import { clientOf } from "./kubeconfig-client.ts";
import { anything, definitions, Things } from "./plane.ts";

const main = fileURLToPath(new URL("../../packages/cli/src/main.ts", import.meta.url));
const bodyBytes = 1_800_000;
const maps = "/api/v1/namespaces/default/configmaps";

/** Tries something on a server with such a heap, which has to be there at the end. */
async function withHeap(megabytes: number, attempt: (client: Client) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(`${tmpdir()}/pintle-memory-`);
  const kubeconfig = `${folder}/kubeconfig`;
  // As the command itself is started: with little room for young objects, what is full is full, and not of garbage.
  const heap = [`--max-old-space-size=${megabytes}`, "--max-semi-space-size=4"];
  const child: ChildProcess = spawn(
    process.execPath,
    [...heap, "--conditions=pintle-source", main, "up", "--profile", "apiserver", "--kubeconfig", kubeconfig],
    { cwd: folder, stdio: "ignore" },
  );
  try {
    const client = await eventually(() => clientOf(kubeconfig));
    await eventually(async () => assertAnswer(await client.get("/readyz"), 200));
    await attempt(client);
    assert.equal(child.exitCode, null);
    await client.close();
  } finally {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    rmSync(folder, { recursive: true });
  }
}

test("thirty large bodies at once, to a server with a heap for a few of them, are each answered", () =>
  withHeap(192, async (client) => {
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
  }));

/** What the server reads and has in mind all the time, so that it fills the heap. */
function bulkyRole(name: string): string {
  const rules = Array.from({ length: 1_500 }, (_, index) => ({
    ...{ apiGroups: [`${name}.example.com`], resources: [`things${index}`], verbs: ["get", "list", "watch"] },
  }));
  return JSON.stringify({ metadata: { name }, rules });
}

test("a server that is full refuses what makes it fuller, keeps all it has, and goes on when something is deleted", () =>
  withHeap(128, async (client) => {
    const roles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
    const acknowledged = new Map<string, string>();
    let refused: Answer | undefined;
    for (let count = 0; count < 1_000 && refused === undefined; count += 1) {
      const name = `role-${count}`;
      const answer = await client.create(roles, bulkyRole(name));
      if (answer.status === 201) acknowledged.set(name, answer.text);
      else refused = answer;
    }
    assert.ok(refused, "it was never full");
    assertStatus(refused, 429, "TooManyRequests", /^Too many requests, the server is short of memory/);
    assert.equal(refused.headers["retry-after"], "5");
    // Probes tell the truth: it lives, and wants no more.
    assertAnswer(await client.get("/livez"), 200);
    const ready = await client.get("/readyz");
    assert.equal(ready.status, 500);
    assert.match(ready.text, /^\[-\]memory failed: reason withheld$/m);
    const assertKept = async () => {
      for (const [name, text] of acknowledged) assert.equal((await client.get(`${roles}/${name}`)).text, text, name);
    };
    await assertKept();

    for (const name of [...acknowledged.keys()].slice(0, acknowledged.size / 2)) {
      assertAnswer(await client.delete(`${roles}/${name}`), 200);
      acknowledged.delete(name);
    }
    await eventually(async () => assertAnswer(await client.create(roles, bulkyRole("again")), 201));
    assertAnswer(await client.get("/readyz"), 200);
    await assertKept();
  }));
