/** Who only declares and runs operators does not load what rendering needs. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
mkdirSync(`${root}.build`, { recursive: true });
const folder = mkdtempSync(`${root}.build/render-imports-`);
after(() => rmSync(folder, { recursive: true, force: true }));

/** Tells what is loaded by the import, and what by the first rendering. */
const script = `
import { registerHooks } from "node:module";
const loaded = [];
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
const heavy = () => ["packages/cel/", "node_modules/re2js/", "node_modules/yaml/"].filter((part) => loaded.some((url) => url.includes(part)));
const { defineOperator, defineResource, render } = await import("pintle");
const { z } = await import("zod");
const rules = [{ rule: "self.spec.text.matches('^h')", message: "must begin with h" }];
const Note = defineResource({ group: "samples.dev", version: "v1", kind: "Note", spec: z.object({ text: z.string().max(9) }), rules });
const notes = defineOperator(Note, {});
const imported = heavy();
await render(notes, Note({ metadata: { name: "a" }, spec: { text: "hi" } }));
console.log(JSON.stringify({ imported, rendered: heavy() }));
`;

test("CEL, RE2 and YAML are loaded by those who use them", () => {
  writeFileSync(`${folder}/script.mjs`, script);
  const out = execFileSync(process.execPath, ["--conditions=pintle-source", `${folder}/script.mjs`], {
    encoding: "utf8",
  });
  assert.deepEqual(JSON.parse(out), { imported: [], rendered: ["packages/cel/", "node_modules/re2js/"] });
});
