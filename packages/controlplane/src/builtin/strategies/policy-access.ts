/**
 * Whether who writes a policy may read what it takes its parameters from. A policy tells what it reads in its messages: without this, who
 * may write policies could read every Secret.
 */
import { type Authorizer, isPrivileged, type UserInfo } from "@pintle/apiserver";
import {
  equalJson,
  type GroupVersion,
  type GroupVersionKind,
  getOwn,
  isJsonObject,
  type JsonObject,
} from "@pintle/machinery";
import { objectAt, textAt } from "../json-fields.ts";

export interface ParamAccess {
  readonly authorizer: Authorizer;
  /** The plural of the resource that serves a kind, if one does. */
  readonly findResource: (kind: GroupVersionKind) => string | undefined;
}

/** Finds the policy of a binding; `undefined` where there is none. */
export type FindPolicy = (name: string) => Promise<JsonObject | undefined>;

/** What is wrong with the paramKind of a policy for this user. */
export async function complainOfParamKind(
  { authorizer, findResource }: ParamAccess,
  user: UserInfo,
  policy: JsonObject,
  old: JsonObject | undefined,
): Promise<string | undefined> {
  const paramKind = getOwn(objectAt(policy, "spec"), "paramKind");
  if (!isJsonObject(paramKind) || isPrivileged(user)) return undefined;
  if (old && equalJson(paramKind, getOwn(objectAt(old, "spec"), "paramKind") ?? null)) return undefined;
  const { resource, group, version } = findParamResource(paramKind, findResource);
  const question = { verb: "get", group, version, resource: resource ?? "*", namespace: "*", name: "*" };
  if (await isAllowed(authorizer, user, question)) return undefined;
  const [kind, apiVersion] = [textAt(paramKind, "kind"), textAt(paramKind, "apiVersion")];
  return `user ${printUser(user)} must have "get" permission on all objects of the referenced paramKind (kind=${kind}, apiVersion=${apiVersion})`;
}

/** What is wrong with the paramRef of a binding for this user. */
export async function complainOfParamRef(
  { authorizer, findResource }: ParamAccess,
  user: UserInfo,
  binding: JsonObject,
  old: JsonObject | undefined,
  findPolicy: FindPolicy,
): Promise<string | undefined> {
  const spec = objectAt(binding, "spec");
  const paramRef = getOwn(spec, "paramRef");
  if (!isJsonObject(paramRef) || isPrivileged(user)) return undefined;
  const before = old && objectAt(old, "spec");
  const policyName = textAt(spec, "policyName");
  if (
    before &&
    textAt(before, "policyName") === policyName &&
    equalJson(paramRef, getOwn(before, "paramRef") ?? null)
  ) {
    return undefined;
  }
  const policy = await findPolicy(policyName);
  const paramKind = policy && getOwn(objectAt(policy, "spec"), "paramKind");
  // Where it is not known what is read, it might be anything.
  const found = isJsonObject(paramKind) ? findParamResource(paramKind, findResource) : undefined;
  const { resource, group = "*", version = "*" } = found ?? {};
  const name = textAt(paramRef, "name");
  const verb = name === "" ? "list" : "get";
  const namespace = textAt(paramRef, "namespace");
  const question = { verb, group, version, resource: resource ?? "*", namespace, name };
  if (await isAllowed(authorizer, user, question)) return undefined;
  const who = printUser(user);
  const missing = `to determine minimum required permissions and user ${who} does not have "${verb}" permission for all groups, versions and resources`;
  if (!policy) return `unable to get policy ${policyName} ${missing}`;
  if (found && resource === undefined) return `unable to resolve paramKind ${JSON.stringify(paramKind)} ${missing}`;
  return `user ${who} does not have "${verb}" permission on the object referenced by paramRef`;
}

function findParamResource(
  paramKind: JsonObject,
  findResource: ParamAccess["findResource"],
): GroupVersion & { readonly resource: string | undefined } {
  const [version = "", group = ""] = textAt(paramKind, "apiVersion").split("/").toReversed();
  return { group, version, resource: findResource({ group, version, kind: textAt(paramKind, "kind") }) };
}

interface ReadQuestion {
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

async function isAllowed(authorizer: Authorizer, user: UserInfo, question: ReadQuestion): Promise<boolean> {
  const request = {
    ...question,
    isResource: true,
    path: "",
    prefix: "",
    subresource: "",
    parts: [],
    labelSelector: "",
    fieldSelector: "",
  };
  return (await authorizer({ user, request })).decision === "allow";
}

/** As Go prints a user. */
function printUser({ name, uid = "", groups, extra = {} }: UserInfo): string {
  const entries = Object.entries(extra).map(([key, values]) => `${key}:[${values.join(" ")}]`);
  return `&{${name} ${uid} [${groups.join(" ")}] map[${entries.toSorted().join(" ")}]}`;
}
