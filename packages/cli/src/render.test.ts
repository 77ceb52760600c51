import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { createFolder, endingOf, runCommand, startCommand } from "./command-fixture.test.ts";

const nodeModules = fileURLToPath(new URL("../../../node_modules", import.meta.url));

const operators = `
import { z } from "zod";
import { defineOperator, defineResource, yes } from "pintle";
import { ConfigMap } from "pintle/kinds";

export const Note = defineResource({
  group: "samples.dev", version: "v1", kind: "Note",
  spec: z.object({ text: z.string().min(1) }), conditions: ["Ready"],
});
export const notes = defineOperator(Note, {
  owns: { map: ConfigMap },
  reads: [ConfigMap],
  desired: ({ spec }, { read }) => {
    if (spec.text === "fail") throw new Error("there is no ink");
    return { map: ConfigMap({ data: { text: spec.text, ink: read(ConfigMap, "ink")?.data?.color ?? "black" } }) };
  },
  status: () => ({ conditions: { Ready: yes("Written") } }),
  admission: { validate: ({ spec }, review) => { if (spec.text === "hm") review.warn("spec.text", "says little"); } },
});
export const factory = () => [notes];
export const broken = () => { throw new Error("no registry"); };
export const number: number = 3;
`;

const note = (name: string, text: string) =>
  `apiVersion: samples.dev/v1\nkind: Note\nmetadata: { name: ${name} }\nspec: { text: ${JSON.stringify(text)} }\n`;

/** A project with an operator, as users have it. */
function createProject(): string {
  const folder = createFolder();
  symlinkSync(nodeModules, `${folder}/node_modules`);
  writeFileSync(`${folder}/package.json`, JSON.stringify({ type: "module", pintle: { operators: "./operators.ts" } }));
  writeFileSync(`${folder}/operators.ts`, operators);
  writeFileSync(`${folder}/note.yaml`, note("a", "hi"));
  mkdirSync(`${folder}/others`);
  writeFileSync(
    `${folder}/others/ink.yml`,
    "{ apiVersion: v1, kind: ConfigMap, metadata: { name: ink }, data: { color: red } }",
  );
  writeFileSync(
    `${folder}/others/note.json`,
    JSON.stringify({ apiVersion: "samples.dev/v1", kind: "Note", metadata: { name: "b" }, spec: { text: "ho" } }),
  );
  writeFileSync(`${folder}/others/README.md`, "no manifest");
  writeFileSync(`${folder}/others/kustomization.yaml`, "resources: [ink.yml]");
  return folder;
}

test("an object is rendered as YAML by the operator that package.json names", async () => {
  const { code, out, err } = await runCommand({ cwd: createProject() }, "render", "-f", "note.yaml");
  assert.deepEqual({ code, err }, { code: 0, err: "" });
  const [child = "", object = ""] = out.split("---\n");
  assert.match(child, /^apiVersion: v1\nkind: ConfigMap\nmetadata:\n/);
  for (const line of ["  name: a\n", "  namespace: default\n"]) assert.ok(child.includes(line), line);
  assert.match(child, /^data:\n {2}text: hi\n {2}ink: black\n/m);
  assert.match(object, /^apiVersion: samples\.dev\/v1\nkind: Note\n/);
  assert.match(object, /reason: Written/);
});

test("folders are read, other objects are what the operator reads, and JSON is one List", async () => {
  const args = ["render", "-f", "note.yaml", "-f", "others", "--operator", "operators.ts#factory", "-o", "json"];
  const { code, out, err } = await runCommand({ cwd: createProject() }, ...args);
  assert.deepEqual({ code, err }, { code: 0, err: "" });
  const items: { kind: string; metadata: { name: string }; data?: { ink: string } }[] = JSON.parse(out).items;
  assert.deepEqual(
    items.map(({ kind, metadata, data }) => `${kind} ${metadata.name} ${data?.ink ?? ""}`.trim()),
    ["ConfigMap a red", "Note a", "ConfigMap b red", "Note b"],
  );
});

test("standard input is read", async () => {
  const child = startCommand({ cwd: createProject(), input: note("piped", "hi") }, "render", "-f", "-");
  const { code, out } = await endingOf(child);
  assert.equal(code, 0);
  assert.match(out, /name: piped/);
});

test("a reader who has seen enough ends it without a complaint", async () => {
  const child = startCommand({ cwd: createProject() }, "render", "-f", "note.yaml");
  child.stdout.destroy();
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  assert.deepEqual({ code, err }, { code: 141, err: "" });
});

