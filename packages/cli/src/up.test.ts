import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { watch } from "node:fs/promises";
import { request } from "node:https";
import { type AddressInfo, createServer } from "node:net";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { createProcessClock } from "@pintle/machinery";
import { createFolder, endingOf, get, readKubeconfig, runCommand, startCommand } from "./command-fixture.test.ts";

const clock = createProcessClock();

test("a plane says how far it is, where it is once its kubeconfig is there, what to try, and ends with 0 when it is told to", async () => {
  const cwd = createFolder();
  const child = startCommand({ cwd }, "up");
  const said = text(child.stderr);
  const [line] = await once(createInterface(child.stdout), "line");
  assert.match(line, /^ready: https:\/\/127\.0\.0\.1:[0-9]+$/);
  assert.equal(statSync(`${cwd}/.pintle`).mode & 0o777, 0o700);
  assert.deepEqual(readdirSync(`${cwd}/.pintle`), [".gitignore", "kubeconfig", "plane.json"]);
  for (const name of ["kubeconfig", "plane.json"]) assert.equal(statSync(`${cwd}/.pintle/${name}`).mode & 0o777, 0o600);
  const kubeconfig = readKubeconfig(`${cwd}/.pintle/kubeconfig`);
  assert.equal(`ready: ${kubeconfig.clusters[0].cluster.server}`, line);
  assert.equal(await get(kubeconfig, "/api/v1/nodes/node-1"), 200);

  const second = await runCommand({ cwd }, "up");
  const refusal = `a plane runs in ${cwd}/.pintle already (pid ${child.pid}) at ${line.slice(7)}: end it with pintle down, or choose another folder with --data-dir\n`;
  assert.deepEqual(second, { code: 2, out: "", err: refusal });

  const ended = once(child, "exit");
  const down = await runCommand({ cwd }, "down");
  assert.deepEqual([down.code, down.out], [0, ""]);
  assert.match(down.err, /^stopping the plane of \S+\/\.pintle \(pid \d+\) … [\d.]+ m?s\n$/);
  assert.deepEqual(await ended, [0, null]);
  assert.deepEqual(readdirSync(`${cwd}/.pintle`), [".gitignore"]);
  const lines = (await said).split("\n").map((one) => one.replace(/… [\d.]+ m?s$/, "… N ms"));
  assert.deepEqual(lines, [
    "loading … N ms",
    "API server … N ms",
    "first objects … N ms",
    "controllers and 1 node … N ms",
    "",
    `Kubernetes is ready and listens on ${line.slice(7)}. In another terminal:`,
    "",
    `  export KUBECONFIG=${cwd}/.pintle/kubeconfig`,
    "  kubectl get nodes",
    "  kubectl create deployment web --image=nginx --replicas=3",
    "  kubectl rollout status deployment web",
    "  kubectl get all",
    "  kubectl logs deployment/web",
    "",
    "Nodes and pods are simulated: no image is pulled, and nothing is run. All objects are gone when it ends.",
    "End it with Ctrl-C here, or in another terminal with: pintle down",
    "stopping; the same again ends it at once … N ms",
    "",
  ]);
});

test("a plane that waits for a request in order to end is ended at once when Ctrl-C is pressed again", async () => {
  const cwd = createFolder();
  const child = startCommand({ cwd }, "up", "--profile", "apiserver", "--kubeconfig", "admin.yaml");
  child.stderr.resume();
  await once(createInterface(child.stdout), "line");
  const { clusters, users } = readKubeconfig(`${cwd}/admin.yaml`);
  // A request that does not come to its end, for which a plane waits some seconds.
  const stuck = request(`${clusters[0].cluster.server}/api/v1/namespaces`, {
    method: "POST",
    ca: Buffer.from(clusters[0].cluster["certificate-authority-data"], "base64"),
    headers: { authorization: `Bearer ${users[0].user.token}`, "content-length": "100", expect: "100-continue" },
  }).on("error", () => undefined);
  stuck.flushHeaders();
  await once(stuck, "continue");
  stuck.write("{");
  while (child.exitCode === null) {
    child.kill("SIGINT");
    await clock.sleep(50, { label: "a finger", kind: "work" });
  }
  assert.equal(child.exitCode, 130);
  assert.deepEqual(readdirSync(`${cwd}/.pintle`), [".gitignore"]);
});

test("a plane that is told to end while it starts, in two ways at the same time, ends with 0 and leaves nothing", async () => {
  const cwd = createFolder();
  mkdirSync(`${cwd}/.pintle`, { mode: 0o700 });
  const changes = watch(`${cwd}/.pintle`);
  const child = startCommand({ cwd }, "up");
  const ending = endingOf(child);
  for await (const { filename } of changes) if (filename === "plane.json") break;
  child.kill("SIGTERM");
  child.kill("SIGINT");
  const { code, out, err } = await ending;
  assert.deepEqual([code, out], [0, ""], err);
  assert.deepEqual(readdirSync(`${cwd}/.pintle`), []);
});

test("a port in use is one clear line and exit code 2, in the background as well", async () => {
  const cwd = createFolder();
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const err = `port ${port} on 127.0.0.1 is in use: choose another with --bind\n`;
  const bind = ["--bind", `127.0.0.1:${port}`];
  assert.deepEqual(await runCommand({ cwd }, "up", ...bind), { code: 2, out: "", err });
  assert.deepEqual(await runCommand({ cwd }, "up", "--detach", ...bind), { code: 2, out: "", err });
  taken.close();
  assert.ok(!existsSync(`${cwd}/.pintle/plane.json`));
});

for (const [what, args, line] of [
  ["an unknown flag", ["up", "--prot"], "unknown option '--prot'"],
  [
    "an unknown profile",
    ["up", "--profile=moon"],
    '--profile knows no "moon": write one of apiserver, core, workloads',
  ],
  ["fewer nodes than none", ["up", "--nodes", "-1"], '--nodes takes a whole number from 0 to 3000, not "-1"'],
  ["more nodes than there can be", ["up", "--nodes", "1e9"], '--nodes takes a whole number from 0 to 3000, not "1e9"'],
  ["an unknown command", ["upp"], "unknown command 'upp' (Did you mean up?)"],
  [
    "a folder that cannot be written",
    ["up", "--data-dir", "/dev/null/data"],
    "--data-dir /dev/null/data: it cannot be written (ENOTDIR), name a folder that can",
  ],
  [
    "a kubeconfig that cannot be written",
    ["up", "--kubeconfig", "/dev/null/kubeconfig"],
    "the kubeconfig /dev/null/kubeconfig cannot be written (ENOTDIR): choose another place with --kubeconfig",
  ],
] as const) {
  test(`${what} is one clear line and exit code 2`, async () => {
    assert.deepEqual(await runCommand({ cwd: createFolder() }, ...args), { code: 2, out: "", err: `${line}\n` });
  });
}

test("without a command the help is shown, and with --help it names the flags and what is meant without them", async () => {
  const cwd = createFolder();
  const nothing = await runCommand({ cwd });
  assert.deepEqual([nothing.code, nothing.out], [2, ""]);
  assert.match(nothing.err, /^Usage: pintle .*\n {2}up .*\n {2}down /s);
  const { code, out } = await runCommand({ cwd }, "up", "--help");
  assert.equal(code, 0);
  for (const words of ["--detach", '(default: "workloads")', '(default: ".pintle")', "Exit codes:", "Examples:"]) {
    assert.ok(out.includes(words), words);
  }
  assert.ok(!out.includes("--logged-to"));
});
