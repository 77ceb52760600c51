/** Every rule of tidy, shown to catch what it is for and to let its nearest innocent neighbour pass. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as configuration from "./configuration.ts";
import * as documents from "./documents.ts";
import * as layers from "./layers.ts";
import { type Rule, root, type SourceFile } from "./repository.ts";
import * as sources from "./sources.ts";

type Tree = Record<string, string>;

/** The rule complains about `bad` with these words, and not at all about `good`. */
function catches(title: string, rule: Rule, bad: Tree, words: RegExp, good: Tree): void {
  test(title, () => {
    const complaints = rule(filesOf(bad));
    assert.equal(complaints.length, 1, complaints.join("\n"));
    assert.match(complaints[0] as string, words);
    assert.deepEqual(rule(filesOf(good)), []);
  });
}

function filesOf(tree: Tree): SourceFile[] {
  return Object.entries(tree).map(([path, text]) => ({ path, text }));
}

function changed(path: string, from: string, to: string): Tree {
  const text = readFileSync(root + path, "utf8");
  assert.ok(text.includes(from), `${path} no longer holds ${from}`);
  return { [path]: text.replace(from, to) };
}

catches(
  "an import that points up is caught",
  layers.layersPointDown,
  { "packages/machinery/src/a.ts": 'import { z } from "@pintle/schema";\n' },
  /a\.ts:1: machinery imports schema/,
  { "packages/schema/src/a.ts": 'import { z } from "@pintle/machinery";\n' },
);
catches(
  "an import across the two sides is caught, also over several lines and as a type",
  layers.layersPointDown,
  { "packages/apiserver/src/a.ts": 'import type {\n  Client,\n} from "@pintle/client";\n' },
  /apiserver imports client/,
  { "packages/testing/src/a.ts": 'import type {\n  Client,\n} from "@pintle/client";\n' },
);
catches(
  "a dynamic import that points up is caught",
  layers.layersPointDown,
  { "packages/client/src/a.ts": 'const up = await import("pintle");\n' },
  /client imports pintle/,
  { "packages/cli/src/a.ts": 'const down = await import("pintle");\n' },
);
catches(
  "a package without a layer is caught",
  layers.layersPointDown,
  { "packages/surprise/src/a.ts": "export const a = 1;\n" },
  /"surprise" has no layer/,
  { "packages/cel/src/a.ts": "export const a = 1;\n" },
);
catches(
  "an import of another package's internals is caught",
  layers.internalIsClosed,
  { "packages/client/src/a.ts": 'import { b } from "@pintle/machinery/internal/b.ts";\n' },
  /inside a package/,
  { "packages/machinery/src/a.ts": 'import { b } from "./internal/b.ts";\n' },
);
catches(
  "a path into another package is caught",
  layers.internalIsClosed,
  { "test/a.test.ts": 'import { b } from "../packages/machinery/src/b.ts";\n' },
  /Import "@pintle\/machinery" instead/,
  { "test/a.test.ts": 'import { b } from "@pintle/machinery";\n' },
);
catches(
  "zod in a server is caught",
  layers.zodStaysOutside,
  { "packages/apiserver/src/a.ts": 'import { z } from "zod";\n' },
  /only pintle and @pintle\/schema\/zod/,
  { "packages/schema/src/zod.ts": 'import { z } from "zod";\n' },
);
catches(
  "a file system in machinery is caught",
  layers.machineryIsPure,
  { "packages/machinery/src/a.ts": 'import { readFileSync } from "node:fs";\n' },
  /machinery imports "node:fs"/,
  { "packages/machinery/src/seams/process-random.ts": 'import { randomBytes } from "node:crypto";\n' },
);
catches(
  "an import that the package does not declare is caught",
  layers.importsAreDeclared,
  { "packages/client/package.json": '{"name":"@pintle/client"}', "packages/client/src/a.ts": 'import "undici";\n' },
  /"undici" is not in packages\/client\/package\.json/,
  {
    "packages/client/package.json": '{"dependencies":{"undici":"1.0.0"}}',
    "packages/client/src/a.ts": 'import "undici/types";\nimport "node:net";\n',
  },
);

