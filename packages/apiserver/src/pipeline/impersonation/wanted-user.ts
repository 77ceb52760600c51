/** Whom a request wants to act as, by its headers, as they are: nothing is completed and nothing is believed yet. */
import { ApiError, compareUtf8, quoteGo, validateDns1123Label, validateDns1123Subdomain } from "@pintle/machinery";
import { headerExtras, headerValues, type ServerRequest } from "../server-request.ts";

export interface WantedUser {
  readonly name: string;
  /** Empty where none is wanted. */
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** `undefined` where nobody is named. */
export function readWantedUser(request: ServerRequest): WantedUser | undefined {
  const [name = ""] = headerValues(request, "impersonate-user");
  const [uid = ""] = headerValues(request, "impersonate-uid");
  const groups = headerValues(request, "impersonate-group");
  const extra = headerExtras(request, "impersonate-extra-");
  const wanted = { name, uid, groups, extra };
  if (name !== "") return wanted;
  if (uid === "" && groups.length === 0 && Object.keys(extra).length === 0) return undefined;
  throw ApiError.badRequest(`requested ${printUser(wanted)} without impersonating a user name`);
}

export function hasOnlyName({ uid, groups, extra }: WantedUser): boolean {
  return uid === "" && groups.length === 0 && Object.keys(extra).length === 0;
}

/** The name of the node that a user is. */
export function nodeNameOf(user: string): string | undefined {
  const prefix = "system:node:";
  const name = user.startsWith(prefix) ? user.slice(prefix.length) : "";
  return name !== "" && validateDns1123Subdomain(name).length === 0 ? name : undefined;
}

/** The ServiceAccount that a user is. */
export function accountOf(user: string): { readonly namespace: string; readonly name: string } | undefined {
  const [, namespace = "", name = ""] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(user) ?? [];
  const isAccount =
    name !== "" && validateDns1123Label(namespace).length === 0 && validateDns1123Subdomain(name).length === 0;
  return isAccount ? { namespace, name } : undefined;
}

/** A Go value as it prints; that is what clients are told. */
function printUser({ name, uid, groups, extra }: WantedUser): string {
  const list = (values: readonly string[]) => `[]string{${values.map(quoteGo).join(", ")}}`;
  const keys = Object.keys(extra).sort(compareUtf8);
  const printedGroups = groups.length === 0 ? "[]string(nil)" : list(groups);
  const printedExtra =
    keys.length === 0
      ? "map[string][]string(nil)"
      : `map[string][]string{${keys.map((key) => `${quoteGo(key)}:${list(extra[key] ?? [])}`).join(", ")}}`;
  return `&user.DefaultInfo{Name:${quoteGo(name)}, UID:${quoteGo(uid)}, Groups:${printedGroups}, Extra:${printedExtra}}`;
}