test("what admission warns of is told beside the rendering", async () => {
  const cwd = createProject();
  writeFileSync(`${cwd}/short.yaml`, note("short", "hm"));
  const { code, out, err } = await runCommand({ cwd }, "render", "-f", "short.yaml");
  assert.equal(code, 0);
  assert.match(out, /text: hm/);
  assert.equal(err, "Warning: short.yaml, line 1: spec.text: says little\n");
});

test("objects that are invalid, and an operator that fails, are a line each with its place, and exit code 1", async () => {
  const cwd = createProject();
  writeFileSync(`${cwd}/bad.yaml`, [note("empty", ""), note("fine", "hi"), note("fails", "fail")].join("---\n"));
  const { code, out, err } = await runCommand({ cwd }, "render", "-f", "bad.yaml");
  assert.deepEqual({ code, out }, { code: 1, out: "" });
  const [first = "", second = "", ...rest] = err.trimEnd().split("\n");
  assert.match(first, /^bad\.yaml, line 1: Note\.samples\.dev "empty" is invalid: spec\.text: Invalid value: "": /);
  assert.match(second, /^bad\.yaml, line 11: .*there is no ink$/);
  assert.deepEqual(rest, []);
});

test("a file that is no manifest is told with its line, and exit code 1", async () => {
  const cwd = createProject();
  writeFileSync(`${cwd}/bad.yaml`, "apiVersion: v1\nkind: [");
  const { code, err } = await runCommand({ cwd }, "render", "-f", "bad.yaml");
  assert.equal(code, 1);
  assert.match(err, /^bad\.yaml, line 2: this is no YAML: .*\n$/);
});

const usage: readonly [title: string, args: readonly string[], message: RegExp][] = [
  ["no file", [], /^required option '-f, --filename <path\.\.\.>' not specified\n$/],
  [
    "a file that is not there",
    ["-f", "none.yaml"],
    /^-f none\.yaml: it cannot be read \(ENOENT\), name a file, a folder/,
  ],
  [
    "a format that there is not",
    ["-f", "note.yaml", "-o", "xml"],
    /^option '-o, --output <format>' argument 'xml' is invalid/,
  ],
  ["a module that is not there", ["-f", "note.yaml", "--operator", "x.ts"], /^--operator: there is no file .*\/x\.ts/],
  [
    "an export that is not there",
    ["-f", "note.yaml", "--operator", "operators.ts#x"],
    /^--operator: .*operators\.ts does not export x but Note, broken, factory, notes, number\n$/,
  ],
  [
    "an export that is no operator",
    ["-f", "note.yaml", "--operator", "operators.ts#number"],
    /number of .* gives no operator/,
  ],
  [
    "a factory that throws",
    ["-f", "note.yaml", "--operator", "operators.ts#broken"],
    /broken of .* throws: no registry\n$/,
  ],
  ["standard input twice", ["-f", "-", "-f", "-"], /^-f -: standard input can be read only once\n$/],
  [
    "nothing to render",
    ["-f", "others/ink.yml"],
    /^there is no object to render: give one of Note \(samples\.dev\) with -f\n$/,
  ],
];
for (const [title, args, message] of usage) {
  test(`${title} is told in one line, and the exit code is 2`, async () => {
    const { code, out, err } = await runCommand({ cwd: createProject() }, "render", ...args);
    assert.deepEqual({ code, out }, { code: 2, out: "" });
    assert.match(err, message);
    assert.equal(err.trimEnd().includes("\n"), false);
  });
}

test("a project that names no operators, or has a module that cannot be loaded, is told what to write", async () => {
  const cwd = createProject();
  writeFileSync(`${cwd}/operators.ts`, "export const = 3;");
  const broken = await runCommand({ cwd }, "render", "-f", "note.yaml");
  assert.match(broken.err, /^"pintle" in .*package\.json: .*operators\.ts cannot be loaded: /);
  writeFileSync(`${cwd}/package.json`, "{}");
  const silent = await runCommand({ cwd }, "render", "-f", "note.yaml");
  assert.match(
    silent.err,
    /package\.json says nothing of operators: name the module with --operator, or in package\.json: "pintle"/,
  );
  assert.deepEqual([broken.code, silent.code], [2, 2]);
});

test("help tells the flags, the exit codes and examples", async () => {
  const { code, out } = await runCommand({ cwd: createFolder() }, "render", "--help");
  assert.equal(code, 0);
  for (const word of ["--filename", "--operator", "--output", "Exit codes:", "Examples:"])
    assert.ok(out.includes(word), word);
});