catches(
  "a file of 501 lines is caught",
  sources.filesAreShort,
  { "packages/cel/src/a.ts": "a\n".repeat(501) },
  /501 lines/,
  { "packages/cel/src/a.ts": "a\n".repeat(500), "packages/cel/testdata/a.ts": "a\n".repeat(501) },
);
catches(
  "a file called utils is caught",
  sources.filesAreNamedAfterContent,
  { "packages/cel/src/utils.ts": "" },
  /Name the file after its main export/,
  { "packages/cel/src/utilisation.ts": "" },
);
catches(
  "a file without an opening comment is caught",
  sources.filesOpenWithTheirPurpose,
  { "packages/cel/src/a.ts": 'import { b } from "./b.ts";\n\nexport const a = b;\n' },
  /opens without a comment/,
  { "packages/cel/src/a.ts": 'import { b } from "./b.ts";\n\n/** Guarantees a. */\nexport const a = b;\n' },
);
for (const taken of ["Date.now()", "new Date()", "Math.random()", "crypto.randomUUID()", "AbortSignal.timeout(1)"]) {
  catches(
    `${taken} outside a seam is caught`,
    sources.timeAndChanceArePassedIn,
    { "packages/cel/src/a.ts": `export const a = ${taken};\n` },
    /a\.ts:1: .* comes from the air/,
    { "packages/cel/src/a.ts": `/** Never ${taken}. */\nconst a = new Date(0); // not ${taken}\n` },
  );
}
catches(
  "a pattern that is built at run time is caught",
  sources.patternsAreWrittenOut,
  { "packages/schema/src/a.ts": "const hostile = new RegExp(schema.pattern);\n" },
  /a\.ts:1: builds a pattern at run time/,
  {
    "packages/schema/src/a.ts":
      "/** Never new RegExp(text). */\nconst digits = /^[0-9]+$/;\nif (a instanceof RegExp) b();\n",
  },
);
catches(
  "a narrowed test is caught",
  sources.nothingIsUnfinished,
  { "packages/cel/src/a.test.ts": 'test.only("a", () => {});\n' },
  /marks unfinished work/,
  { "packages/cel/src/a.test.ts": 'test("only a", () => {});\n' },
);
catches(
  "an undocumented error code is caught",
  sources.errorCodesAreDocumented,
  { "packages/cel/src/a.ts": 'throw new UsageError("PINTLE_NEW", "do this");\n' },
  /PINTLE_NEW has no heading/,
  { "packages/cel/src/a.ts": 'throw new UsageError("PINTLE_NEW", "do this");\n', "docs/errors.md": "## PINTLE_NEW\n" },
);
catches(
  "a documented error code that nobody throws is caught",
  sources.errorCodesAreDocumented,
  { "docs/errors.md": "## PINTLE_OLD\n" },
  /PINTLE_OLD is used nowhere/,
  { "docs/errors.md": "# Errors\n" },
);

const biome = { "biome.json": readFileSync(`${root}biome.json`, "utf8") };
catches(
  "a Biome rule that was switched off is caught",
  configuration.biomeRulesAreOn,
  changed("biome.json", '"noDefaultExport": "error"', '"noDefaultExport": "off"'),
  /style\/noDefaultExport is not an error/,
  biome,
);
catches(
  "a raised limit of function length is caught",
  configuration.biomeRulesAreOn,
  changed("biome.json", '"maxLines": 70', '"maxLines": 700'),
  /700 lines instead of 70/,
  biome,
);
catches(
  "a global that is allowed again is caught",
  configuration.biomeRulesAreOn,
  changed("biome.json", '"setImmediate":', '"setLater":'),
  /setImmediate is not denied/,
  biome,
);
catches(
  "a compiler option that was switched off is caught",
  configuration.compilerIsStrict,
  changed("tsconfig.base.json", '"exactOptionalPropertyTypes": true', '"exactOptionalPropertyTypes": false'),
  /exactOptionalPropertyTypes is not on/,
  { "tsconfig.base.json": readFileSync(`${root}tsconfig.base.json`, "utf8") },
);
catches(
  "a version range is caught",
  configuration.versionsAreExact,
  { "packages/cel/package.json": '{"dependencies":{"re2js":"^2.10.0"}}' },
  /re2js is "\^2\.10\.0"/,
  { "packages/cel/package.json": '{"dependencies":{"re2js":"2.10.0"},"peerDependencies":{"zod":"^4"}}' },
);
catches(
  "an install script is caught",
  configuration.packagesInstallQuietly,
  { "packages/cel/package.json": '{"scripts":{"postinstall":"echo"}}' },
  /runs a script on postinstall/,
  { "packages/cel/package.json": '{"scripts":{"test":"echo"}}' },
);
const machinery = "packages/machinery/package.json";
catches(
  "a package that ships its sources is caught",
  configuration.packagesAreUniform,
  changed(machinery, '["dist"]', '["dist", "src"]'),
  /files is not \["dist"\]/,
  { [machinery]: readFileSync(root + machinery, "utf8") },
);
catches(
  "an export whose sources would not be found first is caught",
  configuration.packagesAreUniform,
  changed(machinery, '"pintle-source": "./src/index.ts",', ""),
  /has the conditions "types default"/,
  { [machinery]: readFileSync(root + machinery, "utf8") },
);
catches(
  "a download address in the lockfile is caught",
  configuration.lockfilesHaveNoAddresses,
  { "test/a/package-lock.json": '"resolved": "https://registry.example/a.tgz"' },
  /^test\/a\/package-lock\.json: 1 download addresses/,
  { "package-lock.json": '"resolved": "packages/machinery"' },
);

