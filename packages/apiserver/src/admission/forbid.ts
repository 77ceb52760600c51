/** The refusal of a part of admission. */
import { ApiError } from "@pintle/machinery";
import { metadataText } from "../registry/object-metadata.ts";
import type { AdmissionAttributes } from "./admission.ts";

export function forbidRequest({ endpoint, name, object = {} }: AdmissionAttributes, why: string): ApiError {
  // Names may not have been generated yet.
  const known = name || metadataText(object, "name") || metadataText(object, "generateName") || "Unknown";
  return ApiError.forbidden(endpoint.groupResource, known, why);
}
