import assert from "node:assert/strict";
import { test } from "node:test";
import { UsageError } from "@pintle/machinery";
import { k8s, UnsupportedSchemaError } from "@pintle/schema/zod";
import { z } from "zod";
import { conditionColumn } from "./columns.ts";
import { defineResource } from "./define-resource.ts";
import type { ResourceDeclaration } from "./resource.ts";

const spec = z.object({
  image: z.string(),
  replicas: k8s.int32().default(1),
  ports: z.array(z.object({ port: k8s.int32() })).optional(),
  labels: z.record(z.string(), z.string()).optional(),
});
const names = { group: "models.example.com", version: "v1", kind: "ModelBox" } as const;
const status = z.object({ replicas: k8s.int32(), selector: z.string() });

/** As people write it who have no compiler. */
function define(declaration: object): unknown {
  return defineResource({ ...names, spec, ...declaration } as ResourceDeclaration);
}

test("a resource is a kind with names that follow from its own", () => {
  const ModelBox = defineResource({ ...names, spec, shortNames: ["mb"], status });
  const { group, version, apiVersion, kind, plural, singular, shortNames, scope, subresources, name } = ModelBox;
  assert.deepEqual(
    { group, version, apiVersion, kind, plural, singular, shortNames, scope, subresources, name },
    {
      ...names,
      apiVersion: "models.example.com/v1",
      plural: "modelboxes",
      singular: "modelbox",
      shortNames: ["mb"],
      scope: "Namespaced",
      subresources: ["status"],
      name: "ModelBox",
    },
  );
  assert.deepEqual(ModelBox.versions, []);
  assert.equal(ModelBox.declaration.status, status);
});

test("a call builds a manifest", () => {
  const ModelBox = defineResource({ ...names, spec });
  assert.deepEqual(ModelBox({ metadata: { name: "web" }, spec: { image: "nginx" } }), {
    apiVersion: "models.example.com/v1",
    kind: "ModelBox",
    metadata: { name: "web" },
    spec: { image: "nginx" },
  });
});

test("scale is a subresource where it is declared", () => {
  const scale = { replicas: "spec.replicas", statusReplicas: "status.replicas" };
  assert.deepEqual(defineResource({ ...names, spec, status, scale }).subresources, ["status", "scale"]);
});

test("a version makes a new resource and leaves the one that it was added to", () => {
  const ModelBox = defineResource({ ...names, spec, status });
  const versioned = ModelBox.withVersion("v1beta1", {
    spec: z.object({ img: z.string() }),
    deprecated: true,
    up: (old) => ({ spec: { image: old.spec.img } }),
    down: (now) => ({ spec: { img: now.spec.image } }),
  });
  assert.deepEqual(ModelBox.versions, []);
  const [version] = versioned.versions;
  assert.deepEqual([version?.version, version?.served, version?.deprecated], ["v1beta1", true, true]);
  assert.equal(version?.status, status, "the status is that of the hub unless said");
  assert.equal(versioned.apiVersion, "models.example.com/v1");
});

test("nobody changes a resource", () => {
  const ModelBox = defineResource({ ...names, spec });
  assert.throws(() => Object.assign(ModelBox, { plural: "others" }), TypeError);
});

const path = (column: unknown) => ({ columns: { Bad: column } });
const scaled = (scale: object) => ({
  status,
  scale: { replicas: "spec.replicas", statusReplicas: "status.replicas", ...scale },
});

