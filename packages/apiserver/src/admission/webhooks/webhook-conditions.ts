/** The conditions of webhooks, which see the request, both objects, and what its user may do. */
import type { CelValue } from "@pintle/cel";
import type { JsonValue } from "@pintle/machinery";
import type { Authorizer } from "../../pipeline/authorizer.ts";
import type { AdmissionAttributes } from "../admission.ts";
import { AccessAnswers } from "../expressions/access-answers.ts";
import { admissionEnvironment } from "../expressions/admission-environment.ts";
import type { CompiledExpression } from "../expressions/compile-expression.ts";
import { admissionRequestOf } from "../match/admission-request.ts";
import { askConditions, type ConditionsAnswer, compileMatchConditions } from "../match/match-conditions.ts";
import type { MatchedResource } from "../match/matcher.ts";
import type { ShownObjects } from "../match/versioned-objects.ts";

export function compileConditions(conditions: JsonValue): readonly CompiledExpression[] {
  return compileMatchConditions(conditions, admissionEnvironment({ hasAuthorizer: true }));
}

export function askWebhookConditions(
  conditions: readonly CompiledExpression[],
  attributes: AdmissionAttributes,
  matched: MatchedResource,
  { object, old }: ShownObjects,
  authorizer: Authorizer,
): Promise<ConditionsAnswer> {
  const { context, endpoint, subresource, namespace, name } = attributes;
  const { group, resource } = endpoint.groupResource;
  const requested = { group, resource, subresource, namespace, name };
  return askConditions(conditions, {
    values: {
      object: (object ?? null) as CelValue,
      oldObject: (old ?? null) as CelValue,
      request: admissionRequestOf(attributes, matched) as CelValue,
      namespaceObject: null,
    },
    access: new AccessAnswers(authorizer, context.user, requested),
  });
}
