import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { request } from "node:https";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));
const folder = mkdtempSync(`${tmpdir()}/pintle-up-`);

function start(...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, ["--conditions=pintle-source", main, ...args], { stdio: ["ignore", "pipe", "pipe"] });
}

/** How a command ended, and what it said. */
async function run(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const child = start(...args);
  const ended = once(child, "exit");
  const [out, err] = await Promise.all([text(child.stdout as never), text(child.stderr as never)]);
  const [code] = await ended;
  return { code, out, err };
}

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: { server: string; "certificate-authority-data": string } }[];
  readonly users: readonly { readonly user: { readonly token: string } }[];
}

function get(kubeconfig: Kubeconfig, path: string): Promise<number | undefined> {
  const { server, "certificate-authority-data": ca } = kubeconfig.clusters[0]?.cluster ?? {
    server: "",
    "certificate-authority-data": "",
  };
  const headers = { authorization: `Bearer ${kubeconfig.users[0]?.user.token}` };
  return new Promise((resolve, reject) => {
    request(server + path, { ca: Buffer.from(ca, "base64"), headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once("error", reject)
      .end();
  });
}

test("A plane says where it is once its kubeconfig is there, serves the administrator, and ends with 0 on SIGTERM", async () => {
  const path = `${folder}/kubeconfig`;
  const child = start(
    "up",
    "--profile",
    "apiserver",
    "--bind",
    "127.0.0.1:0",
    "--storage",
    "memory",
    "--kubeconfig",
    path,
  );
  const [line] = await once(createInterface(child.stdout as never), "line");
  assert.match(line, /^ready: https:\/\/127\.0\.0\.1:[0-9]+$/);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const kubeconfig: Kubeconfig = JSON.parse(readFileSync(path, "utf8"));
  assert.equal(`ready: ${kubeconfig.clusters[0]?.cluster.server}`, line);
  assert.equal(await get(kubeconfig, "/api/v1/namespaces/default"), 200);
  child.kill("SIGTERM");
  assert.deepEqual(await once(child, "exit"), [0, null]);
});

test("A port in use is one clear line and exit code 2", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const { code, out, err } = await run("up", "--bind", `127.0.0.1:${port}`, "--kubeconfig", `${folder}/never`);
  taken.close();
  assert.deepEqual([code, out], [2, ""]);
  assert.equal(err, `port ${port} on 127.0.0.1 is in use: choose another with --bind\n`);
});

for (const [what, args, line] of [
  ["An unknown flag", ["up", "--prot"], /^unknown option '--prot'/],
  ["An unknown profile", ["up", "--profile", "moon"], /^--profile knows no "moon": write one of apiserver$/],
  ["An unknown storage", ["up", "--storage", "tape"], /^--storage knows no "tape": write one of memory$/],
  [
    "An address that is none",
    ["up", "--bind", "6443"],
    /^--bind takes HOST:PORT, such as 127\.0\.0\.1:6443, not "6443"$/,
  ],
  ["A port beyond the last", ["up", "--bind", "127.0.0.1:70000"], /^--bind takes HOST:PORT/],
  ["An unknown command", ["upp"], /^unknown command 'upp'/],
  [
    "A place that cannot be written",
    ["up", "--kubeconfig", `${folder}/no/such/folder`],
    /^the kubeconfig cannot be written/,
  ],
] as const) {
  test(`${what} is one clear line and exit code 2`, async () => {
    const { code, out, err } = await run(...args);
    assert.deepEqual([code, out], [2, ""]);
    assert.equal(err.split("\n").length, 2, err);
    assert.match(err.trimEnd(), line);
  });
}

test("Help names the flags and what they are without being said", async () => {
  const { code, out } = await run("up", "--help");
  assert.equal(code, 0);
  for (const flag of ["--profile", "--bind", "--storage", "--kubeconfig"]) assert.ok(out.includes(flag), flag);
});
