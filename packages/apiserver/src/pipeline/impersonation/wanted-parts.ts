/** What the one who impersonates must be allowed to take: the name, the uid, each group and each extra value of the other. */
import { type Authorizer, forbiddenError } from "../authorizer.ts";
import type { UserInfo } from "../request-context.ts";
import type { RequestInfo } from "../request-info.ts";
import { describeInvalidExtra } from "./extra-rules.ts";
import { accountOf, nodeNameOf, type WantedUser } from "./wanted-user.ts";

export interface PartsCheck {
  readonly authorizer: Authorizer;
  readonly caller: UserInfo;
  /** `impersonate`, or `impersonate:MODE` in the constrained way. */
  readonly verb: string;
  readonly isConstrained: boolean;
}

type Part = Pick<RequestInfo, "group" | "resource" | "name"> & Partial<Pick<RequestInfo, "namespace" | "subresource">>;

const authenticationGroup = "authentication.k8s.io";
/** From so many on, one question for all of a kind is asked before one for each. */
const manyParts = 4;

/** Throws `Forbidden` at the first part that the caller may not take. */
export async function authorizeParts(check: PartsCheck, wanted: WantedUser): Promise<void> {
  await ask(check, namePart(check, wanted.name));
  if (wanted.uid !== "") await ask(check, { group: authenticationGroup, resource: "uids", name: wanted.uid });
  await authorizeGroups(check, wanted.groups);
  await authorizeExtra(check, wanted.extra);
}

function namePart({ isConstrained }: PartsCheck, user: string): Part {
  const group = isConstrained ? authenticationGroup : "";
  const account = accountOf(user);
  if (account) return { group, resource: "serviceaccounts", ...account };
  const node = isConstrained ? nodeNameOf(user) : undefined;
  return node === undefined ? { group, resource: "users", name: user } : { group, resource: "nodes", name: node };
}

async function authorizeGroups(check: PartsCheck, groups: readonly string[]): Promise<void> {
  const { isConstrained } = check;
  const part = { group: isConstrained ? authenticationGroup : "", resource: "groups" };
  if (isConstrained) {
    if (groups.includes(""))
      refuse(check, { ...part, name: "" }, "impersonating the empty string group is not allowed");
    const masters = "system:masters";
    if (groups.includes(masters)) {
      refuse(check, { ...part, name: masters }, `impersonating the ${masters} group is not allowed`);
    }
    if (groups.length >= manyParts && (await isAllowed(check, { ...part, name: "*" }))) return;
  }
  for (const name of groups) await ask(check, { ...part, name });
}

async function authorizeExtra(check: PartsCheck, extra: WantedUser["extra"]): Promise<void> {
  const part = { group: authenticationGroup, resource: "userextras" };
  const keys = Object.keys(extra);
  if (check.isConstrained && keys.length > 0) {
    const complaint = describeInvalidExtra(extra);
    if (complaint !== undefined) refuse(check, { ...part, name: "" }, complaint);
    const isMany = keys.length >= manyParts || Object.values(extra).flat().length >= manyParts;
    if (isMany && (await isAllowed(check, { ...part, subresource: "*", name: "*" }))) return;
  }
  for (const subresource of keys) {
    for (const name of extra[subresource] ?? []) await ask(check, { ...part, subresource, name });
  }
}

function questionOf({ caller, verb }: PartsCheck, part: Part) {
  const request: RequestInfo = {
    isResource: true,
    path: "",
    verb,
    prefix: "",
    version: "v1",
    namespace: "",
    subresource: "",
    parts: [],
    labelSelector: "",
    fieldSelector: "",
    ...part,
  };
  return { user: caller, request };
}

async function isAllowed(check: PartsCheck, part: Part): Promise<boolean> {
  return (await check.authorizer(questionOf(check, part))).decision === "allow";
}

async function ask(check: PartsCheck, part: Part): Promise<void> {
  const question = questionOf(check, part);
  const { decision, reason } = await check.authorizer(question);
  if (decision !== "allow") throw forbiddenError(question, reason);
}

function refuse(check: PartsCheck, part: Part, why: string): never {
  throw forbiddenError(questionOf(check, part), why);
}
