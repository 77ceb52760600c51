/**
 * Kubernetes keeps one object of every kind, all fields filled, as protobuf and as JSON. Decoded by our tables, the protobuf must be the JSON, and
 * encoded, the JSON must be the protobuf, byte for byte: for all kinds of the group versions that the tables hold.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { decodeProtobuf, encodeEnvelope, normalizeBuiltIn, openEnvelope } from "@pintle/apiserver";
import { builtInResources, typeNamed } from "@pintle/kinds/tables";
import { formatGroupVersion } from "@pintle/machinery";
import { missing } from "../tools.ts";

/** The modules of the tables by apiVersion; reviews and discovery are no resources. */
const modules = new Map([
  // A watch event is in no group: its envelope leaves apiVersion and kind empty.
  ["", "meta/v1"],
  ["admission.k8s.io/v1", "admission/v1"],
  ["apidiscovery.k8s.io/v2", "apidiscovery/v2"],
  ...builtInResources.map((row) => [formatGroupVersion(row), row.type.slice(0, row.type.indexOf("."))] as const),
]);

function goldenFolder(): string {
  const go = fileURLToPath(new URL("../../tools/kinds/go", import.meta.url));
  const answer = execFileSync("go", ["mod", "download", "-json", "k8s.io/api"], { cwd: go, encoding: "utf8" });
  return `${JSON.parse(answer).Dir}/testdata/HEAD`;
}

test("the golden objects of all kinds, decoded and encoded by the tables, are what Kubernetes says", {
  skip: missing("go"),
}, (t) => {
  let agreeing = 0;
  const elsewhere = new Set<string>();
  for (const path of globSync(`${goldenFolder()}/*.pb`).sort()) {
    const bytes = readFileSync(path);
    const { apiVersion, raw, ...envelope } = openEnvelope(bytes);
    const kind = envelope.kind || "WatchEvent";
    const typeMeta = apiVersion === "" ? {} : { kind, apiVersion };
    const module = modules.get(apiVersion);
    if (module === undefined) {
      elsewhere.add(apiVersion);
      continue;
    }
    // Status, APIGroup, options and their like belong to every group version.
    const row = typeNamed(`${module}.${kind}`) ?? typeNamed(`meta/v1.${kind}`);
    assert.ok(row, `the tables lack ${module}.${kind}`);
    const expected = JSON.parse(readFileSync(path.replace(/\.pb$/, ".json"), "utf8"));
    // Compared as text, because the order of the fields is Go's too.
    const decoded = JSON.stringify({ ...typeMeta, ...decodeProtobuf(raw, row.name) });
    assert.equal(decoded, JSON.stringify(expected), basename(path));
    assert.equal(JSON.stringify(normalizeBuiltIn(expected, row.name)), JSON.stringify(expected), basename(path));
    assert.ok(bytes.equals(encodeEnvelope(expected, row.name)), basename(path));
    agreeing += 1;
  }
  t.diagnostic(`${agreeing} agree; not served by default: ${[...elsewhere].join(", ")}`);
  assert.ok(agreeing > 90, `only ${agreeing} golden objects were compared`);
});
