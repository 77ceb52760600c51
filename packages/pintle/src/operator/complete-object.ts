/**
 * Completes an object in memory as `admission.default` does at the webhook, so that an operator sees the same objects whether its webhooks are
 * called or not. What is in the cache stays as it is.
 */
import { copyJson, type JsonObject, type Logger } from "@pintle/machinery";
import type { AdmissionDraft } from "@pintle/runtime";
import type { AnyResource } from "../resource/resource.ts";
import { reviewInMemory } from "../webhook/review-in-memory.ts";
import type { AnyObject } from "./children.ts";
import { InvalidObjectError } from "./invalid-object-error.ts";
import type { Operator, ReadContext } from "./operator-definition.ts";
import { fieldManagerOf } from "./operator-names.ts";

export async function completeObject(
  operator: Operator,
  object: AnyObject,
  reads: ReadContext,
  logger: Logger,
): Promise<AnyObject> {
  const { admission } = operator.definition;
  if (admission?.default === undefined) return object;
  const draft = copyJson(object as unknown as JsonObject);
  const denials: string[] = [];
  const { operations = ["CREATE", "UPDATE"] } = admission;
  // As if it were written by the operator itself.
  const review = reviewInMemory(operator.resource, object, {
    operation: operations.includes("UPDATE") ? "UPDATE" : "CREATE",
    ...{ username: fieldManagerOf(operator), reads, logger },
    deny: (where, why) => void denials.push(why === undefined ? String(where) : `${String(where)}: ${why}`),
  });
  await admission.default(draft as unknown as AdmissionDraft<AnyResource>, review);
  if (denials.length > 0) throw new InvalidObjectError(denials.join("; "));
  return draft as unknown as AnyObject;
}
