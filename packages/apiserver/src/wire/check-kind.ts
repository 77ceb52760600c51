/** Compares what an object of a built-in kind says that it is with what the endpoint takes. */
import { ApiError, formatGroupVersion, type GroupVersionKind, quoteGo } from "@pintle/machinery";
import { isOfEveryGroup, typeNameOf } from "./typed/type-name-of.ts";

/** Where Kubernetes' source makes its scheme, which its message names. */
const scheme = "pkg/runtime/scheme.go:111";

/** The kind of the object, completed by the endpoint's where the object does not say. Throws an `ApiError` for another kind. */
export function checkKind(found: GroupVersionKind, expected: GroupVersionKind): GroupVersionKind {
  const kind = found.kind || expected.kind;
  const { group, version } = found.version === "" ? expected : found;
  const actual = { group, version, kind };
  if (kind === expected.kind && (isOfEveryGroup(kind) || (group === expected.group && version === expected.version))) {
    return actual;
  }
  if (!isRegistered(actual)) {
    throw cannotBeHandled(actual, expected, describeUnregistered(kind, formatGroupVersion(actual)));
  }
  const target = `${internalPackage(expected.group)}.${expected.kind}`;
  throw cannotBeHandled(actual, expected, `converting (${version}.${kind}) to (${target}): unknown conversion`);
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
function isRegistered(kind: GroupVersionKind): boolean {
  if (kind.group === "meta.k8s.io") return isOfEveryGroup(kind.kind);
  return typeNameOf(kind) !== undefined || (kind.group === "" && kind.version === "v1" && kind.kind === "List");
}

/** The Go package of the internal types: `core`, `apps`, `rbac` of `rbac.authorization.k8s.io`. */
function internalPackage(group: string): string {
  return group === "" ? "core" : (group.split(".", 1)[0] ?? group);
}
