/** A node writes itself, but neither its taints nor its owners, and of the labels that Kubernetes knows only those that say what it is. */
import { compareUtf8, equalJson, getOwn, type JsonObject, quoteGo } from "@pintle/machinery";
import { listAt, objectAt, valueAt } from "../../builtin/json-fields.ts";
import { type NodeRequest, refuse } from "./node-request.ts";

export function restrictNode(request: NodeRequest): void {
  const { attributes, node } = request;
  const { operation, name, object = {}, old = {} } = attributes;
  const who = `node ${quoteGo(node)} is not allowed to`;
  if (name !== node) throw refuse(request, `${who} modify node ${quoteGo(name)}`);
  if (operation === "CREATE") {
    if (hasConfigSource(object)) throw refuse(request, `${who} create pods with a non-nil configSource`);
    const labels = forbiddenLabels(object, {});
    if (labels.length > 0) throw refuse(request, `${who} set the following labels: ${labels.join(", ")}`);
  }
  if (operation !== "UPDATE") return;
  if (hasConfigSource(object) && !isEqualAt(object, old, "spec.configSource")) {
    throw refuse(request, `${who} update configSource to a new non-nil configSource`);
  }
  if (!isEqualAt(object, old, "spec.taints")) throw refuse(request, `${who} modify taints`);
  if (!isEqualAt(object, old, "metadata.ownerReferences")) throw refuse(request, `${who} modify ownerReferences`);
  const labels = forbiddenLabels(object, old);
  if (labels.length > 0) throw refuse(request, `is not allowed to modify labels: ${labels.join(", ")}`);
}

function hasConfigSource(node: JsonObject): boolean {
  return (valueAt(node, "spec.configSource") ?? null) !== null;
}

/** A list that is absent is as good as an empty one. */
function isEqualAt(object: JsonObject, old: JsonObject, path: string): boolean {
  const [value, before] = [object, old].map((one) => valueAt(one, path) ?? [...listAt(one, path)]);
  return equalJson(value ?? [], before ?? []);
}

function forbiddenLabels(object: JsonObject, old: JsonObject): string[] {
  const [labels, before] = [objectAt(object, "metadata.labels"), objectAt(old, "metadata.labels")];
  const keys = [...new Set([...Object.keys(labels), ...Object.keys(before)])];
  return keys.filter((key) => getOwn(labels, key) !== getOwn(before, key) && isForbidden(key)).sort(compareUtf8);
}

const ownLabels: ReadonlySet<string> = new Set([
  ...["kubernetes.io/hostname", "kubernetes.io/os", "kubernetes.io/arch", "beta.kubernetes.io/os"],
  ...["beta.kubernetes.io/arch", "beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type"],
  ...["topology.kubernetes.io/zone", "topology.kubernetes.io/region"],
  ...["failure-domain.beta.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/region"],
]);

function isForbidden(label: string): boolean {
  const slash = label.indexOf("/");
  const domain = slash < 0 ? "" : label.slice(0, slash);
  const isOf = (parent: string) => domain === parent || domain.endsWith(`.${parent}`);
  if (isOf("node-restriction.kubernetes.io")) return true;
  if (!isOf("kubernetes.io") && !isOf("k8s.io")) return false;
  return !ownLabels.has(label) && !isOf("kubelet.kubernetes.io") && !isOf("node.kubernetes.io");
}
