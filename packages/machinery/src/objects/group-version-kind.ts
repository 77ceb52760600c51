/**
 * How Kubernetes names types and endpoints: a group and a version with a kind (`Deployment`) or a resource
 * (`deployments`). The core group is the empty text, and its `apiVersion` is the bare version.
 */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

export interface GroupVersionKind extends GroupVersion, GroupKind {}

export interface GroupVersionResource extends GroupVersion, GroupResource {}

/** An `apiVersion` that has more than one slash. */
export class GroupVersionError extends Error {
  static {
    GroupVersionError.prototype.name = "GroupVersionError";
  }
}

/** Reads an `apiVersion`: `apps/v1`, `v1`. An empty one, as in objects that say nothing of their type, gives empty parts. */
export function parseGroupVersion(apiVersion: string): GroupVersion {
  const [first = "", second, ...rest] = apiVersion.split("/");
  if (rest.length > 0) throw new GroupVersionError(`unexpected GroupVersion string: ${apiVersion}`);
  return second === undefined ? { group: "", version: first } : { group: first, version: second };
}

/** The `apiVersion`: `apps/v1`, `v1`. */
export function formatGroupVersion({ group, version }: GroupVersion): string {
  return group === "" ? version : `${group}/${version}`;
}

/** Reads `Deployment.apps`; everything after the first dot is the group. */
export function parseGroupKind(text: string): GroupKind {
  const [kind, group] = splitAtDot(text);
  return { group, kind };
}

export function formatGroupKind({ group, kind }: GroupKind): string {
  return group === "" ? kind : `${kind}.${group}`;
}

/** Reads `deployments.apps`; everything after the first dot is the group. */
export function parseGroupResource(text: string): GroupResource {
  const [resource, group] = splitAtDot(text);
  return { group, resource };
}

export function formatGroupResource({ group, resource }: GroupResource): string {
  return group === "" ? resource : `${resource}.${group}`;
}

/** As Kubernetes prints it: `apps/v1, Kind=Deployment`, and `/v1, Kind=Pod` for the core group. */
export function formatGroupVersionKind({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}, Kind=${kind}`;
}

/** As Kubernetes prints it: `apps/v1, Resource=deployments`. */
export function formatGroupVersionResource({ group, version, resource }: GroupVersionResource): string {
  return `${group}/${version}, Resource=${resource}`;
}

function splitAtDot(text: string): [head: string, tail: string] {
  const dot = text.indexOf(".");
  return dot < 0 ? [text, ""] : [text.slice(0, dot), text.slice(dot + 1)];
}
