/** The definitions and examples of well-known projects, as they ship them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldPath } from "@pintle/machinery";
import { checkStructuralSchema, emitTypes, toShape } from "@pintle/schema";
import { complaintsAboutModules } from "./compile-modules.ts";
import { projects } from "./projects.ts";
import { findProjects, type ProjectManifest } from "./read-projects.ts";

const { skip, found: read } = findProjects();

function judge({ object, kind }: ProjectManifest): string[] {
  const prepared = kind.compiled.prepare(object);
  const errors = prepared.error ? [prepared.error] : kind.compiled.validate(prepared.object);
  return errors.map(String);
}

for (const [index, { name, broken = {}, invalid }] of projects.entries()) {
  test(`${name}: every version of every definition is accepted and has a shape`, { skip }, () => {
    const { kinds = [] } = read[index] ?? {};
    for (const { definition, version, schema } of kinds) {
      const options = { hasStatusSubresource: version.subresources?.status !== undefined };
      const errors = checkStructuralSchema(schema, fieldPath("openAPIV3Schema"), options);
      assert.deepEqual(errors.map(String), [], `${definition.metadata.name} ${version.name}`);
      assert.equal(toShape(schema).type, "map");
    }
    assert.ok(kinds.length >= 5, `${kinds.length} versions`);
  });

  test(`${name}: its examples are valid, and what it holds for invalid is not`, { skip }, () => {
    const { manifests = [] } = read[index] ?? {};
    for (const manifest of manifests) {
      const { file, expected } = manifest;
      const errors = judge(manifest);
      if (expected === "valid") assert.deepEqual(errors, [], file);
      else if (expected === "invalid") assert.notDeepEqual(errors, [], file);
      else assert.deepEqual(errors, [expected.error], file);
    }
    const files = new Set(manifests.map(({ file }) => file));
    for (const file of Object.keys(broken)) assert.ok(files.has(file), file);
    assert.equal(
      manifests.some(({ expected }) => expected === "invalid"),
      invalid !== undefined,
    );
  });
}

test("the examples are many, and of most kinds", { skip }, () => {
  const manifests = read.flatMap((project) => project.manifests);
  const kinds = new Set(manifests.map(({ kind }) => kind.definition.metadata.name));
  assert.ok(manifests.length >= 450 && kinds.size >= 40, `${manifests.length} manifests of ${kinds.size} kinds`);
  assert.ok(manifests.filter(({ expected }) => expected === "invalid").length >= 60);
});

test("the types of all definitions compile, and the formatter has nothing to change", { skip }, () => {
  const modules = read.flatMap(({ name, definitionObjects }) =>
    definitionObjects
      .flatMap((definition) => emitTypes(definition))
      .map(({ fileName, text }) => ({ fileName: `${name.replaceAll(/\W+/g, "-")}/${fileName}`, text })),
  );
  assert.ok(modules.length >= 120, `${modules.length} modules`);
  assert.equal(complaintsAboutModules(modules), "");
});
