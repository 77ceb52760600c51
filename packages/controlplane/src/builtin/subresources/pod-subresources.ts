/** What is done to pods from the outside: bound to a node, evicted, looked into. */
import type { CustomCall, OwnSubresource } from "@pintle/apiserver";
import { shapeOfType } from "@pintle/kinds/tables";
import {
  ApiError,
  createFailureStatus,
  FieldError,
  fieldPath,
  formatTime,
  type JsonObject,
  type JsonValue,
  joinFieldErrors,
} from "@pintle/machinery";
import type { BuiltInOptions, ObjectPlace } from "../built-in-options.ts";
import { objectAt, objectsAt, textAt, withValueAt } from "../json-fields.ts";
import { createPodConnections } from "./connections.ts";
import { evictPod } from "./evict-pod.ts";

const success = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };

export function createPodSubresources(options: BuiltInOptions): Readonly<Record<string, OwnSubresource>> {
  const binding = {
    type: "own",
    group: "",
    version: "v1",
    kind: "Binding",
    shape: shapeOfType("core/v1.Binding"),
    storage: { create: (call, object) => bindPod(options, call, call.name, object) },
    verbs: ["create"],
  } satisfies OwnSubresource;
  const eviction = {
    type: "own",
    group: "policy",
    version: "v1",
    kind: "Eviction",
    shape: shapeOfType("policy/v1.Eviction"),
    storage: { create: (call, object) => evict(options, call, object) },
    verbs: ["create"],
  } satisfies OwnSubresource;
  return { binding, eviction, ...createPodConnections(options) };
}

/** Assigns a pod to a node, once. `bindings` of the namespace does the same with the name in the object. */
export async function bindPod(
  { objects, clock }: BuiltInOptions,
  call: CustomCall,
  name: string,
  binding: JsonObject,
): Promise<JsonObject> {
  if (name !== textAt(binding, "metadata.name")) {
    throw ApiError.badRequest("name in URL does not match name in Binding object");
  }
  const errors = validateBinding(binding);
  // The server tells this as a failure of its own, without a reason.
  if (errors.length > 0) throw new ApiError(createFailureStatus("", joinFieldErrors(errors)));
  if (name === "") throw ApiError.badRequest("Name parameter required.");
  const place = podPlace(call, name);
  const now = formatTime(clock.now());
  await objects.rewrite(place, (pod) => assign(pod, binding, now), call.isDryRun);
  return success;
}

function podPlace({ namespace }: CustomCall, name: string): ObjectPlace {
  return { group: "", plural: "pods", namespace, name };
}

function validateBinding(binding: JsonObject): FieldError[] {
  const kind = textAt(binding, "target.kind");
  const path = fieldPath("target");
  return [
    ...(kind !== "" && kind !== "Node" ? [FieldError.notSupported(path.child("kind"), kind, ["Node", "<empty>"])] : []),
    ...(textAt(binding, "target.name") === "" ? [FieldError.required(path.child("name"), "")] : []),
  ];
}

function assign(pod: JsonObject, binding: JsonObject, now: string): JsonObject {
  const name = textAt(pod, "metadata.name");
  const misfit = whyNotMeant(pod, binding);
  if (misfit !== undefined) throw ApiError.conflict({ group: "", resource: "pods" }, name, misfit);
  const problem = whyNotAssigned(pod, name);
  if (problem !== undefined) throw ApiError.conflict({ group: "", resource: "pods/binding" }, name, problem);
  const merged = (key: string) => ({ ...objectAt(pod, `metadata.${key}`), ...objectAt(binding, `metadata.${key}`) });
  let assigned = withValueAt(pod, "spec.nodeName", textAt(binding, "target.name"));
  for (const key of ["annotations", "labels"]) {
    if (Object.keys(merged(key)).length > 0) assigned = withValueAt(assigned, `metadata.${key}`, merged(key));
  }
  return withValueAt(assigned, "status.conditions", withScheduled(pod, now));
}

/** A binding may say which pod of that name it is for. */
function whyNotMeant(pod: JsonObject, binding: JsonObject): string | undefined {
  const key = `/pods/${textAt(pod, "metadata.namespace")}/${textAt(pod, "metadata.name")}`;
  const names = { uid: "UID", resourceVersion: "ResourceVersion" };
  for (const [field, shown] of Object.entries(names)) {
    const [wanted, found] = [textAt(binding, `metadata.${field}`), textAt(pod, `metadata.${field}`)];
    if (wanted === "" || wanted === found) continue;
    const problem = `Precondition failed: ${shown} in precondition: ${wanted}, ${shown} in object meta: ${found}`;
    return `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${problem}`;
  }
  return undefined;
}

function whyNotAssigned(pod: JsonObject, name: string): string | undefined {
  const node = textAt(pod, "spec.nodeName");
  if (textAt(pod, "metadata.deletionTimestamp") !== "") {
    return `pod ${name} is being deleted, cannot be assigned to a host`;
  }
  if (node !== "") return `pod ${name} is already assigned to node "${node}"`;
  if (objectsAt(pod, "spec.schedulingGates").length > 0) return `pod ${name} has non-empty .spec.schedulingGates`;
  return undefined;
}

function withScheduled(pod: JsonObject, now: string): JsonValue[] {
  const others = objectsAt(pod, "status.conditions").filter(({ type }) => type !== "PodScheduled");
  const scheduled = { type: "PodScheduled", status: "True", lastProbeTime: null, lastTransitionTime: now };
  return [...others, scheduled];
}

async function evict(options: BuiltInOptions, call: CustomCall, eviction: JsonObject): Promise<JsonObject> {
  if (call.name !== textAt(eviction, "metadata.name")) {
    throw ApiError.badRequest("name in URL does not match name in Eviction object");
  }
  await evictPod(options, call, eviction);
  return success;
}
