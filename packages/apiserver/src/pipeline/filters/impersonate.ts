/** Lets somebody act as somebody else, if every part of the other is theirs to take. */
import { ApiError } from "@pintle/machinery";
import { authenticatedGroup, unauthenticatedGroup } from "../authenticator.ts";
import { type Authorizer, forbiddenError } from "../authorizer.ts";
import type { UserInfo } from "../request-context.ts";
import type { RequestInfo } from "../request-info.ts";
import { type Filter, headerExtras, headerValues, type ServerRequest } from "../server-request.ts";

/** A part of somebody else, as a resource that one may `impersonate`. */
interface Part {
  readonly resource: "users" | "serviceaccounts" | "groups" | "userextras" | "uids";
  readonly name: string;
  readonly namespace?: string;
  readonly group?: string;
  readonly subresource?: string;
}

export function impersonate(authorizer: Authorizer): Filter {
  return (next) => async (request, context) => {
    const parts = readParts(request);
    if (parts.length === 0) return next(request, context);
    for (const part of parts) {
      const question = { user: context.user, request: toRequestInfo(part) };
      const { decision, reason } = await authorizer(question);
      if (decision !== "allow") throw forbiddenError(question, reason);
    }
    context.user = assemble(parts);
    return next(withoutImpersonation(request), context);
  };
}

function readParts(request: ServerRequest): readonly Part[] {
  const [user = ""] = headerValues(request, "impersonate-user");
  const [uid = ""] = headerValues(request, "impersonate-uid");
  const [, namespace, account] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(user) ?? [];
  const parts: Part[] = [
    ...(namespace !== undefined && account !== undefined
      ? [{ resource: "serviceaccounts", namespace, name: account } as const]
      : user === ""
        ? []
        : [{ resource: "users", name: user } as const]),
    ...headerValues(request, "impersonate-group").map((group) => ({ resource: "groups", name: group }) as const),
    ...Object.entries(headerExtras(request, "impersonate-extra-")).flatMap(([key, values]) =>
      values.map((name) => ({
        resource: "userextras" as const,
        group: "authentication.k8s.io",
        subresource: key,
        name,
      })),
    ),
    ...(uid === "" ? [] : [{ resource: "uids", group: "authentication.k8s.io", name: uid } as const]),
  ];
  if (parts.length > 0 && user === "") {
    const named = parts.map(({ resource, name: of }) => `${resource}/${of}`).join(" ");
    throw ApiError.badRequest(`requested [${named}] without impersonating a user`);
  }
  return parts;
}

function toRequestInfo({ resource, name, namespace = "", group = "", subresource = "" }: Part): RequestInfo {
  return {
    isResource: true,
    path: "",
    verb: "impersonate",
    prefix: "",
    group,
    version: "v1",
    namespace,
    resource,
    subresource,
    name,
    parts: [],
    labelSelector: "",
    fieldSelector: "",
  };
}

function assemble(parts: readonly Part[]): UserInfo {
  const account = parts.find(({ resource }) => resource === "serviceaccounts");
  const user = parts.find(({ resource }) => resource === "users");
  const name = account ? `system:serviceaccount:${account.namespace}:${account.name}` : (user?.name ?? "");
  const asked = parts.filter(({ resource }) => resource === "groups").map((part) => part.name);
  const uid = parts.find(({ resource }) => resource === "uids")?.name;
  const extras = parts.filter(({ resource }) => resource === "userextras");
  const extra = Object.groupBy(extras, ({ subresource = "" }) => subresource);
  return {
    name,
    groups: completeGroups(name, asked, account?.namespace),
    ...(uid !== undefined && { uid }),
    ...(extras.length > 0 && {
      extra: Object.fromEntries(Object.entries(extra).map(([key, list = []]) => [key, list.map((part) => part.name)])),
    }),
  };
}

/** The groups that were asked for are all there are; the one of everybody who is known is added, unless nobody is meant. */
function completeGroups(name: string, asked: readonly string[], accountNamespace: string | undefined): string[] {
  const groups =
    asked.length === 0 && accountNamespace !== undefined
      ? ["system:serviceaccounts", `system:serviceaccounts:${accountNamespace}`]
      : [...asked];
  const isSaid = groups.includes(authenticatedGroup) || groups.includes(unauthenticatedGroup);
  if (isSaid) return groups;
  return [...groups, name === "system:anonymous" ? unauthenticatedGroup : authenticatedGroup];
}

function withoutImpersonation(request: ServerRequest): ServerRequest {
  const names = Object.keys(request.headers).filter((name) => name.startsWith("impersonate-"));
  return { ...request, headers: { ...request.headers, ...Object.fromEntries(names.map((name) => [name, undefined])) } };
}
