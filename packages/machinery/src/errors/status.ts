/**
 * The Status object, which the API answers instead of what was asked for: `{kind: "Status", apiVersion: "v1", …}`.
 *
 * Fields that are empty are left out, as on the wire; `reason` and a cause's `reason` are open sets, because admission
 * webhooks and aggregated servers write their own.
 */
import type { ListMeta } from "../objects/object-meta.ts";

export interface Status {
  kind: "Status";
  apiVersion: "v1";
  metadata: ListMeta;
  status?: "Success" | "Failure";
  message?: string;
  reason?: StatusReason | (string & {});
  details?: StatusDetails;
  /** The HTTP status code; some servers leave it out. */
  code?: number;
}

export interface StatusDetails {
  name?: string;
  group?: string;
  /** The plural resource for most reasons, the kind for Invalid. */
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  retryAfterSeconds?: number;
}

export interface StatusCause {
  reason?: CauseReason | (string & {});
  message?: string;
  field?: string;
}

/** The HTTP code that belongs to each reason that Kubernetes knows. */
export const codeByReason = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  AlreadyExists: 409,
  Conflict: 409,
  Gone: 410,
  Expired: 410,
  RequestEntityTooLarge: 413,
  UnsupportedMediaType: 415,
  Invalid: 422,
  TooManyRequests: 429,
  InternalError: 500,
  ServerTimeout: 500,
  StorageReadError: 500,
  ServiceUnavailable: 503,
  Timeout: 504,
} as const;

export type StatusReason = keyof typeof codeByReason;

/** The reasons that Kubernetes itself gives in causes; those of single fields are the types of `FieldError`. */
export type CauseReason =
  | "FieldValueNotFound"
  | "FieldValueRequired"
  | "FieldValueDuplicate"
  | "FieldValueInvalid"
  | "FieldValueNotSupported"
  | "FieldValueForbidden"
  | "FieldValueTooLong"
  | "FieldValueTooShort"
  | "FieldValueTooMany"
  | "FieldValueTooFew"
  | "FieldValueTypeInvalid"
  | "InternalError"
  | "FieldManagerConflict"
  | "NamespaceTerminating"
  | "ResourceVersionTooLarge"
  | "UnexpectedServerResponse";

export function isStatusReason(reason: string | undefined): reason is StatusReason {
  return reason !== undefined && Object.hasOwn(codeByReason, reason);
}

/** Whether an answer is a Status rather than an object or some proxy's page. */
export function isStatus(value: unknown): value is Status {
  if (typeof value !== "object" || value === null) return false;
  const { kind, apiVersion } = value as { kind?: unknown; apiVersion?: unknown };
  return kind === "Status" && (apiVersion === "v1" || apiVersion === "meta.k8s.io/v1");
}

/**
 * A failure with the code of its reason, or 500 where there is no reason: the server's word for errors it did not expect.
 * Empty fields of the details are left out, the details themselves are not.
 */
export function createFailureStatus(
  reason: StatusReason | "",
  message: string,
  details?: StatusDetails,
  code: number = reason === "" ? 500 : codeByReason[reason],
): Status {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    ...(message && { message }),
    ...(reason && { reason }),
    ...(details && { details: withoutEmptyFields(details) }),
    code,
  };
}

function withoutEmptyFields(details: StatusDetails): StatusDetails {
  const { name, group, kind, uid, causes, retryAfterSeconds } = details;
  return {
    ...(name && { name }),
    ...(group && { group }),
    ...(kind && { kind }),
    ...(uid && { uid }),
    ...(causes && causes.length > 0 && { causes: causes.map(withoutEmptyCauseFields) }),
    ...(retryAfterSeconds && { retryAfterSeconds }),
  };
}

function withoutEmptyCauseFields({ reason, message, field }: StatusCause): StatusCause {
  return { ...(reason && { reason }), ...(message && { message }), ...(field && { field }) };
}
