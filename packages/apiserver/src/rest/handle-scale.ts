/** GET, PUT and PATCH of an object's Scale: a small object of another kind, whose changes become changes of the replicas. */
import { shapeOfType } from "@pintle/kinds/tables";
import {
  ApiError,
  FieldError,
  type JsonObject,
  managedFieldsAfterScale,
  managedFieldsOfScale,
} from "@pintle/machinery";
import type { AdmissionChain } from "../admission/admission.ts";
import { changeObject } from "../registry/change-object.ts";
import { metadataText, withMetadata } from "../registry/object-metadata.ts";
import { checkNameOfUrl, inNamespaceOf } from "../registry/prepare-metadata.ts";
import { fromStorageVersion, type ResourceEndpoint, toStorageVersion } from "../registry/resource-endpoint.ts";
import {
  checkFirstReplicas,
  replicasOf,
  replicasPathsOf,
  requireReplicas,
  scaleKind,
  scaleOf,
  withReplicas,
} from "../registry/scale.ts";
import type { ScaleSubresource } from "../registry/served-resource.ts";
import { decodeStored } from "../registry/stored-object.ts";
import { admissionAttributes, type WriteOutcome } from "../registry/write-call.ts";
import { maxBodyBytes, readBody } from "../wire/read-body.ts";
import { normalizeBuiltIn } from "../wire/typed/normalize-built-in.ts";
import { optionsObject, readBodyOf, writeCallOf } from "./calls.ts";
import { type BodyType, decodeBody } from "./decode-body.ts";
import { readStored } from "./handle-get.ts";
import { createTransform, readPatchType } from "./handle-patch.ts";
import { type ManagedWrite, recordManager } from "./managed-fields.ts";
import type { RestResult } from "./rest-result.ts";
import type { RestCall } from "./rest-server.ts";
import { readWriteOptions, type WriteOptions } from "./write-options.ts";

const scaleType = "autoscaling/v1.Scale";
const bodyType: BodyType = {
  ...scaleKind,
  shape: shapeOfType(scaleType),
  isBuiltIn: true,
  normalize: (object) => normalizeBuiltIn(object, scaleType),
};

/** From the Scale that there is to the one that shall be, with managedFields. */
type ScaleChange = (live: JsonObject) => JsonObject;

export async function handleScale(call: RestCall, scale: ScaleSubresource): Promise<RestResult> {
  const { verb } = call.context.info;
  if (verb === "get") return answer(call, scale, { type: "stored", stored: await readStored(call) });
  return verb === "update" ? updateScale(call, scale) : patchScale(call, scale);
}

async function updateScale(call: RestCall, scale: ScaleSubresource): Promise<RestResult> {
  const options = readWriteOptions(call.request, "UpdateOptions");
  const sent = decodeBody(bodyType, await readBodyOf(call, options));
  call.context.audit?.noteObject(sent);
  checkNameOfUrl(sent, call.context.info.name);
  const write = scaleWriteOf(call, options);
  const change: ScaleChange = (live) => recordManager(write, live, sent);
  return changeScale(call, scale, options, change, metadataText(sent, "uid"));
}

async function patchScale(call: RestCall, scale: ScaleSubresource): Promise<RestResult> {
  const patchType = readPatchType(call);
  const bytes = await readBody(call.request.body, maxBodyBytes);
  const options = readWriteOptions(call.request, "PatchOptions", patchType === "apply");
  call.context.audit?.notePatch(bytes);
  const { fieldValidation } = options;
  const input = { type: bodyType, bytes, fieldValidation, warnings: call.context.warnings };
  return changeScale(call, scale, options, createTransform(patchType, input, scaleWriteOf(call, options), options));
}

/** Managers are recorded as those of a Scale, and carried over to the object afterwards. */
function scaleWriteOf({ endpoint, context }: RestCall, { manager }: WriteOptions): ManagedWrite {
  const version = {
    version: scaleKind.version,
    shape: bodyType.shape,
    ...(bodyType.normalize && { normalize: bodyType.normalize }),
  };
  const resource = { ...endpoint.resource, ...scaleKind, versions: [version] };
  const scaleEndpoint: ResourceEndpoint = { ...endpoint, resource, version, apiVersion: "autoscaling/v1" };
  return { endpoint: scaleEndpoint, strategy: { nameRule: "pathSegment" }, context, manager, subresource: "scale" };
}

