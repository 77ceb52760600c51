/** What belongs to a node beside itself and its pods: its lease, its volumes' drivers, its devices, its certificates, and how claims grow on it. */
import { Buffer } from "node:buffer";
import { equalJson, type JsonObject, quoteGo } from "@pintle/machinery";
import { readRequestedSubjects } from "@pintle/machinery/certificates";
import { textAt, withValueAt } from "../../builtin/json-fields.ts";
import { type NodeRequest, refuse } from "./node-request.ts";

const leaseNamespace = "kube-node-lease";

export function restrictLease(request: NodeRequest): void {
  const { attributes, node } = request;
  if (attributes.namespace !== leaseNamespace) {
    throw refuse(request, `can only access leases in the "${leaseNamespace}" system namespace`);
  }
  if (attributes.name === node) return;
  throw refuse(request, "can only access node lease with the same name as the requesting node");
}

/** Of CSINodes. */
export function restrictNamesake(request: NodeRequest): void {
  if (request.attributes.name === request.node) return;
  throw refuse(request, "can only access CSINode with the same name as the requesting node");
}

/** Who may change one that is there is left to who authorizes. */
export function restrictSlice(request: NodeRequest): void {
  const { attributes, node } = request;
  const { operation, object = {}, old = {} } = attributes;
  if (operation === "UPDATE") return;
  const [verb, slice] = operation === "CREATE" ? ["create", object] : ["delete", old];
  if (textAt(slice, "spec.nodeName") === node) return;
  throw refuse(request, `can only ${verb} ResourceSlice with the same NodeName as the requesting node`);
}

const signers = ["kubernetes.io/kubelet-serving", "kubernetes.io/kube-apiserver-client-kubelet"];

export function restrictCertificateRequest(request: NodeRequest): void {
  const { attributes, node } = request;
  const { operation, object = {} } = attributes;
  if (operation !== "CREATE" || !signers.includes(textAt(object, "spec.signerName"))) return;
  const wanted = `system:node:${node}`;
  if (commonNamesOf(request, textAt(object, "spec.request")).every((name) => name === wanted)) return;
  throw refuse(request, `can only create a node CSR with CN=${wanted}`);
}

function commonNamesOf(request: NodeRequest, pem: string): string[] {
  try {
    return readRequestedSubjects(Buffer.from(pem, "base64").toString("latin1")).map(({ commonName }) => commonName);
  } catch (error) {
    throw refuse(request, `unable to parse csr: ${error instanceof Error ? error.message : error}`);
  }
}

/** What a node may tell about a claim whose volume grows, and what the server keeps. */
const ownFields = [
  ...["metadata.resourceVersion", "metadata.managedFields", "status.capacity", "status.conditions"],
  ...["status.allocatedResources", "status.allocatedResourceStatuses"],
];

export function restrictClaim(request: NodeRequest): void {
  const { attributes, node } = request;
  const { operation, subresource, object = {}, old = {} } = attributes;
  if (subresource !== "status") throw refuse(request, "may only update PVC status");
  if (operation !== "UPDATE") throw refuse(request, `unexpected operation ${quoteGo(operation)}`);
  const others = (claim: JsonObject) => ownFields.reduce((rest, path) => withValueAt(rest, path, undefined), claim);
  if (equalJson(others(object), others(old))) return;
  const what = "is not allowed to update fields other than status.quantity and status.conditions";
  throw refuse(request, `node ${quoteGo(node)} ${what}`);
}
