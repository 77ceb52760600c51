/** What a webhook has to say about one request: no or yes, warnings, notes for the audit log, and the object as it shall be. */
import {
  ApiError,
  FieldError,
  type FieldPath,
  fieldPath,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Status,
  setOwn,
} from "@pintle/machinery";
import type { AdmissionRequest } from "./admission-request.ts";

/** What a verdict is about. */
export type Judged = Pick<AdmissionRequest, "kind" | "resource" | "name" | "object" | "oldObject">;

export class Verdict {
  readonly #request: Judged;
  #errors: FieldError[] | undefined;
  #reasons: string[] | undefined;
  warnings: string[] | undefined;
  auditAnnotations: Record<string, string> | undefined;
  #status: Status | undefined;
  /** What has become of the object so far; `undefined` until somebody wants to change it. */
  draft: JsonObject | undefined;

  constructor(request: Judged) {
    this.#request = request;
  }

  get isDenied(): boolean {
    return this.#status !== undefined || this.#errors !== undefined || this.#reasons !== undefined;
  }

  deny(where: FieldPath | FieldError | string, why = ""): void {
    if (where === "") {
      this.#reasons ??= [];
      this.#reasons.push(why);
      return;
    }
    this.#errors ??= [];
    this.#errors.push(where instanceof FieldError ? where : this.#errorAt(String(where), why));
  }

  warn(path: FieldPath | string, why: string): void {
    this.warnings ??= [];
    this.warnings.push(path === "" ? why : `${path}: ${why}`);
  }

  annotateAudit(key: string, value: string): void {
    this.auditAnnotations ??= {};
    setOwn(this.auditAnnotations, key, value);
  }

  /** Whatever else was said. */
  refuse(status: Status): void {
    this.#status = status;
  }

  /** Why the request is refused; `undefined` where it is not. */
  get status(): Status | undefined {
    if (this.#status) return this.#status;
    if (this.#errors) return this.#invalid(this.#errors);
    if (!this.#reasons) return undefined;
    const { resource, name } = this.#request;
    // The server puts the webhook's name before the message, and the client that of the object: neither is repeated here.
    const { status } = ApiError.forbidden(resource, name, "");
    return { ...status, message: this.#reasons.join("; ") };
  }

  #invalid(errors: readonly FieldError[]): Status {
    const { kind, name, object, oldObject } = this.#request;
    const general = (this.#reasons ?? []).map((why) => FieldError.forbidden(fieldPath(), why));
    return ApiError.invalid(kind, name || nameIn(object) || nameIn(oldObject), [...errors, ...general]).status;
  }

  /** The value is told where it is short and no secret, because that is what people look for. */
  #errorAt(path: string, why: string): FieldError {
    const { object, oldObject, kind } = this.#request;
    const value = valueAt(this.draft ?? object ?? oldObject, path);
    if (value === undefined) return FieldError.required(path, why);
    const isShown = typeof value !== "object" && !(kind.group === "" && kind.kind === "Secret");
    return isShown ? FieldError.invalid(path, value, why) : FieldError.forbidden(path, why);
  }
}

function nameIn(object: JsonObject | undefined): string {
  const metadata = object && getOwn(object, "metadata");
  const name = isJsonObject(metadata) ? getOwn(metadata, "name") : undefined;
  return typeof name === "string" ? name : "";
}

/** By a path as people write it: `spec.containers[0].name`, `metadata.labels[a/b]`. */
function valueAt(object: JsonObject | undefined, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const [, key, name = ""] of path.matchAll(/\[([^\]]*)\]|([^.[\]]+)/g)) {
    const step = key ?? name;
    if (Array.isArray(value)) value = value[Number(step)];
    else value = isJsonObject(value) ? getOwn(value, step) : undefined;
  }
  return value;
}
