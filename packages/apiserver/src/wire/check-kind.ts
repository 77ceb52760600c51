/** Compares what an object of a built-in kind says that it is with what the endpoint takes. */
import { ApiError, formatGroupVersion, type GroupVersionKind, type JsonObject, quoteGo } from "@pintle/machinery";
import { isOtherVersion } from "./retired-versions.ts";
import { normalizeBuiltIn } from "./typed/normalize-built-in.ts";
import { GoTypeError } from "./typed/type-errors.ts";
import { isOfEveryGroup, typeNameOf } from "./typed/type-name-of.ts";

/** Where Kubernetes' source makes its scheme, which its message names. */
const scheme = "pkg/runtime/scheme.go:111";

/**
 * The kind of the object, completed by the endpoint's where the object does not say. Throws an `ApiError` for another kind: an object of one
 * is read first, so that what is wrong with it as such is what is told.
 */
export function checkKind(found: GroupVersionKind, expected: GroupVersionKind, object: JsonObject): GroupVersionKind {
  const kind = found.kind || expected.kind;
  const { group, version } = found.version === "" ? expected : found;
  const actual = { group, version, kind };
  if (kind === expected.kind && (isOfEveryGroup(kind) || (group === expected.group && version === expected.version))) {
    return actual;
  }
  if (isOtherVersion(actual, expected)) throw versionMismatch(formatGroupVersion(actual), expected);
  if (!isRegistered(actual)) {
    throw cannotBeHandled(actual, expected, describeUnregistered(kind, formatGroupVersion(actual)));
  }
  readAs(actual, expected, object);
  throw cannotBeHandled(actual, expected, describeUnconvertible(actual, expected));
}

/** An object of one built-in kind is none of another. */
export function describeUnconvertible({ version, kind }: GroupVersionKind, expected: GroupVersionKind): string {
  return `converting (${version}.${kind}) to (${internalPackage(expected.group)}.${expected.kind}): unknown conversion`;
}

function readAs(actual: GroupVersionKind, expected: GroupVersionKind, object: JsonObject): void {
  const type = typeNameOf(actual);
  try {
    if (type !== undefined) normalizeBuiltIn(object, type);
  } catch (error) {
    if (error instanceof GoTypeError) throw cannotBeHandled(actual, expected, error.message);
    throw error;
  }
}

export function versionMismatch(apiVersion: string, expected: GroupVersionKind): ApiError {
  return ApiError.badRequest(
    `the API version in the data (${apiVersion}) does not match the expected API version (${formatGroupVersion(expected)})`,
  );
}

export function describeUnregistered(kind: string, apiVersion: string): string {
  return `no kind ${quoteGo(kind)} is registered for version ${quoteGo(apiVersion)} in scheme ${quoteGo(scheme)}`;
}

export function cannotBeHandled(
  actual: GroupVersionKind | undefined,
  expected: GroupVersionKind | undefined,
  why: string,
): ApiError {
  if (actual === undefined || expected === undefined) return ApiError.badRequest(why);
  return ApiError.badRequest(
    `${actual.kind} in version ${quoteGo(actual.version)} cannot be handled as a ${expected.kind}: ${why}`,
  );
}

/** `List` of the core group holds anything, so that it has no type. Of what only answers are, such as metadata alone, nothing is read. */
export function isRegistered(kind: GroupVersionKind): boolean {
  if (kind.group === "meta.k8s.io") return isOfEveryGroup(kind.kind);
  return typeNameOf(kind) !== undefined || (kind.group === "" && kind.version === "v1" && kind.kind === "List");
}

/** The Go package of the internal types: `core`, `apps`, `rbac` of `rbac.authorization.k8s.io`. */
function internalPackage(group: string): string {
  return group === "" ? "core" : (group.split(".", 1)[0] ?? group);
}
