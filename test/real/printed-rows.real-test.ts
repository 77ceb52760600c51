/** Our rows of Tables, compared with those of Kubernetes' own printers for objects that nobody would write by hand. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { columnsOf, conversions } from "@pintle/controlplane";
import { builtInResources } from "@pintle/kinds/tables";
import { createSeededRandom, formatGroupResource, formatGroupVersion, type JsonObject } from "@pintle/machinery";
import type { Json } from "../conformance/answer.ts";
import { missing } from "../tools.ts";
import { oddObject } from "./odd-objects.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const program = `${root}.build/printers`;
const objectsPerKind = 150;

/** Those with more to get wrong get more objects. */
const moreObjects: Readonly<Record<string, number>> = {
  pods: 1_500,
  services: 400,
  jobs: 400,
  ingresses: 400,
  events: 400,
};

/** APIServices are shown by another module. */
const shown = builtInResources.flatMap((resource) => {
  const columns = columnsOf(resource);
  const name = formatGroupResource({ group: resource.group, resource: resource.plural });
  const toStorage = conversions.get(name)?.versions[resource.version]?.toStorage ?? ((object: JsonObject) => object);
  return columns && resource.group !== "apiregistration.k8s.io" ? [{ resource, columns, toStorage }] : [];
});

function build(): void {
  mkdirSync(`${root}.build`, { recursive: true });
  const { status, stderr } = spawnSync("go", ["build", "-o", program, "./printers"], {
    cwd: `${root}test/real`,
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
}

function ask(objects: readonly Json[]): Json[] {
  const input = objects.map((object) => `${JSON.stringify(object)}\n`).join("");
  const { stdout } = spawnSync(program, { input, encoding: "utf8", maxBuffer: 1 << 30 });
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("10,000 odd objects are shown as Kubernetes shows them", { skip: missing("go") }, () => {
  build();
  const nowMs = Date.now();
  const random = createSeededRandom(42);
  const cases = shown.flatMap(({ resource, columns, toStorage }) => {
    const { type, kind, plural } = resource;
    const apiVersion = formatGroupVersion(resource);
    return Array.from({ length: moreObjects[plural] ?? objectsPerKind }, () => {
      return { columns, toStorage, object: { ...oddObject(type, random, nowMs), apiVersion, kind } };
    });
  });
  const rows = ask(cases.map(({ object }) => object));
  assert.equal(rows.length, cases.length);
  const differing = rows.flatMap((row, index) => {
    const { columns, toStorage, object } = cases[index] as (typeof cases)[number];
    assert.equal(row.error, undefined, JSON.stringify(object));
    const theirs = [row.cells, row.conditions ?? []];
    // A second may have ended while they were printed; and theirs has microseconds, of which ours knows the millisecond.
    const ours = [row.beginMs - 1, row.endMs].map((nowMs) => {
      return [columns.cells(toStorage(row.object), nowMs), columns.conditions?.(row.object) ?? []];
    });
    if (ours.some((shown) => isDeepStrictEqual(shown, theirs))) return [];
    return [[theirs, ours[0], row.object].map((part) => JSON.stringify(part)).join("\n")];
  });
  assert.equal(differing.slice(0, 3).join("\n\n"), "", `${differing.length} of ${rows.length} differ`);
  assert.ok(rows.length >= 10_000, `${rows.length} objects`);
});
