/** Nodes show the pods that they were told to run by others than the server, tell how their pods fare, and end them. */
import { ApiError, equalJson, getOwn, type JsonObject, quoteGo } from "@pintle/machinery";
import { listAt, objectAt, objectsAt, textAt, valueAt } from "../../builtin/json-fields.ts";
import { readNode } from "../nodes/stored-node.ts";
import { type NodeRequest, type NodeRestrictionParts, readPod, refuse } from "./node-request.ts";
import { findReference } from "./pod-references.ts";

const mirrorAnnotation = "kubernetes.io/config.mirror";

export async function restrictPod(request: NodeRequest, parts: NodeRestrictionParts): Promise<void> {
  const { attributes, node } = request;
  const { operation, subresource, object = {}, old = {} } = attributes;
  if (subresource === "status") return restrictStatus(request, object, old);
  if (subresource === "eviction") return restrictEviction(request, parts);
  if (subresource !== "") {
    const only = "only 'status' and 'eviction' are allowed";
    throw refuse(request, `unexpected pod subresource ${quoteGo(subresource)}, ${only}`);
  }
  if (operation === "CREATE") return restrictMirror(request, parts, object);
  if (operation !== "DELETE") {
    const only = `node ${quoteGo(node)} can only create and delete mirror pods`;
    throw refuse(request, `unexpected operation ${quoteGo(operation)}, ${only}`);
  }
  if (textAt(old, "spec.nodeName") !== node) {
    throw refuse(request, `node ${quoteGo(node)} can only delete pods with spec.nodeName set to itself`);
  }
}

async function restrictMirror(request: NodeRequest, parts: NodeRestrictionParts, pod: JsonObject): Promise<void> {
  const { node } = request;
  const who = `node ${quoteGo(node)}`;
  if (getOwn(objectAt(pod, "metadata.annotations"), mirrorAnnotation) === undefined) {
    throw refuse(request, `pod does not have "${mirrorAnnotation}" annotation, ${who} can only create mirror pods`);
  }
  if (textAt(pod, "spec.nodeName") !== node) {
    throw refuse(request, `${who} can only create pods with spec.nodeName set to itself`);
  }
  const [owner, ...others] = objectsAt(pod, "metadata.ownerReferences");
  if (others.length > 0) {
    throw refuse(request, `${who} can only create pods with a single owner reference set to itself`);
  }
  const isItself = textAt(owner ?? {}, "apiVersion") === "v1" && textAt(owner ?? {}, "kind") === "Node";
  if (!owner || !isItself || textAt(owner, "name") !== node) {
    throw refuse(request, `${who} can only create pods with an owner reference set to itself`);
  }
  if (owner.controller !== true) {
    throw refuse(request, `${who} can only create pods with a controller owner reference set to itself`);
  }
  if (owner.blockOwnerDeletion === true) {
    throw refuse(request, `${who} must not set blockOwnerDeletion on an owner reference`);
  }
  const stored = await readNode(parts.storage, node);
  if (!stored) throw ApiError.notFound({ group: "", resource: "node" }, node);
  const [uid, actual] = [textAt(owner, "uid"), textAt(stored, "metadata.uid")];
  if (uid !== actual) throw refuse(request, `node ${node} UID mismatch: expected ${uid} got ${actual}`);
  const found = findReference(pod);
  if (found?.type === "unknown") throw refuse(request, `error checking mirror pod for API references: ${found.text}`);
  if (found) throw refuse(request, `${who} can not create pods that reference ${found.text}`);
}

function restrictStatus(request: NodeRequest, pod: JsonObject, old: JsonObject): void {
  const { attributes, node } = request;
  const who = `node ${quoteGo(node)}`;
  if (attributes.operation !== "UPDATE") throw refuse(request, `unexpected operation ${quoteGo(attributes.operation)}`);
  if (textAt(old, "spec.nodeName") !== node) {
    throw refuse(request, `${who} can only update pod status for pods with spec.nodeName set to itself`);
  }
  if (!equalJson(objectAt(pod, "metadata.labels"), objectAt(old, "metadata.labels"))) {
    throw refuse(request, `${who} cannot update labels through pod status`);
  }
  const claims = "status.resourceClaimStatuses";
  if (!equalJson([...listAt(pod, claims)], [...listAt(old, claims)])) {
    throw refuse(request, `${who} cannot update resource claim statues`);
  }
  const extended = "status.extendedResourceClaimStatus";
  if (!equalJson(valueAt(pod, extended) ?? null, valueAt(old, extended) ?? null)) {
    throw refuse(request, `${who} cannot update extended resource claim status`);
  }
}

async function restrictEviction(request: NodeRequest, parts: NodeRestrictionParts): Promise<void> {
  const { attributes, node } = request;
  const { operation, namespace, name, object = {} } = attributes;
  if (operation !== "CREATE") throw refuse(request, `unexpected operation ${operation}`);
  const evicted = name || textAt(object, "metadata.name");
  if (evicted === "") throw refuse(request, "could not determine pod from request data");
  const pod = await readPod(parts, namespace, evicted);
  if (textAt(pod, "spec.nodeName") !== node) {
    throw refuse(request, `node ${node} can only evict pods with spec.nodeName set to itself`);
  }
}
