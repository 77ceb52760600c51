/**
 * An answer of the API that is no success, with the Status inside it. Codes, reasons and texts are those of Kubernetes.
 *
 * Both sides use it: a server throws what the constructors build, a client throws what it read. Ask with
 * `ApiError.is(error, "NotFound")`, which looks through wrapping errors and understands servers that give a code alone.
 */
import {
  formatGroupKind,
  formatGroupResource,
  type GroupKind,
  type GroupResource,
} from "../objects/group-version-kind.ts";
import { quoteGo } from "../text/go-text.ts";
import { type FieldError, joinFieldErrors, limitFieldErrors } from "./field-error.ts";
import {
  codeByReason,
  createFailureStatus,
  isStatusReason,
  type Status,
  type StatusCause,
  type StatusDetails,
  type StatusReason,
} from "./status.ts";

/** Their code is shared by several reasons or says too little, so the reason alone decides. */
const decidedByReason: ReadonlySet<StatusReason> = new Set([
  "AlreadyExists",
  "Expired",
  "ServerTimeout",
  "StorageReadError",
]);

/** Their code means the same whatever reason stands beside it. */
const decidedByCode: ReadonlySet<StatusReason> = new Set(["TooManyRequests", "RequestEntityTooLarge"]);

declare const answered: unique symbol;

/** An error that an answer of the API lies behind, as `ApiError.is` has found out: `ApiError.find` gives that answer. */
export interface AnsweredError extends Error {
  /** For the compiler alone: there is no such property. */
  readonly [answered]: true;
}

export class ApiError extends Error {
  readonly status: Status;

  constructor(status: Status, options?: ErrorOptions) {
    super(status.message ?? "", options);
    this.status = status;
  }

  static {
    ApiError.prototype.name = "ApiError";
  }

  /** Empty where the server gave none. */
  get reason(): string {
    return this.status.reason ?? "";
  }

  /** The HTTP status code, or 0 where the server gave none. */
  get code(): number {
    return this.status.code ?? 0;
  }

  get causes(): readonly StatusCause[] {
    return this.status.details?.causes ?? [];
  }

  /** How long to wait before trying again, if the server asks for it. A ServerTimeout always does, if only for 0 seconds. */
  get retryAfterSeconds(): number | undefined {
    const { reason, details } = this.status;
    const seconds = details?.retryAfterSeconds ?? 0;
    return seconds > 0 || (details && reason === "ServerTimeout") ? seconds : undefined;
  }

  static fromStatus(status: Status): ApiError {
    return new ApiError(status);
  }

  /** The API's answer behind an error: the error itself or, where it was wrapped, the nearest `cause` that is one. */
  static find(error: AnsweredError): ApiError;
  static find(error: unknown): ApiError | undefined;
  static find(error: unknown): ApiError | undefined {
    const seen = new Set<unknown>();
    for (let next = error; next instanceof Error && !seen.has(next); next = next.cause) {
      if (next instanceof ApiError) return next;
      seen.add(next);
    }
    return undefined;
  }

  /** Whether an answer of the API lies behind the error and has one of the reasons. */
  static is(error: unknown, ...reasons: readonly [StatusReason, ...StatusReason[]]): error is AnsweredError {
    const found = ApiError.find(error);
    return found !== undefined && reasons.some((reason) => found.#means(reason));
  }

  #means(reason: StatusReason): boolean {
    if (this.reason === reason) return true;
    if (decidedByReason.has(reason) || this.code !== codeByReason[reason]) return false;
    return decidedByCode.has(reason) || !isStatusReason(this.reason);
  }