const misuses: Record<string, [declaration: object, message: RegExp]> = {
  "no group": [{ group: undefined }, /group: has to be a string/],
  "a group that is no domain": [
    { group: "My Models" },
    /group: "My Models" is no domain: write a domain that is yours/,
  ],
  "a group without a dot": [{ group: "models" }, /group: "models" has no dot/],
  "a group of Kubernetes": [{ group: "models.k8s.io" }, /group: "models\.k8s\.io" is reserved for Kubernetes itself/],
  "a version with a dot": [{ version: "v1.2" }, /version: "v1\.2" is no name: .*such as v1 or v1beta1/],
  "a kind in lower case": [{ kind: "modelBox" }, /kind: "modelBox" is not a CamelCase word/],
  "a kind that is too long": [{ kind: "K".repeat(60) }, /kind: .* of less than 60 letters/],
  "a plural with capitals": [{ plural: "modelBoxes" }, /plural: "modelBoxes" is no name/],
  "a singular with a blank": [{ singular: "model box" }, /singular: "model box" is no name/],
  "a short name with a slash": [{ shortNames: ["m/b"] }, /shortNames\[0\]: "m\/b" is no name/],
  "a short name twice": [{ shortNames: ["mb", "mb"] }, /shortNames\[1\]: "mb" stands for it already/],
  "a short name that is the plural": [{ shortNames: ["modelboxes"] }, /shortNames\[0\]: "modelboxes" stands for it/],
  "a category with capitals": [{ categories: ["All"] }, /categories\[0\]: "All" is no name/],
  "another scope": [{ scope: "namespaced" }, /scope: is Namespaced or Cluster/],
  "names that are too long together": [
    { group: `${"a.".repeat(120)}example.com` },
    /group: .* is longer than names may be/,
  ],
  "a condition with a blank": [{ conditions: ["Not Ready"] }, /conditions\[0\]: "Not Ready" is no type of conditions/],
  "a condition twice": [{ conditions: ["Ready", "Ready"] }, /conditions\[1\]: "Ready" stands there twice/],
  "a column to nowhere": [
    path("spec.imgae"),
    /columns\.Bad: "spec\.imgae" leads nowhere: spec has no "imgae", but image, replicas, ports, labels/,
  ],
  "a column into a list without a place": [
    path("spec.ports.port"),
    /spec\.ports is a list: write \[0\] or \[\*\] before port/,
  ],
  "a column into no list": [path("spec.image[0]"), /spec\.image is no list/],
  "a column below a text": [path("spec.image.tag"), /spec\.image has no "tag"/],
  "a column with an open bracket": [path("spec.ports[0"), /has a \[ that is never closed/],
  "a column without a path": [path(""), /columns\.Bad: "" leads nowhere: it is empty/],
  "a column that is a number": [path({ path: 5 }), /columns\.Bad: write a path, such as "spec\.image"/],
  "a column of metadata that is not there": [path("metadata.nmae"), /metadata has no "nmae"/],
  "a column of an unknown type": [
    path({ path: "spec.image", type: "text" }),
    /columns\.Bad: "text" is no type of columns/,
  ],
  "a column with half a priority": [
    path({ path: "spec.image", priority: 0.5 }),
    /columns\.Bad: a priority is a whole number/,
  ],
  "a column of a condition that is not declared": [
    { conditions: ["Ready"], ...path(conditionColumn("Redy")) },
    /columns\.Bad: there is no condition "Redy": add it to conditions, which has Ready/,
  ],
  "scale that leads nowhere": [scaled({ replicas: "spec.replica" }), /scale\.replicas: "spec\.replica" leads nowhere/],
  "scale of a text": [
    scaled({ replicas: "spec.image" }),
    /scale\.replicas: "spec\.image" is of type string, and has to be integer/,
  ],
  "scale that takes replicas from the status": [
    scaled({ replicas: "status.replicas" }),
    /scale\.replicas: .* is not in spec/,
  ],
  "scale through a list": [scaled({ replicas: "spec.ports[0].port" }), /scale\.replicas: .* leads through a list/],
  "scale with a selector that is a number": [
    scaled({ selector: "status.replicas" }),
    /scale\.selector: .* has to be string/,
  ],
  "scale without the status": [scaled({ statusReplicas: undefined }), /scale\.statusReplicas: write a path in status/],
  "a selectable field that is not there": [
    { selectableFields: ["spec.size"] },
    /selectableFields\[0\]: "spec\.size" leads nowhere/,
  ],
  "a selectable list": [{ selectableFields: ["spec.ports"] }, /selectableFields\[0\]: "spec\.ports" is of type array/],
  "a selectable field twice": [
    { selectableFields: ["spec.image", ".spec.image"] },
    /selectableFields\[1\]: .* stands there twice/,
  ],
  "a selectable name": [
    { selectableFields: ["metadata.name"] },
    /selectableFields\[0\]: name and namespace can be selected by always/,
  ],
  "too many selectable fields": [
    { selectableFields: Array.from({ length: 9 }, (_, index) => `spec.labels.l${index}`) },
    /selectableFields: the API server allows 8 of them at most/,
  ],
  "conditions in the status": [
    { status: z.object({ conditions: z.array(z.string()) }) },
    /status\.conditions: every status has it/,
  ],
};

for (const [what, [declaration, message]] of Object.entries(misuses)) {
  test(`a declaration is refused with a word on what to do: ${what}`, () => {
    assert.throws(
      () => define(declaration),
      (error) => {
        assert.ok(error instanceof UsageError, String(error));
        assert.equal(error.code, "PINTLE_RESOURCE_INVALID");
        assert.match(error.message, /^the resource .* cannot be declared so: /);
        assert.match(error.message, message);
        return true;
      },
    );
  });
}

test("everything that is wrong is told at once", () => {
  assert.throws(
    () => define({ kind: "box", plural: "B", scope: "x" }),
    /3 problems:\n {2}kind: .*\n {2}plural: .*\n {2}scope: /,
  );
});

test("what no API server could enforce is refused with its place in the object", () => {
  const refined = z.object({ image: z.string().refine((image) => image !== "") });
  assert.throws(
    () => define({ spec: refined, status: z.object({ when: z.date() }) }),
    (error) => {
      assert.ok(error instanceof UnsupportedSchemaError);
      assert.deepEqual(
        error.problems.map((problem) => problem.path),
        ["spec.image", "status.when"],
      );
      return true;
    },
  );
});

const old = {
  spec: z.object({ img: z.string() }),
  up: () => ({ spec: { image: "" } }),
  down: () => ({ spec: { img: "" } }),
};
const versionMisuses: Record<string, [name: string, version: object, message: RegExp]> = {
  "the hub again": ["v1", old, /version: there is a v1 already: each version is declared once/],
  "a version twice": ["v1alpha1", old, /version: there is a v1alpha1 already/],
  "a name that is none": ["V2", old, /version: "V2" is no name/],
  "no way up": ["v2", { ...old, up: undefined }, /up: write a function that converts the object/],
  "a column of the hub": [
    "v2",
    { ...old, columns: { Image: "spec.image" } },
    /columns\.Image: .*spec has no "image", but img/,
  ],
  "an empty warning": ["v2", { ...old, deprecated: "" }, /deprecated: the warning is one line of text/],
  "a warning of two lines": ["v2", { ...old, deprecated: "a\nb" }, /deprecated: the warning is one line of text/],
};

for (const [what, [name, version, message]] of Object.entries(versionMisuses)) {
  test(`a version is refused with a word on what to do: ${what}`, () => {
    const ModelBox = defineResource({ ...names, spec }).withVersion("v1alpha1", old);
    const attempt = () => ModelBox.withVersion(name, version as typeof old);
    assert.throws(attempt, (error) => error instanceof UsageError && message.test(error.message));
  });
}
