/** The refusals of policies: a Forbidden in its details, with a reason, a code and a message of its own. */
import { ApiError, type StatusReason } from "@pintle/machinery";
import { metadataText } from "../../registry/object-metadata.ts";
import type { AdmissionAttributes } from "../admission.ts";

export interface PolicyRefusal {
  readonly reason: string;
  readonly code: number;
  /** The usual words of a Forbidden, with the first cause, unless said. */
  readonly message?: string;
  readonly causes: readonly string[];
}

export function refusePolicy(
  { endpoint, name, object }: AdmissionAttributes,
  { reason, code, message, causes }: PolicyRefusal,
): ApiError {
  // The name may not have been generated yet.
  const shownName =
    name || (object && (metadataText(object, "name") || metadataText(object, "generateName"))) || "Unknown";
  const { status } = ApiError.forbidden(endpoint.groupResource, shownName, causes[0] ?? "");
  return ApiError.fromStatus({
    ...status,
    ...(message !== undefined && { message }),
    reason: reason as StatusReason,
    code,
    details: { ...status.details, causes: causes.map((cause) => ({ message: cause })) },
  });
}
