/** The rows of APIServices. */
import { isJsonObject, type JsonObject } from "@pintle/machinery";
import { textAt, valueAt } from "../builtin/json-fields.ts";
import { conditionOf } from "./condition-cells.ts";
import { ageOf, type CellsByResource, nameOf } from "./kind-cells.ts";

export const apiServiceCells: CellsByResource = {
  "apiservices.apiregistration.k8s.io": (apiService, nowMs) => [
    ...[nameOf(apiService), formatService(apiService), formatAvailable(apiService), ageOf(apiService, nowMs)],
  ],
};

/** Without a Service it is this server that answers. */
function formatService(apiService: JsonObject): string {
  const service = valueAt(apiService, "spec.service");
  return isJsonObject(service) ? `${textAt(service, "namespace")}/${textAt(service, "name")}` : "Local";
}

function formatAvailable(apiService: JsonObject): string {
  const condition = conditionOf(apiService, "Available");
  if (!condition) return "Unknown";
  const [status, reason] = [textAt(condition, "status"), textAt(condition, "reason")];
  return status === "True" || reason === "" ? status : `${status} (${reason})`;
}
