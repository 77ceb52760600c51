/** Asks an operator's `admission.validate` about an object that is about to be created, and answers as the API server would. */
import { ApiError, type JsonObject, type Logger } from "@pintle/machinery";
import { Verdict } from "@pintle/runtime";
import type { AnyObject } from "../operator/children.ts";
import type { Operator, ReadContext } from "../operator/operator-definition.ts";
import { reviewInMemory } from "../webhook/review-in-memory.ts";

/** Gives what is warned of, and throws an `ApiError` with everything that is wrong. */
export async function judgeObject(
  operator: Operator,
  object: AnyObject,
  reads: ReadContext,
  logger: Logger,
): Promise<readonly string[]> {
  const { admission } = operator.definition;
  if (admission?.validate === undefined || admission.operations?.includes("CREATE") === false) return [];
  const review = reviewInMemory(operator.resource, object, {
    ...{ operation: "CREATE", username: "pintle render", reads, logger },
    deny: (where, why) => verdict.deny(where, why),
    warn: (path, why) => verdict.warn(path, why),
  });
  const verdict = new Verdict({ ...review, object: object as object as JsonObject, oldObject: undefined });
  await admission.validate(object as Parameters<typeof admission.validate>[0], review);
  if (verdict.status) throw new ApiError(verdict.status);
  return verdict.warnings ?? [];
}
