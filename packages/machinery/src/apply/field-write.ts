/** What a write by a field manager is made of, and what the steps of handling it share. */
import { ApiError } from "../errors/api-error.ts";
import { createFailureStatus } from "../errors/status.ts";
import { getOwn, isJsonObject, type JsonObject } from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import { formatGroupVersionKind, parseGroupVersion } from "../objects/group-version-kind.ts";
import type { FieldSetFilter } from "./field-set-filter.ts";
import { type ConvertTyped, createTypedConverter, type OtherVersions } from "./typed-object.ts";

/** The part of a write that applies and updates have in common. Objects are in the version of the request. */
export interface FieldWrite {
  /** The object as it stands, or `undefined` on a create. */
  readonly live?: JsonObject | undefined;
  readonly apiVersion: string;
  readonly kind: string;
  readonly shape: Shape;
  /** The `fieldManager` of the request, or the name that stands in for it; see `managerFromUserAgent`. */
  readonly manager: string;
  /** When the write happens, as `formatTime` writes it. */
  readonly time: string;
  /** `status`, `scale` and so on; absent for writes to the object itself. */
  readonly subresource?: string;
  /** By version, what a write to this subresource may own; the server resets the rest to what it was. */
  readonly resetFields?: ReadonlyMap<string, FieldSetFilter>;
  readonly versions?: OtherVersions;
  /** The object in which nothing is set, where that is more than type and version: Go prints empty structs, not nothing. */
  readonly empty?: JsonObject;
}

/** A write with everything worked out that its steps ask for again and again. */
export interface WriteContext {
  readonly apiVersion: string;
  readonly kind: string;
  readonly shape: Shape;
  readonly manager: string;
  readonly subresource: string;
  readonly time: string;
  readonly empty: JsonObject;
  readonly convert: ConvertTyped;
  filterOf(apiVersion: string): FieldSetFilter | undefined;
}

export function createWriteContext(write: FieldWrite): WriteContext {
  const { apiVersion, kind, shape, time, resetFields } = write;
  return {
    apiVersion,
    kind,
    shape,
    manager: write.manager === "" ? "unknown" : write.manager,
    subresource: write.subresource ?? "",
    time,
    empty: write.empty ?? { apiVersion, kind },
    convert: createTypedConverter(write.versions, shape, apiVersion),
    filterOf: (version) => resetFields?.get(version),
  };
}

/** The server's answer to what it did not expect: code 500 without a reason. */
export function unexpectedFailure(message: string, cause?: unknown): ApiError {
  return new ApiError(createFailureStatus("", message), { cause });
}

/** Runs a step and puts words before the message of what it throws. */
export function explained<Result>(words: () => string, step: () => Result): Result {
  try {
    return step();
  } catch (cause) {
    throw new Error(`${words()}: ${messageOf(cause)}`, { cause });
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** `default/web; apps/v1, Kind=Deployment`, as messages name an object. */
export function describeObject(object: JsonObject): string {
  const metadata = getOwn(object, "metadata");
  const [namespace, name] = ["namespace", "name"].map((key) => textOf(isJsonObject(metadata) ? metadata : {}, key));
  return `${namespace}/${name}; ${describeType(object)}`;
}

/** `apps/v1, Kind=Deployment`; an apiVersion that is none takes the kind with it, as in Kubernetes. */
export function describeType(object: JsonObject): string {
  try {
    return formatGroupVersionKind({ ...parseGroupVersion(textOf(object, "apiVersion")), kind: textOf(object, "kind") });
  } catch {
    return formatGroupVersionKind({ group: "", version: "", kind: "" });
  }
}

export function textOf(object: JsonObject, key: string): string {
  const value = getOwn(object, key);
  return typeof value === "string" ? value : "";
}
