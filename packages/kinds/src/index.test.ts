import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as kinds from "@pintle/kinds";
import { builtInResources, resourceOfKind } from "@pintle/kinds/tables";
import type { AnyKind } from "@pintle/machinery";

test("every built-in resource is a kind of the index, but for names that another group version has", () => {
  const values = Object.values(kinds) as AnyKind[];
  const elsewhere = builtInResources.filter(
    ({ group, version, kind }) =>
      !values.some((value) => value.group === group && value.version === version && value.kind === kind),
  );
  assert.deepEqual(
    elsewhere.map(({ type }) => type),
    ["autoscaling/v1.HorizontalPodAutoscaler", "events/v1.Event"],
  );
});

test("kinds agree with discovery", () => {
  for (const value of Object.values(kinds) as AnyKind[]) {
    const found = resourceOfKind(value);
    assert.ok(found, value.kind);
    const { plural, singular, scope, shortNames } = value;
    assert.deepEqual(
      { plural, singular, scope, shortNames: [...shortNames] },
      {
        plural: found.plural,
        singular: found.singular,
        scope: found.scope,
        shortNames: [...found.shortNames],
      },
    );
  }
});

test("importing a kind loads no table", () => {
  const script = `
    import { registerHooks } from "node:module";
    registerHooks({ load(url, context, next) { if (url.includes("/tables")) console.log(url); return next(url, context); } });
    const { Deployment } = await import("@pintle/kinds");
    console.log(Deployment.plural);`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--conditions=pintle-source", "--input-type=module", "-e", script],
    { cwd: fileURLToPath(new URL("..", import.meta.url)), encoding: "utf8" },
  );
  assert.equal(stdout, "deployments\n", stderr);
});