  static #failure(reason: StatusReason, message: string, details?: StatusDetails): ApiError {
    return new ApiError(createFailureStatus(reason, message, details));
  }

  static badRequest(message: string): ApiError {
    return ApiError.#failure("BadRequest", message);
  }

  static unauthorized(message = ""): ApiError {
    return ApiError.#failure("Unauthorized", message === "" ? "not authorized" : message);
  }

  /** A resource without a name is meant when `name` is empty, and a path outside the API when `resource` is empty too. */
  static forbidden(resource: GroupResource, name: string, why: string): ApiError {
    const subject = formatGroupResource(resource);
    const named = name === "" ? subject : `${subject} ${quoteGo(name)}`;
    const message = isEmptyResource(resource) ? `forbidden: ${why}` : `${named} is forbidden: ${why}`;
    return ApiError.#failure("Forbidden", message, detailsOf(resource, name));
  }

  static notFound(resource: GroupResource, name: string): ApiError {
    return ApiError.#failure("NotFound", `${subjectOf(resource, name)} not found`, detailsOf(resource, name));
  }

  /** The verb does not exist for the resource, whatever the name. */
  static methodNotSupported(resource: GroupResource, action: string): ApiError {
    const message = `${action} is not supported on resources of kind ${quoteGo(formatGroupResource(resource))}`;
    return ApiError.#failure("MethodNotAllowed", message, detailsOf(resource, ""));
  }

  /** The `Accept` header names nothing that the server can write. */
  static notAcceptable(accepted: readonly string[]): ApiError {
    return ApiError.#failure("NotAcceptable", `only the following media types are accepted: ${accepted.join(", ")}`);
  }

  static alreadyExists(resource: GroupResource, name: string): ApiError {
    return ApiError.#failure("AlreadyExists", `${subjectOf(resource, name)} already exists`, detailsOf(resource, name));
  }

  /** `generateName` led to a taken name, several times in a row. */
  static generateNameConflict(resource: GroupResource, name: string, retryAfterSeconds: number): ApiError {
    return ApiError.#failure(
      "AlreadyExists",
      `${subjectOf(resource, name)} already exists, the server was not able to generate a unique name for the object`,
      { ...detailsOf(resource, name), retryAfterSeconds },
    );
  }

  static conflict(resource: GroupResource, name: string, why: string): ApiError {
    const message = `Operation cannot be fulfilled on ${subjectOf(resource, name)}: ${why}`;
    return ApiError.#failure("Conflict", message, detailsOf(resource, name));
  }

  /** Server-side apply met fields of other managers; each cause is one of them. */
  static applyConflict(causes: readonly StatusCause[], message: string): ApiError {
    return ApiError.#failure("Conflict", message, { causes: [...causes] });
  }

  /** The content is no longer there. For a resourceVersion that is too old use `expired`, on which clients list anew. */
  static gone(message: string): ApiError {
    return ApiError.#failure("Gone", message);
  }

  static expired(message: string): ApiError {
    return ApiError.#failure("Expired", message);
  }

  static requestEntityTooLarge(message: string): ApiError {
    return ApiError.#failure("RequestEntityTooLarge", `Request entity too large: ${message}`);
  }

  /** The `Content-Type` is none that the server can read. */
  static unsupportedMediaType(accepted: readonly string[]): ApiError {
    return ApiError.#failure(
      "UnsupportedMediaType",
      `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`,
    );
  }

  /** Every error becomes a cause; the message names each distinct one once. */
  static invalid(kind: GroupKind, name: string, errors: readonly FieldError[]): ApiError {
    const told = limitFieldErrors(errors);
    const causes = told.map(({ type, body, path }) => ({ reason: type, message: body, field: path }));
    const subject = `${formatGroupKind(kind)} ${quoteGo(name)} is invalid`;
    const rest = told === errors ? "" : `, and ${errors.length - told.length} more`;
    const message = errors.length === 0 ? subject : `${subject}: ${joinFieldErrors(told)}${rest}`;
    return ApiError.#failure("Invalid", message, { group: kind.group, kind: kind.kind, name, causes });
  }

  static tooManyRequests(message: string, retryAfterSeconds: number): ApiError {
    return ApiError.#failure("TooManyRequests", message, { retryAfterSeconds });
  }

  static internalError(message: string): ApiError {
    return ApiError.#failure("InternalError", `Internal error occurred: ${message}`, { causes: [{ message }] });
  }

  /** The server could not finish in time and nothing was done: trying again is safe. */
  static serverTimeout(resource: GroupResource, operation: string, retryAfterSeconds: number): ApiError {
    const subject = formatGroupResource(resource);
    return ApiError.#failure(
      "ServerTimeout",
      `The ${operation} operation against ${subject} could not be completed at this time, please try again.`,
      { ...detailsOf(resource, operation), retryAfterSeconds },
    );
  }

  static serviceUnavailable(message: string): ApiError {
    return ApiError.#failure("ServiceUnavailable", message);
  }

  /** The request ran out of time; what it asked for may still happen. */
  static timeout(message: string, retryAfterSeconds: number): ApiError {
    return ApiError.#failure("Timeout", `Timeout: ${message}`, { retryAfterSeconds });
  }
}

function subjectOf(resource: GroupResource, name: string): string {
  return `${formatGroupResource(resource)} ${quoteGo(name)}`;
}

function detailsOf({ group, resource }: GroupResource, name: string): StatusDetails {
  return { group, kind: resource, name };
}

function isEmptyResource({ group, resource }: GroupResource): boolean {
  return group === "" && resource === "";
}
