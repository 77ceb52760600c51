/** Kubernetes' authorization checks in expressions: `authorizer.group("apps").resource("deployments").check("create").allowed()`. */
import { validateNamespaceName, validateObjectName } from "@pintle/machinery";
import type { CelType } from "../check/cel-type.ts";
import { boolType, stringType } from "../check/cel-types.ts";
import type { FunctionDeclaration, Overload } from "../check/function-declaration.ts";
import { addEstimates, fixedEstimate, scaleEstimate } from "../cost/estimate-arithmetic.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import type { CelValue } from "../values/cel-value.ts";
import {
  type AuthorizationDecision,
  authorizerType,
  CelAuthorizer,
  CelDecision,
  CelGroupCheck,
  CelPathCheck,
  CelResourceCheck,
  decisionType,
  groupCheckType,
  pathCheckType,
  type ResourceScope,
  resourceCheckType,
} from "./authorizer.ts";
import type { CelLibrary } from "./cel-library.ts";
import { declareFunction, memberOverload, type OverloadCosts } from "./declare-function.ts";
import { fixedCosts, listBaseCost, perCharacter, sizeAt, sizeOfArgument, structBaseCost } from "./library-cost.ts";
import { noSuchOverload } from "./library-values.ts";

/** High enough that no expression can afford a third check. */
const checkCosts = fixedCosts(350_000);

function asAuthorizer(value: CelValue | undefined): CelAuthorizer {
  return value instanceof CelAuthorizer ? value : noSuchOverload();
}

function asResourceCheck(value: CelValue | undefined): CelResourceCheck {
  return value instanceof CelResourceCheck ? value : noSuchOverload();
}

function forServiceAccount([authorizer, namespace, name]: readonly CelValue[]): CelAuthorizer {
  const base = asAuthorizer(authorizer);
  if (validateObjectName("dns1123Subdomain", name as string).length > 0) {
    throw new CelEvaluationError("Invalid service account name");
  }
  if (validateNamespaceName(namespace as string).length > 0) {
    throw new CelEvaluationError("Invalid service account namespace");
  }
  return new CelAuthorizer(base.authorize, { namespace: namespace as string, name: name as string });
}

function checkPath([authorizer, path]: readonly CelValue[]): CelPathCheck {
  if ((path as string).trim() === "") throw new CelEvaluationError("path must not be empty");
  return new CelPathCheck(asAuthorizer(authorizer), path as string);
}

function checkResource([group, resource]: readonly CelValue[]): CelResourceCheck {
  if (!(group instanceof CelGroupCheck)) return noSuchOverload();
  if ((resource as string).trim() === "") throw new CelEvaluationError("resource must not be empty");
  return new CelResourceCheck(group, { resource: resource as string });
}

function narrow(
  id: string,
  part: Exclude<keyof ResourceScope, "resource">,
  costs?: OverloadCosts,
): FunctionDeclaration {
  const call = ([check, text]: readonly CelValue[]) => {
    const { groupCheck, scope } = asResourceCheck(check);
    return new CelResourceCheck(groupCheck, { ...scope, [part]: text as string });
  };
  return declareFunction(part, memberOverload(id, [resourceCheckType, stringType], resourceCheckType, call, costs));
}

function decide(
  name: string,
  id: string,
  result: CelType,
  read: (decision: AuthorizationDecision) => CelValue,
): FunctionDeclaration {
  const call: Overload["call"] = ([value]) => (value instanceof CelDecision ? read(value.decision) : noSuchOverload());
  return declareFunction(name, memberOverload(id, [decisionType], result, call));
}

const types = [authorizerType, pathCheckType, groupCheckType, resourceCheckType, decisionType];
const typeNames = types.flatMap((type) => (type.kind === "opaque" ? [type.name] : []));

export const authorizerLibrary: CelLibrary = {
  name: "kubernetes.authz",
  types,
  equalityCosts: Object.fromEntries(typeNames.map((name) => [name, () => fixedEstimate(1)])),
  functions: [
    declareFunction("path", memberOverload("authorizer_path", [authorizerType, stringType], pathCheckType, checkPath)),
    declareFunction(
      "group",
      memberOverload(
        "authorizer_group",
        [authorizerType, stringType],
        groupCheckType,
        ([authorizer, group]) => new CelGroupCheck(asAuthorizer(authorizer), group as string),
      ),
    ),
    declareFunction(
      "serviceAccount",
      memberOverload(
        "authorizer_serviceaccount",
        [authorizerType, stringType, stringType],
        authorizerType,
        forServiceAccount,
      ),
    ),
    declareFunction(
      "resource",
      memberOverload("groupcheck_resource", [groupCheckType, stringType], resourceCheckType, checkResource),
    ),
    narrow("resourcecheck_subresource", "subresource"),
    narrow("resourcecheck_namespace", "namespace"),
    narrow("resourcecheck_name", "name"),
    declareFunction(
      "check",
      memberOverload(
        "pathcheck_check",
        [pathCheckType, stringType],
        decisionType,
        ([check, verb]) =>
          check instanceof CelPathCheck
            ? check.authorizer.check(verb as string, { path: check.path })
            : noSuchOverload(),
        checkCosts,
      ),
      memberOverload(
        "resourcecheck_check",
        [resourceCheckType, stringType],
        decisionType,
        ([check, verb]) => asResourceCheck(check).check(verb as string),
        checkCosts,
      ),
    ),
    decide("errored", "decision_errored", boolType, ({ error }) => error !== undefined),
    decide("error", "decision_error", stringType, ({ error }) => error ?? ""),
    decide("allowed", "decision_allowed", boolType, ({ isAllowed }) => isAllowed),
    decide("reason", "decision_reason", stringType, ({ reason }) => reason),
  ],
};

/** A selector is read once and becomes a list of requirements, of which the shortest takes two characters. */
function selectorCost(length: number): number {
  const requirements = Math.ceil(length * 0.5) * (listBaseCost + structBaseCost);
  return listBaseCost + Math.ceil(length * perCharacter) + requirements;
}

const selectorCosts: OverloadCosts = {
  actualCost: (args) => selectorCost(sizeOfArgument(args, 1)),
  estimatedCost: (sizes) => {
    const length = sizeAt(sizes, 1);
    const requirements = scaleEstimate(scaleEstimate(length, 0.5), listBaseCost + structBaseCost);
    return { cost: addEstimates(fixedEstimate(listBaseCost), scaleEstimate(length, perCharacter), requirements) };
  },
};

export const authorizerSelectorsLibrary: CelLibrary = {
  name: "kubernetes.authzSelectors",
  functions: [
    narrow("authorizer_fieldselector", "fieldSelector", selectorCosts),
    narrow("authorizer_labelselector", "labelSelector", selectorCosts),
  ],
};
