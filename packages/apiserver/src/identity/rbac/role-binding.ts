/** Who has a role: the subjects of a RoleBinding or ClusterRoleBinding. */
import { getOwn, isJsonObject, type JsonObject, quoteGo } from "@pintle/machinery";
import type { UserInfo } from "../../pipeline/request-context.ts";
import { textOf } from "../../registry/object-metadata.ts";

export interface RoleRef {
  readonly kind: string;
  readonly name: string;
}

export interface RoleSubject {
  readonly kind: string;
  readonly name: string;
  /** Of a ServiceAccount: its own, or that of the binding where it names none. */
  readonly namespace: string;
}

export interface Binding {
  readonly name: string;
  /** Empty for a ClusterRoleBinding. */
  readonly namespace: string;
  readonly roleRef: RoleRef;
  readonly subjects: readonly RoleSubject[];
}

export function readBinding(object: JsonObject, namespace: string, name: string): Binding {
  const subjects = getOwn(object, "subjects");
  const roleRef = getOwn(object, "roleRef");
  return {
    name,
    namespace,
    roleRef: readRoleRef(isJsonObject(roleRef) ? roleRef : {}),
    subjects: Array.isArray(subjects)
      ? subjects.filter(isJsonObject).map((subject) => readSubject(subject, namespace))
      : [],
  };
}

export function readRoleRef(roleRef: JsonObject): RoleRef {
  return { kind: textOf(roleRef, "kind"), name: textOf(roleRef, "name") };
}

function readSubject(subject: JsonObject, bindingNamespace: string): RoleSubject {
  const kind = textOf(subject, "kind");
  return {
    kind,
    name: textOf(subject, "name"),
    namespace: kind === "ServiceAccount" ? textOf(subject, "namespace") || bindingNamespace : "",
  };
}

/** What users are found by: their name and their groups. A subject that is nobody has none. */
export const userKey = (name: string): string => `user ${name}`;
export const groupKey = (name: string): string => `group ${name}`;

export function subjectKey({ kind, name, namespace }: RoleSubject): string | undefined {
  if (kind === "User") return userKey(name);
  if (kind === "Group") return groupKey(name);
  if (kind !== "ServiceAccount" || namespace === "") return undefined;
  return userKey(`system:serviceaccount:${namespace}:${name}`);
}

/** The binding in the words of authorization, with the first of its subjects that the user is. */
export function describeBinding({ name, namespace, roleRef, subjects }: Binding, user: UserInfo): string {
  const binding =
    namespace === "" ? `ClusterRoleBinding ${quoteGo(name)}` : `RoleBinding ${quoteGo(`${name}/${namespace}`)}`;
  const keys = new Set([userKey(user.name), ...user.groups.map(groupKey)]);
  const subject = subjects.find((candidate) => keys.has(subjectKey(candidate) ?? ""));
  return `${binding} of ${roleRef.kind} ${quoteGo(roleRef.name)} to ${subject ? describeSubject(subject) : "nobody"}`;
}

function describeSubject({ kind, name, namespace }: RoleSubject): string {
  return `${kind} ${quoteGo(kind === "ServiceAccount" ? `${name}/${namespace}` : name)}`;
}
