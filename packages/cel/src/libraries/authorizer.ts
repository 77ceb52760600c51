/** Kubernetes' `authorizer`: checks that an expression builds up step by step, and the decision that the caller makes of them. */

import {
  type FieldRequirement,
  InvalidSelectorError,
  type LabelRequirement,
  parseFieldSelector,
  parseLabelSelector,
} from "@pintle/machinery";
import { opaqueOf } from "../check/cel-types.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { type CelOpaque, celOpaque } from "../values/cel-value.ts";

/** What is asked: may the user do this? */
export interface AuthorizationQuestion {
  /** A service account's full name where the expression asks for one; otherwise that of the request's user, known to the caller. */
  readonly serviceAccount?: { readonly namespace: string; readonly name: string };
  readonly verb: string;
  readonly target: AuthorizationPath | AuthorizationResource;
}

/** A path beside the resources, such as `/healthz`. */
export interface AuthorizationPath {
  readonly path: string;
}

export interface AuthorizationResource {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** Absent without a selector, and where the selector does not parse. */
  readonly fieldRequirements?: readonly FieldRequirement[];
  readonly labelRequirements?: readonly LabelRequirement[];
}

export interface AuthorizationDecision {
  readonly isAllowed: boolean;
  readonly reason: string;
  /** Why there is no decision; absent where there is one. */
  readonly error?: string;
}

/** Decides at once: an expression cannot wait. */
export type Authorize = (question: AuthorizationQuestion) => AuthorizationDecision;

export const authorizerType = opaqueOf("kubernetes.authorization.Authorizer");
export const pathCheckType = opaqueOf("kubernetes.authorization.PathCheck");
export const groupCheckType = opaqueOf("kubernetes.authorization.GroupCheck");
export const resourceCheckType = opaqueOf("kubernetes.authorization.ResourceCheck");
export const decisionType = opaqueOf("kubernetes.authorization.Decision");

/** Kubernetes has no equality for these, not even that of a thing with itself. */
abstract class Unique {
  equals(_other: CelOpaque): boolean {
    throw new CelEvaluationError("no such overload");
  }
}

export class CelAuthorizer extends Unique implements CelOpaque {
  readonly [celOpaque] = authorizerType;
  readonly authorize: Authorize;
  readonly serviceAccount: AuthorizationQuestion["serviceAccount"];

  constructor(authorize: Authorize, serviceAccount?: AuthorizationQuestion["serviceAccount"]) {
    super();
    this.authorize = authorize;
    this.serviceAccount = serviceAccount;
  }

  check(verb: string, target: AuthorizationQuestion["target"]): CelDecision {
    const { serviceAccount } = this;
    return new CelDecision(this.authorize({ verb, target, ...(serviceAccount && { serviceAccount }) }));
  }
}

export class CelPathCheck extends Unique implements CelOpaque {
  readonly [celOpaque] = pathCheckType;
  readonly authorizer: CelAuthorizer;
  readonly path: string;

  constructor(authorizer: CelAuthorizer, path: string) {
    super();
    this.authorizer = authorizer;
    this.path = path;
  }
}

export class CelGroupCheck extends Unique implements CelOpaque {
  readonly [celOpaque] = groupCheckType;
  readonly authorizer: CelAuthorizer;
  readonly group: string;

  constructor(authorizer: CelAuthorizer, group: string) {
    super();
    this.authorizer = authorizer;
    this.group = group;
  }
}

/** What a resource check is narrowed down to, as texts. */
export interface ResourceScope {
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
}

export class CelResourceCheck extends Unique implements CelOpaque {
  readonly [celOpaque] = resourceCheckType;
  readonly groupCheck: CelGroupCheck;
  readonly scope: ResourceScope;

  constructor(groupCheck: CelGroupCheck, scope: ResourceScope) {
    super();
    this.groupCheck = groupCheck;
    this.scope = scope;
  }

  check(verb: string): CelDecision {
    const {
      resource,
      subresource = "",
      namespace = "",
      name = "",
      fieldSelector = "",
      labelSelector = "",
    } = this.scope;
    const fields = requirementsOf(fieldSelector, parseFieldSelector);
    const labels = requirementsOf(labelSelector, parseLabelSelector);
    return this.groupCheck.authorizer.check(verb, {
      group: this.groupCheck.group,
      resource,
      subresource,
      namespace,
      name,
      ...(fields && { fieldRequirements: fields }),
      ...(labels && { labelRequirements: labels }),
    });
  }
}

export class CelDecision extends Unique implements CelOpaque {
  readonly [celOpaque] = decisionType;
  readonly decision: AuthorizationDecision;

  constructor(decision: AuthorizationDecision) {
    super();
    this.decision = decision;
  }
}

/** A selector that does not parse counts as none: the check is then about everything. */
function requirementsOf<Requirement>(
  selector: string,
  parse: (text: string) => { readonly requirements: readonly Requirement[] },
): readonly Requirement[] | undefined {
  if (selector === "") return undefined;
  try {
    return parse(selector).requirements;
  } catch (error) {
    if (error instanceof InvalidSelectorError) return undefined;
    throw error;
  }
}