catches(
  "a dead link is caught",
  documents.linksLeadSomewhere,
  { "docs/a.md": "See [b](b.md).\n" },
  /docs\/a\.md:1: there is no docs\/b\.md/,
  { "docs/a.md": "See [b](b.md), [web](https://example.com) and [root](../README.md).\n", "docs/b.md": "" },
);
catches(
  "a link to a heading that is not there is caught",
  documents.linksLeadSomewhere,
  { "docs/a.md": "See [b](b.md#the-end).\n", "docs/b.md": "# The start\n" },
  /has no heading for #the-end/,
  { "docs/a.md": "See [b](b.md#the-end).\n", "docs/b.md": "# The `end`\n" },
);
catches(
  "TypeScript in a document that does not compile is caught",
  documents.fencesCompile,
  { "docs/a.md": 'text\n\n```ts\nimport { nothing } from "@pintle/machinery";\n```\n' },
  /docs\/a\.md:3: does not compile: .*nothing/,
  { "docs/a.md": '```ts\nimport { copyJson } from "@pintle/machinery";\ncopyJson({ a: 1 });\n```\n' },
);
catches(
  "a file that a reader is told to write is compiled beside the others of the document",
  documents.fencesCompile,
  {
    "docs/a.md":
      'In `site/a.ts`:\n\n```ts\nexport const a = 1;\n```\n\n`site/b.ts`:\n\n```ts\nimport { c } from "./a.ts";\nconsole.log(c);\n```\n',
  },
  /docs\/a\.md:9: does not compile: .*"\.\/a\.ts"' has no exported member 'c'/,
  {
    "docs/a.md":
      'In `site/a.ts`:\n\n```ts\nexport const a = 1;\n```\n\n`site/b.ts`：\n\n```ts\nimport { a } from "./a.ts";\nconsole.log(a);\n```\n',
  },
);
catches(
  "a fence that differs from the file it shows is caught",
  documents.fencesShowTheirFiles,
  { "docs/a.md": "```ts examples/a.ts\nconst a = 1;\n```\n", "examples/a.ts": "const a = 2;\n" },
  /docs\/a\.md:1: is not what stands in examples\/a\.ts/,
  { "docs/a.md": "```ts examples/a.ts\nconst a = 2;\n```\n", "examples/a.ts": "const a = 2;\n" },
);
catches(
  "a fence marked as planned that compiles by now is caught",
  documents.fencesCompile,
  { "docs/a.md": "```ts planned\nexport const a = 1;\n```\n" },
  /Remove the mark/,
  { "docs/a.md": '```ts planned\nimport { later } from "@pintle/later";\n```\n' },
);
catches(
  "a translation with other code is caught",
  documents.translationsKeepStep,
  { "README.md": "# A\n\n```\nmake run\n```\n", "README.zh.md": "# 甲\n\n```\nmake test\n```\n" },
  /its code differ/,
  { "README.md": "# A\n\n```\nmake run\n```\n", "README.zh.md": "# 甲\n\n```\nmake run\n```\n" },
);
catches(
  "a translation that lacks a heading is caught",
  documents.translationsKeepStep,
  { "README.md": "# A\n\n## B\n", "README.zh.md": "# 甲\n" },
  /its headings differ/,
  { "README.md": "# A\n\n## B\n", "README.zh.md": "# 甲\n\n## 乙\n" },
);
catches(
  "a document that is there in one language only is caught",
  documents.translationsKeepStep,
  { "docs/getting-started.md": "# A\n" },
  /has to be translated, in docs\/zh\/getting-started\.md/,
  { "docs/getting-started.md": "# A\n", "docs/zh/getting-started.md": "# 甲\n" },
);
