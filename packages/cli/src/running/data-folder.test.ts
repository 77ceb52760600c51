import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, test } from "node:test";
import { claimFolder, formatDown, openDataFolder } from "./data-folder.ts";
import { formatPlaneRecord, type PlaneRecord, parsePlaneRecord, readPlaneRecord } from "./plane-record.ts";
import { identifyProcess } from "./process-identity.ts";

function createFolder(): string {
  const folder = mkdtempSync(`${tmpdir()}/pintle-data-`);
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What a plane leaves that was killed. */
function leaveBehind(folder: string, record: Partial<PlaneRecord> = {}): void {
  const gone = { pid: process.pid, process: "another boot 1", kubeconfig: `${folder}/kubeconfig`, ...record };
  writeFileSync(`${folder}/plane.json`, formatPlaneRecord(gone));
}

test("a folder is one plane's until it is given back, and tells others who has it and where", () => {
  const folder = createFolder();
  const own = { pid: process.pid, process: identifyProcess(process.pid), kubeconfig: `${folder}/kubeconfig` };
  const claim = claimFolder(folder, own);
  assert.deepEqual(readPlaneRecord(folder), own);
  assert.throws(() => claimFolder(folder, own), {
    name: "CommandError",
    message: `a plane runs in ${folder} already (pid ${process.pid}): end it with pintle down --data-dir ${folder}, or choose another folder with --data-dir`,
  });
  claim.tellReady("https://127.0.0.1:1");
  assert.deepEqual(readPlaneRecord(folder), { ...own, url: "https://127.0.0.1:1" });
  writeFileSync(own.kubeconfig, "");
  claim[Symbol.dispose]();
  assert.deepEqual(readdirSync(folder), []);
  claim[Symbol.dispose]();
});

test("a kubeconfig that is wanted elsewhere stays there", () => {
  const [folder, elsewhere] = [createFolder(), createFolder()];
  writeFileSync(`${elsewhere}/config`, "");
  claimFolder(folder, { kubeconfig: `${elsewhere}/config` })[Symbol.dispose]();
  assert.ok(existsSync(`${elsewhere}/config`));
});

test("what a plane left that was killed is nobody's, also when its number is another's now; its log is kept", () => {
  const folder = createFolder();
  writeFileSync(`${folder}/log`, "why it ended");
  leaveBehind(folder, { log: `${folder}/log` });
  using _claim = claimFolder(folder, { kubeconfig: `${folder}/kubeconfig` });
  assert.equal(readPlaneRecord(folder)?.process, identifyProcess(process.pid));
  assert.deepEqual(readdirSync(folder).sort(), ["log.old", "plane.json"]);
  assert.equal(readFileSync(`${folder}/log.old`, "utf8"), "why it ended");
});

test("a plane whose folder another has taken does not become ready, and leaves the other's record", () => {
  const folder = createFolder();
  const claim = claimFolder(folder, { kubeconfig: `${folder}/kubeconfig` });
  leaveBehind(folder);
  assert.throws(() => claim.tellReady("https://127.0.0.1:1"), /^CommandError: another plane has taken /);
  claim[Symbol.dispose]();
  assert.equal(readPlaneRecord(folder)?.process, "another boot 1");
});

test("a folder is made for its owner alone, with nothing in it for git, and is refused where it cannot be", () => {
  const folder = openDataFolder(`${createFolder()}/a/b`);
  assert.deepEqual(readdirSync(folder), [".gitignore"]);
  assert.equal(openDataFolder(folder), folder);
  writeFileSync(`${folder}/file`, "");
  const refusal = {
    name: "CommandError",
    message: `--data-dir ${folder}/file: it cannot be written (EEXIST), name a folder that can`,
  };
  assert.throws(() => openDataFolder(`${folder}/file`), refusal);
  assert.throws(() => openDataFolder(""), { message: "--data-dir takes a folder, not nothing" });
});

test("the command that ends a plane can be copied into a shell", () => {
  assert.equal(formatDown(`${process.cwd()}/.pintle`), "pintle down");
  assert.equal(formatDown("/it's here"), "pintle down --data-dir '/it'\\''s here'");
});

test("a record of version 1 is read, whatever else stands in it", () => {
  const text = '{"version":1,"pid":7,"process":"b 1","kubeconfig":"/k","url":"https://h:1","log":"/l","more":true}';
  const record = { pid: 7, process: "b 1", kubeconfig: "/k", url: "https://h:1", log: "/l" };
  assert.deepEqual(parsePlaneRecord(text), record);
  assert.deepEqual(parsePlaneRecord(formatPlaneRecord(record)), record);
});
