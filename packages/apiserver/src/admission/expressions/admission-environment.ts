/** What expressions in webhooks and policies may use. Each combination is put together once, when somebody first needs it. */
import {
  authorizerType,
  type CelEnvironment,
  createCelEnvironment,
  dynType,
  jsonPatchLibrary,
  kubernetesCel,
  resourceCheckType,
} from "@pintle/cel";
import { admissionTypes, namespaceType, requestType } from "./admission-types.ts";
import { findPatchType } from "./patch-types.ts";

export interface ExpressionScope {
  /** Whether the policy has a paramKind, so that there are `params`. */
  readonly hasParams?: boolean;
  readonly hasAuthorizer?: boolean;
  /** Whether the expression makes a patch, and may use the types for that. */
  readonly hasPatchTypes?: boolean;
}

const made = new Map<string, CelEnvironment>();

export function admissionEnvironment(scope: ExpressionScope): CelEnvironment {
  const { hasParams = false, hasAuthorizer = false, hasPatchTypes = false } = scope;
  const key = `${hasParams} ${hasAuthorizer} ${hasPatchTypes}`;
  const known = made.get(key) ?? createEnvironment(hasParams, hasAuthorizer, hasPatchTypes);
  made.set(key, known);
  return known;
}

function createEnvironment(hasParams: boolean, hasAuthorizer: boolean, hasPatchTypes: boolean): CelEnvironment {
  const kubernetes = kubernetesCel("1.36");
  return createCelEnvironment({
    ...kubernetes,
    types: admissionTypes,
    variables: {
      object: dynType,
      oldObject: dynType,
      namespaceObject: namespaceType,
      request: requestType,
      ...(hasParams && { params: dynType }),
      ...(hasAuthorizer && { authorizer: authorizerType, "authorizer.requestResource": resourceCheckType }),
    },
    ...(hasPatchTypes && {
      libraries: [...(kubernetes.libraries ?? []), jsonPatchLibrary],
      findType: findPatchType,
    }),
  });
}
