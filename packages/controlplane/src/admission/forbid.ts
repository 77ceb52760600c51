/** The refusal of an admission plugin. */
import type { AdmissionAttributes } from "@pintle/apiserver";
import { ApiError, isJsonObject } from "@pintle/machinery";

export function forbid({ endpoint, name, object }: AdmissionAttributes, why: string): ApiError {
  return ApiError.forbidden(endpoint.groupResource, name || nameOf(object?.metadata), why);
}

/** Names may not have been generated yet. */
function nameOf(metadata: unknown): string {
  if (!isJsonObject(metadata)) return "Unknown";
  return String(metadata.name || metadata.generateName || "Unknown");
}
