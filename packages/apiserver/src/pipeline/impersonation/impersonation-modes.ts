/**
 * The ways to become somebody else, in the order in which they are tried.
 *
 * The constrained ones take `impersonate-on:MODE:VERB` on what is done and `impersonate:MODE` on the one to be; each is for one sort of
 * user. The last is the old one, which takes `impersonate` alone, and then allows everything that the other may do.
 */
import { authenticatedGroup, unauthenticatedGroup } from "../authenticator.ts";
import { type Authorizer, forbiddenError } from "../authorizer.ts";
import type { UserInfo } from "../request-context.ts";
import type { RequestInfo } from "../request-info.ts";
import { authorizeParts } from "./wanted-parts.ts";
import { accountOf, hasOnlyName, nodeNameOf, type WantedUser } from "./wanted-user.ts";

export interface Impersonation {
  readonly caller: UserInfo;
  readonly wanted: WantedUser;
  /** What shall be done as the other. */
  readonly request: RequestInfo;
}

export interface ImpersonationMode {
  /** The right that it takes on the one to be; empty for the old way. */
  readonly constraint: string;
  /** Whom the caller becomes; `undefined` where the way is not for such users. Throws `Forbidden`. */
  become(impersonation: Impersonation): Promise<UserInfo | undefined>;
}

export function createImpersonationModes(authorizer: Authorizer): readonly ImpersonationMode[] {
  return [
    constrainedMode(askForAnyNode(authorizer), "associated-node", isOwnNode),
    constrainedMode(authorizer, "arbitrary-node", ({ wanted }) => hasOnlyName(wanted) && isNode(wanted)),
    constrainedMode(authorizer, "serviceaccount", ({ wanted }) => hasOnlyName(wanted) && isAccount(wanted)),
    constrainedMode(authorizer, "user-info", ({ wanted }) => !isNode(wanted) && !isAccount(wanted)),
    {
      constraint: "",
      async become({ caller, wanted }) {
        await authorizeParts({ authorizer, caller, verb: "impersonate", isConstrained: false }, wanted);
        return completeUser(wanted, false);
      },
    },
  ];
}

function constrainedMode(
  authorizer: Authorizer,
  mode: string,
  isFor: (impersonation: Impersonation) => boolean,
): ImpersonationMode {
  const verb = `impersonate:${mode}`;
  return {
    constraint: verb,
    async become(impersonation) {
      if (!isFor(impersonation)) return undefined;
      const { caller, wanted, request } = impersonation;
      const question = { user: caller, request: { ...request, verb: `impersonate-on:${mode}:${request.verb}` } };
      const { decision, reason } = await authorizer(question);
      if (decision !== "allow") throw forbiddenError(question, reason);
      await authorizeParts({ authorizer, caller, verb, isConstrained: true }, wanted);
      return completeUser(wanted, true);
    },
  };
}

const isNode = ({ name }: WantedUser): boolean => nodeNameOf(name) !== undefined;
const isAccount = ({ name }: WantedUser): boolean => accountOf(name) !== undefined;

/** Whether a ServiceAccount wants to be the node that its pod runs on. */
function isOwnNode({ caller, wanted }: Impersonation): boolean {
  const node = nodeNameOf(wanted.name);
  const [own, ...others] = caller.extra?.["authentication.kubernetes.io/node-name"] ?? [];
  return (
    node !== undefined &&
    hasOnlyName(wanted) &&
    accountOf(caller.name) !== undefined &&
    own === node &&
    others.length === 0
  );
}

/** The right to be one's own node is one for whatever node that is, so that it is not asked for by the node's name. */
function askForAnyNode(authorizer: Authorizer): Authorizer {
  return ({ user, request }) => {
    const extra = { "authentication.kubernetes.io/associated-node-keys": Object.keys(user.extra ?? {}).sort() };
    const name = request.verb === "impersonate:associated-node" ? "*" : request.name;
    return authorizer({ user: { ...user, extra }, request: { ...request, name } });
  };
}

/** Groups that are not named come by themselves for accounts and nodes, and one for everybody, known or not. */
function completeUser({ name, uid, groups, extra }: WantedUser, isConstrained: boolean): UserInfo {
  const own = groups.length > 0 ? groups : ownGroups(name, isConstrained);
  const last =
    name === "system:anonymous" || own.includes(unauthenticatedGroup) ? unauthenticatedGroup : authenticatedGroup;
  return {
    name,
    groups: own.includes(last) ? own : [...own, last],
    ...(uid !== "" && { uid }),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}

function ownGroups(name: string, isConstrained: boolean): readonly string[] {
  const account = accountOf(name);
  if (account) return ["system:serviceaccounts", `system:serviceaccounts:${account.namespace}`];
  return isConstrained && nodeNameOf(name) !== undefined ? ["system:nodes"] : [];
}
