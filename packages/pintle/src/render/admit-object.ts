/**
 * Takes an object in as an API server would when it is created: unknown fields are refused, defaults are filled in, another version is converted,
 * the operator's admission completes it, and then everything is judged.
 */
import {
  ApiError,
  copyJson,
  FieldError,
  type JsonObject,
  type Logger,
  parseGroupVersion,
  UsageError,
} from "@pintle/machinery";
import { type CompiledSchema, compileSchema } from "@pintle/schema";
import type { AnyObject } from "../operator/children.ts";
import { completeObject } from "../operator/complete-object.ts";
import type { Operator, ReadContext } from "../operator/operator-definition.ts";
import { createReads } from "../operator/reads.ts";
import { spokesOf } from "../resource/conversion.ts";
import type { AnyResource, ResourceDeclaration } from "../resource/resource.ts";
import { schemaOfVersion, type VersionShape } from "../resource/version-schema.ts";
import { type ObjectsAtHand, usualNamespace } from "./objects-at-hand.ts";
import type { ObjectToRender } from "./render.ts";
import { judgeObject } from "./review-at-hand.ts";

export interface AdmittedObject {
  readonly object: AnyObject;
  /** What whoever wrote it would read besides. */
  readonly warnings: readonly string[];
}

/** Throws an `ApiError` that names the fields for what the server would refuse. */
export async function admitObject(
  operator: Operator,
  object: ObjectToRender,
  { source, logger }: { readonly source: ObjectsAtHand; readonly logger: Logger },
): Promise<AdmittedObject> {
  const { resource } = operator;
  const placed = placeObject(resource, object);
  const { schema, hub } = toHub(resource, placed);
  const reads: ReadContext = createReads(operator, hub, source);
  const completed = await completeObject(operator, hub, reads, logger).catch((error: unknown) => {
    // A function that was written for whole objects fails on half of one, and that is what there is to mend.
    checkBy(schema, resource, hub);
    throw error;
  });
  checkBy(schema, resource, completed);
  return { object: completed, warnings: await judgeObject(operator, completed, reads, logger) };
}

/** With a namespace where there has to be one. */
function placeObject(resource: AnyResource, object: ObjectToRender): AnyObject {
  const copy = copyJson(object as object as JsonObject) as object as AnyObject;
  const { group } = parseGroupVersion(copy.apiVersion);
  if (group !== resource.group || copy.kind !== resource.kind) {
    throw new UsageError(
      "PINTLE_RENDER_KIND_WRONG",
      `the operator is for ${resource.kind} of ${resource.group}, not for ${copy.kind} of ${copy.apiVersion}: render it with the operator that it is for`,
    );
  }
  const { name, namespace = usualNamespace } = copy.metadata ?? {};
  if (!name) {
    const error = FieldError.required("metadata.name", "name or generateName is required");
    throw ApiError.invalid(resource, "", [error]);
  }
  if (resource.scope === "Cluster") return copy;
  return { ...copy, metadata: { ...copy.metadata, namespace } };
}

/** The object in the version that operators work with, and the schema of that. */
function toHub(resource: AnyResource, object: AnyObject): { readonly schema: CompiledSchema; readonly hub: AnyObject } {
  const declaration: ResourceDeclaration = resource.declaration;
  const schema = compileVersion(declaration);
  const { version } = parseGroupVersion(object.apiVersion);
  if (version === declaration.version) return { schema, hub: prepareBy(schema, object) };
  const spoken = resource.versions.find((other) => other.version === version);
  const way = spokesOf(resource).find(({ kind }) => kind.version === version);
  if (spoken === undefined || way === undefined) {
    const known = [declaration.version, ...resource.versions.map((other) => other.version)].join(", ");
    throw new UsageError(
      "PINTLE_RENDER_KIND_WRONG",
      `${resource.kind} of ${resource.group} has no version ${version}: write one of ${known}`,
    );
  }
  const own = compileVersion(spoken);
  const prepared = prepareBy(own, object);
  checkBy(own, resource, prepared);
  // Conversions change annotations of the metadata, and leave the rest of it alone.
  const { metadata, ...fields } = way.ways.up(prepared as object as JsonObject);
  const { apiVersion, kind } = resource;
  const hub = { apiVersion, kind, metadata: { ...prepared.metadata, ...(metadata as object) }, ...fields };
  return { schema, hub: prepareBy(schema, hub as AnyObject) };
}

function compileVersion(version: VersionShape): CompiledSchema {
  return compileSchema(schemaOfVersion(version));
}

function prepareBy(schema: CompiledSchema, object: AnyObject): AnyObject {
  const { object: prepared, unknownFields, error } = schema.prepare(object as object as JsonObject);
  if (error) throw ApiError.invalid({ group: "", kind: object.kind }, object.metadata.name ?? "", [error]);
  if (unknownFields.length > 0) {
    const fields = unknownFields.map((path) => `unknown field ${JSON.stringify(path)}`).join(", ");
    throw ApiError.badRequest(
      `${object.kind} ${JSON.stringify(object.metadata.name)}: strict decoding error: ${fields}`,
    );
  }
  return prepared as object as AnyObject;
}

function checkBy(schema: CompiledSchema, { group, kind }: AnyResource, object: AnyObject): void {
  const errors = schema.validate(object as object as JsonObject);
  if (errors.length > 0) throw ApiError.invalid({ group, kind }, object.metadata.name ?? "", errors);
}