async function changeScale(
  call: RestCall,
  scale: ScaleSubresource,
  options: WriteOptions,
  change: ScaleChange,
  uid = "",
): Promise<RestResult> {
  const { endpoint, context, server } = call;
  const { name } = context.info;
  const admission = asScaleAdmission(server.admission, scale, endpoint);
  const optionsSeen = optionsObject("UpdateOptions", options);
  const base = writeCallOf(call, { name, isDryRun: options.isDryRun, options: optionsSeen });
  const write = { ...base, admission, strategy: { ...base.strategy, createsOnUpdate: false } };

  async function transform(existing: JsonObject | undefined): Promise<JsonObject> {
    const parent = fromStorageVersion(endpoint, existing ?? {});
    const live = liveScaleOf(parent, scale, endpoint);
    const changed = change(live);
    const attributes = admissionAttributes(base, "UPDATE", changed, live, name, scaleKind);
    const admitted = (await server.admission.mutate(attributes)) ?? changed;
    checkScale(call, parent, admitted);
    checkFirstReplicas(parent, admitted, scale, endpoint);
    return toStorageVersion(endpoint, scaledParent(parent, admitted, scale, endpoint));
  }

  const { outcome } = await changeObject(write, { transform, uid });
  return answer(call, scale, outcome);
}

function liveScaleOf(parent: JsonObject, scale: ScaleSubresource, endpoint: ResourceEndpoint): JsonObject {
  const managedFields = managedFieldsOfScale(parent, replicasPathsOf(endpoint, scale));
  return withMetadata(scaleOf(parent, scale), { ...(managedFields.length > 0 && { managedFields }) });
}

function scaledParent(
  parent: JsonObject,
  changed: JsonObject,
  scale: ScaleSubresource,
  endpoint: ResourceEndpoint,
): JsonObject {
  const paths = replicasPathsOf(endpoint, scale);
  const managedFields = managedFieldsAfterScale(parent, changed, paths, endpoint.apiVersion);
  return withMetadata(withReplicas(parent, scale, replicasOf(changed)), {
    managedFields: managedFields.length === 0 ? undefined : managedFields,
    resourceVersion: metadataText(changed, "resourceVersion") || metadataText(parent, "resourceVersion"),
  });
}

function checkScale({ context, endpoint }: RestCall, parent: JsonObject, changed: JsonObject): void {
  const { name, namespace } = context.info;
  inNamespaceOf(changed, endpoint.isNamespaced ? namespace : "");
  checkNameOfUrl(changed, name);
  const replicas = replicasOf(changed);
  // Custom resources are validated by their own rules.
  if (replicas < 0 && !endpoint.resource.isCustom) {
    const error = FieldError.invalid("spec.replicas", replicas, "must be greater than or equal to 0");
    throw ApiError.invalid(scaleKind, name, [error]);
  }
  const [uid, found] = [metadataText(changed, "uid"), metadataText(parent, "uid")];
  if (uid === "" || uid === found) return;
  const { group, resource } = endpoint.groupResource;
  const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${found}`;
  throw ApiError.conflict({ group, resource: `${resource}/scale` }, name, why);
}

/** Admission sees what the client sees: Scales. */
function asScaleAdmission(
  admission: AdmissionChain,
  scale: ScaleSubresource,
  endpoint: ResourceEndpoint,
): AdmissionChain {
  const toScale = (object: JsonObject | undefined) => object && scaleOf(fromStorageVersion(endpoint, object), scale);
  return {
    mutate: (attributes) => admission.mutate(attributes),
    validate: (attributes) =>
      admission.validate({
        ...attributes,
        kind: scaleKind,
        object: toScale(attributes.object),
        old: toScale(attributes.old),
      }),
  };
}

function answer({ endpoint }: RestCall, scale: ScaleSubresource, outcome: WriteOutcome): RestResult {
  const kept = outcome.type === "stored" ? decodeStored(outcome.stored) : outcome.object;
  const parent = fromStorageVersion(endpoint, kept);
  requireReplicas(parent, scale, endpoint);
  const object = scaleOf(parent, scale);
  return { type: "object", status: 200, object, otherType: scaleType };
}
