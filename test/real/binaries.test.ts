import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("./binaries.ts", import.meta.url));

function makeReal(environment: Record<string, string>): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    env: { PATH: "/nowhere", ...environment },
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

/** A folder of programs that say which version they are and do nothing else. */
function assetsOf(version: string): string {
  const folder = mkdtempSync(`${tmpdir()}/pintle-assets-`);
  for (const name of ["etcd", "kube-apiserver", "kube-controller-manager", "kubectl"]) {
    writeFileSync(`${folder}/${name}`, `#!/bin/sh\necho "Kubernetes v${version}"\n`);
    chmodSync(`${folder}/${name}`, 0o755);
  }
  return folder;
}

test("without Go and without assets, one line says what is missing and what to do", (t) => {
  const cache = mkdtempSync(`${tmpdir()}/pintle-cache-`);
  t.after(() => rmSync(cache, { recursive: true }));
  const { status, output } = makeReal({ XDG_CACHE_HOME: cache });

  assert.equal(status, 2);
  assert.match(
    output,
    /^make real: etcd, kube-apiserver, kube-controller-manager, kubectl missing: put Go on the PATH.*KUBEBUILDER_ASSETS.*\n$/,
  );
});

test("assets of the right minor are taken as they are, without Go", (t) => {
  const assets = assetsOf("1.36.9");
  const cache = mkdtempSync(`${tmpdir()}/pintle-cache-`);
  t.after(() => {
    for (const folder of [assets, cache]) rmSync(folder, { recursive: true });
  });

  assert.deepEqual(makeReal({ KUBEBUILDER_ASSETS: assets, XDG_CACHE_HOME: cache }), { status: 0, output: "" });
});

test("assets of another minor are refused rather than believed", (t) => {
  const assets = assetsOf("1.35.0");
  t.after(() => rmSync(assets, { recursive: true }));
  const { status, output } = makeReal({ KUBEBUILDER_ASSETS: assets });

  assert.equal(status, 2);
  assert.match(output, /is Kubernetes v1\.35\.0, but 1\.36 is the measure/);
});
