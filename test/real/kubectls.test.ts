import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { findProgram } from "./binaries.ts";
import { findKubectls } from "./kubectls.ts";

const judges = findProgram("kubectl");
const own = judges === undefined ? [] : [judges];

test("PINTLE_KUBECTLS names the kubectls, and no other is used", () => {
  assert.deepEqual(findKubectls({ PINTLE_KUBECTLS: "/a/kubectl:/b/kubectl", PATH: "/usr/bin" }), [
    "/a/kubectl",
    "/b/kubectl",
  ]);
});

test("the kubectl on the PATH brings the versions that lie beside what it points to", (t) => {
  const folder = mkdtempSync(`${tmpdir()}/kubectls-`);
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(`${folder}/bin`);
  mkdirSync(`${folder}/versions`);
  for (const name of ["kubectl.1.27", "kubectl.1.36", "kubectl", "kubectl.md"])
    writeFileSync(`${folder}/versions/${name}`, "");
  symlinkSync(`${folder}/versions/kubectl`, `${folder}/bin/kubectl`);

  assert.deepEqual(findKubectls({ PATH: `/nowhere:${folder}/bin` }), [
    ...own,
    `${folder}/versions/kubectl`,
    `${folder}/versions/kubectl.1.27`,
    `${folder}/versions/kubectl.1.36`,
  ]);
});

test("without a kubectl on the PATH the judge's own remains", () => {
  assert.deepEqual(findKubectls({ PATH: "/nowhere" }), own);
});
