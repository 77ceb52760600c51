/** The rows of Nodes and Namespaces. */
import { compareUtf8, getOwn, type JsonObject } from "@pintle/machinery";
import { objectAt, objectsAt, textAt } from "../builtin/json-fields.ts";
import { ageOf, type CellsByResource, filledTextOr, flagAt, nameOf } from "./kind-cells.ts";

const rolePrefix = "node-role.kubernetes.io/";
const roleLabel = "kubernetes.io/role";

export const nodeCells: CellsByResource = {
  nodes: (node, nowMs) => {
    const architecture = textAt(node, "status.nodeInfo.architecture");
    const kernel = filledTextOr(node, "status.nodeInfo.kernelVersion", "<unknown>");
    return [
      ...[nameOf(node), formatNodeStatus(node), formatRoles(node), ageOf(node, nowMs)],
      textAt(node, "status.nodeInfo.kubeletVersion"),
      ...[addressOf(node, "InternalIP"), addressOf(node, "ExternalIP")],
      filledTextOr(node, "status.nodeInfo.osImage", "<unknown>"),
      architecture === "" ? kernel : `${kernel} (${architecture})`,
      filledTextOr(node, "status.nodeInfo.containerRuntimeVersion", "<unknown>"),
    ];
  },
  namespaces: (namespace, nowMs) => [nameOf(namespace), textAt(namespace, "status.phase"), ageOf(namespace, nowMs)],
};

function formatNodeStatus(node: JsonObject): string {
  // The last one decides, should there be more.
  const ready = objectsAt(node, "status.conditions").findLast((condition) => textAt(condition, "type") === "Ready");
  const status = !ready ? "Unknown" : textAt(ready, "status") === "True" ? "Ready" : "NotReady";
  return flagAt(node, "spec.unschedulable") ? `${status},SchedulingDisabled` : status;
}

/** A role is in the key of a label, or in the value of another one. */
function formatRoles(node: JsonObject): string {
  const labels = objectAt(node, "metadata.labels");
  const roles = Object.keys(labels).map((key) => {
    if (key.startsWith(rolePrefix)) return key.slice(rolePrefix.length);
    const value = getOwn(labels, key);
    return key === roleLabel && typeof value === "string" ? value : "";
  });
  const named = [...new Set(roles)].filter((role) => role !== "").sort(compareUtf8);
  return named.join(",") || "<none>";
}

function addressOf(node: JsonObject, type: string): string {
  const found = objectsAt(node, "status.addresses").find((address) => textAt(address, "type") === type);
  return found ? textAt(found, "address") : "<none>";
}
