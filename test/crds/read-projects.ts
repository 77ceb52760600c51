/** The definitions of all projects, compiled, and their manifests, each with the definition that it belongs to. */
import { getOwn, type JsonObject } from "@pintle/machinery";
import { type CompiledSchema, compileSchema, type StructuralSchema } from "@pintle/schema";
import { missing } from "../tools.ts";
import { fetchGoModules, ModuleOutOfReachError } from "./go-modules.ts";
import { type Manifest, readManifests } from "./manifests.ts";
import { type Project, projects } from "./projects.ts";

/** As much of a CustomResourceDefinition as is read here. */
export interface CustomResourceDefinition extends JsonObject {
  metadata: { name: string };
  spec: JsonObject & {
    group: string;
    scope: string;
    names: { kind: string; plural: string };
    versions: (JsonObject & {
      name: string;
      served: boolean;
      schema: { openAPIV3Schema: JsonObject };
      subresources?: { status?: JsonObject };
    })[];
  };
}

/** One version of a definition. */
export interface ProjectKind {
  readonly definition: CustomResourceDefinition;
  readonly version: CustomResourceDefinition["spec"]["versions"][number];
  readonly schema: StructuralSchema;
  readonly compiled: CompiledSchema;
}

export interface ProjectManifest extends Manifest {
  readonly kind: ProjectKind;
  /** The errors that it must have; of those that are invalid only that there are some is known. */
  readonly expected: "valid" | "invalid" | { readonly error: string };
}

export interface ReadProject extends Project {
  readonly definitionObjects: readonly CustomResourceDefinition[];
  readonly kinds: readonly ProjectKind[];
  /** Of all kinds that are defined by any project; examples of one are often of another's kinds. */
  readonly manifests: readonly ProjectManifest[];
}

/**
 * The projects, or why tests of them are skipped: without Go or, on a machine that is not required to have it, without a way to the
 * module that the reason names.
 */
export function findProjects(): { readonly skip: string | false; readonly found: readonly ReadProject[] } {
  const skip = missing("go");
  if (skip) return { skip, found: [] };
  try {
    return { skip: false, found: readProjects(fetchGoModules(projects)) };
  } catch (error) {
    const isRequired = (process.env.PINTLE_REQUIRE ?? "").split(",").includes("go");
    if (isRequired || !(error instanceof ModuleOutOfReachError)) throw error;
    return { skip: error.message, found: [] };
  }
}

function readProjects(folders: ReadonlyMap<string, string>): ReadProject[] {
  const defined = projects.map((project) => {
    const folder = folders.get(project.path) ?? "";
    const definitionObjects = readManifests(folder, project.definitions)
      .map(({ object }) => object as CustomResourceDefinition)
      .filter(({ kind }) => kind === "CustomResourceDefinition");
    return { ...project, folder, definitionObjects, kinds: definitionObjects.flatMap(kindsOf) };
  });
  return defined.map((project) => {
    const kinds = [project, ...defined].flatMap((from) => from.kinds);
    const manifests = [
      ...manifestsOf(project, kinds, project.examples, (file) => {
        const error = getOwn(project.broken ?? {}, file);
        return error === undefined ? "valid" : { error };
      }),
      ...manifestsOf(project, kinds, project.invalid ?? [], () => "invalid"),
    ];
    return { ...project, manifests };
  });
}

function kindsOf(definition: CustomResourceDefinition): ProjectKind[] {
  return definition.spec.versions.map((version) => {
    const schema = version.schema.openAPIV3Schema as StructuralSchema;
    return { definition, version, schema, compiled: compileSchema(schema) };
  });
}

function manifestsOf(
  { folder }: { readonly folder: string },
  kinds: readonly ProjectKind[],
  patterns: readonly string[],
  expect: (file: string) => ProjectManifest["expected"],
): ProjectManifest[] {
  return readManifests(folder, patterns).flatMap(({ file, object }) => {
    const kind = kinds.find(
      ({ definition: { spec }, version }) =>
        object.apiVersion === `${spec.group}/${version.name}` && object.kind === spec.names.kind,
    );
    return kind ? [{ file, object, kind, expected: expect(file) }] : [];
  });
}
