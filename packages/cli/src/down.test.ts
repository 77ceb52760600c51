import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { createProcessClock } from "@pintle/machinery";
import { createFolder, get, readKubeconfig, runCommand } from "./command-fixture.test.ts";
import { runDown } from "./down.ts";
import { formatPlaneRecord, type PlaneRecord, parsePlaneRecord } from "./running/plane-record.ts";
import { identifyProcess } from "./running/process-identity.ts";
import { stopPlane } from "./running/stop-plane.ts";

const clock = createProcessClock();

test("a plane in the background leaves nobody waiting, says where everything is, and is ended by pintle down", async () => {
  const cwd = createFolder();
  const up = await runCommand({ cwd }, "up", "--profile=core", "--detach");
  assert.equal(up.code, 0, up.err);
  assert.match(up.out, /^ready: https:\/\/127\.0\.0\.1:\d+\n$/);
  const folder = `${cwd}/.pintle`;
  const record = parsePlaneRecord(readFileSync(`${folder}/plane.json`, "utf8"));
  assert.equal(`ready: ${record?.url}\n`, up.out);
  const lines = up.err.split("\n");
  assert.deepEqual(
    lines.slice(0, 5).map((line) => line.replace(/ … .*/, "")),
    ["loading", "API server", "first objects", "controllers", ""],
  );
  assert.ok(lines.includes(`  export KUBECONFIG=${folder}/kubeconfig`), up.err);
  const how = `It runs in the background (pid ${record?.pid}) and logs to ${folder}/log. End it with: pintle down`;
  assert.equal(lines.at(-2), how);
  assert.deepEqual(readdirSync(folder), [".gitignore", "kubeconfig", "log", "plane.json"]);
  assert.equal(statSync(`${folder}/log`).mode & 0o777, 0o600);
  assert.equal(await get(readKubeconfig(`${folder}/kubeconfig`), "/readyz"), 200);

  const second = await runCommand({ cwd }, "up", "--detach");
  assert.deepEqual([second.code, second.out], [2, ""]);
  assert.match(second.err, /^a plane runs in \S+ already \(pid \d+\) at https:\S+: end it with pintle down, or .*\n$/);
  const down = await runCommand({ cwd: folder }, "down", "--data-dir", ".");
  assert.deepEqual([down.code, down.out], [0, ""]);
  assert.match(down.err, /^stopping the plane of \S+\/\.pintle \(pid \d+\) … [\d.]+ m?s\n$/);
  assert.deepEqual(readdirSync(folder), [".gitignore", "log"]);
  assert.match(readFileSync(`${folder}/log`, "utf8"), /^loading .*\ncontrollers .*\nstopping; .*\n$/s);
  const nothing = await runCommand({ cwd }, "down");
  assert.deepEqual(nothing, { code: 0, out: "", err: `no plane runs in ${folder}\n` });
});

test("why a plane in the background came to its end by itself is in its log, and pintle down says so", async () => {
  const cwd = createFolder();
  writeFileSync(`${cwd}/fault.cjs`, 'process.on("SIGUSR2", () => { throw new Error("something unforeseen"); });');
  const flags = ["up", "--detach", "--profile=apiserver"];
  const up = await runCommand({ cwd, nodeOptions: `--require=${cwd}/fault.cjs` }, ...flags);
  assert.equal(up.code, 0, up.err);
  const record = parsePlaneRecord(readFileSync(`${cwd}/.pintle/plane.json`, "utf8"));
  assert.ok(record);
  process.kill(record.pid, "SIGUSR2");
  while (identifyProcess(record.pid) === record.process) {
    await clock.sleep(10, { label: "the end of the plane", kind: "work" });
  }
  const { code, err } = await runCommand({ cwd }, "down");
  assert.equal(code, 0);
  assert.match(err, /^the plane of \S+ \(pid \d+\) had ended by itself; its log \S+\/\.pintle\/log ends with\n/);
  assert.match(err, /\n {2}Error: something unforeseen\n/);
  assert.deepEqual(readdirSync(`${cwd}/.pintle`), [".gitignore", "log"]);
});

/** A process that lives until it is killed: it does not mind being asked. */
async function startSleeper(): Promise<{ readonly pid: number; readonly ended: Promise<unknown[]> }> {
  const child = spawn("sh", ["-c", "trap '' TERM; echo; exec sleep 600"], { stdio: ["ignore", "pipe", "ignore"] });
  await once(child.stdout, "data");
  return { pid: child.pid ?? 0, ended: once(child, "exit") };
}

test("another program that got the number of a plane that is gone is left alone", async () => {
  const folder = createFolder();
  const { pid, ended } = await startSleeper();
  const record: PlaneRecord = { pid, process: "another boot 1", kubeconfig: `${folder}/kubeconfig` };
  writeFileSync(`${folder}/plane.json`, formatPlaneRecord(record));
  const said: string[] = [];
  await runDown({ dataDir: folder }, (text) => said.push(text));
  assert.deepEqual(said, [`the plane of ${folder} (pid ${pid}) had ended by itself\n`]);
  assert.ok(!existsSync(`${folder}/plane.json`));
  assert.ok(identifyProcess(pid));
  process.kill(pid, "SIGKILL");
  assert.deepEqual(await ended, [null, "SIGKILL"]);
});

test("a plane that does not end when it is asked to is killed", async () => {
  const { pid, ended } = await startSleeper();
  const record: PlaneRecord = { pid, process: identifyProcess(pid) ?? "", kubeconfig: "" };
  assert.equal(await stopPlane(record, { clock, graceMs: 50 }), "killed");
  assert.deepEqual(await ended, [null, "SIGKILL"]);
});

test("what is no record of this version, or nobody can read, is one clear line", async () => {
  const folder = createFolder();
  for (const text of ["", "{", "[]", '{"version":2,"pid":1}', '{"version":1,"pid":0,"process":"a","kubeconfig":"b"}']) {
    writeFileSync(`${folder}/plane.json`, text);
    await assert.rejects(runDown({ dataDir: folder }, assert.fail), {
      name: "CommandError",
      message: `${folder}/plane.json was not written by this version of pintle: end what runs there and delete it, or choose another folder with --data-dir`,
    });
  }
  mkdirSync(`${folder}/other/plane.json`, { recursive: true });
  await assert.rejects(runDown({ dataDir: `${folder}/other` }, assert.fail), {
    message: `${folder}/other/plane.json cannot be read (EISDIR): choose another folder with --data-dir`,
  });
});
