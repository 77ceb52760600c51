/** Answers who may do what, for the user who asks or for another one. */
import type { CustomCall, CustomStorage, UserInfo } from "@pintle/apiserver";
import { ApiError, type FieldError, getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import type { AccessAnswer, AccessAttributes, Reviews } from "../built-in-options.ts";
import { objectAt, textAt, textsAt, withField } from "../json-fields.ts";
import { checkLocalReview, checkReview, checkSelfReview, describeIgnoredSelectors } from "./access-review-rules.ts";

const group = "authorization.k8s.io";

export function createAccessReviews(reviews: Reviews): Readonly<Record<string, CustomStorage>> {
  const answer = async (user: UserInfo, review: JsonObject) => {
    const attributes = attributesOf(review);
    const answered = await reviews.mayAccess(user, attributes);
    const evaluationError = describeIgnoredSelectors(attributes.resource ?? {});
    return withField(review, "status", formatAnswer({ evaluationError, ...answered }));
  };
  return {
    [`selfsubjectaccessreviews.${group}`]: {
      create: async ({ context }, review) => {
        refuse(checkSelfReview(review));
        return answer(context.user, review);
      },
    },
    [`subjectaccessreviews.${group}`]: {
      create: async (_, review) => {
        refuse(checkReview(review));
        return answer(userOf(review), review);
      },
    },
    [`localsubjectaccessreviews.${group}`]: {
      create: async ({ namespace }, review) => {
        refuse(checkLocalReview(review, namespace));
        return answer(userOf(review), review);
      },
    },
    [`selfsubjectrulesreviews.${group}`]: { create: (call, review) => reviewRules(reviews, call, review) },
  };
}

/** Invalid reviews are told without their kind. */
function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw ApiError.invalid({ group, kind: "" }, "", errors);
}

function attributesOf(review: JsonObject): AccessAttributes {
  const resource = getOwn(objectAt(review, "spec"), "resourceAttributes");
  const nonResource = getOwn(objectAt(review, "spec"), "nonResourceAttributes");
  return {
    ...(isJsonObject(resource) && { resource }),
    ...(isJsonObject(nonResource) && { nonResource }),
  };
}

function userOf(review: JsonObject): UserInfo {
  const extra = Object.entries(objectAt(review, "spec.extra")).map(([key, values]) => [
    key.toLowerCase(),
    Array.isArray(values) ? values.filter((value) => typeof value === "string") : [],
  ]);
  const uid = textAt(review, "spec.uid");
  return {
    name: textAt(review, "spec.user"),
    groups: textsAt(review, "spec.groups"),
    ...(uid !== "" && { uid }),
    extra: Object.fromEntries(extra),
  };
}

function formatAnswer({ isAllowed, isDenied = false, reason = "", evaluationError = "" }: AccessAnswer): JsonObject {
  return {
    allowed: isAllowed,
    ...(isDenied && { denied: true }),
    ...(reason !== "" && { reason }),
    ...(evaluationError !== "" && { evaluationError }),
  };
}

async function reviewRules(reviews: Reviews, { context }: CustomCall, review: JsonObject): Promise<JsonObject> {
  const namespace = textAt(review, "spec.namespace");
  if (namespace === "") throw ApiError.badRequest("no namespace on request");
  const { resourceRules, nonResourceRules, isIncomplete, evaluationError } = await reviews.rulesOf(
    context.user,
    namespace,
  );
  const status = {
    resourceRules: [...resourceRules],
    nonResourceRules: [...nonResourceRules],
    incomplete: isIncomplete,
    ...(evaluationError && { evaluationError }),
  };
  // What was asked is not repeated, and neither is who asked.
  return { ...review, metadata: {}, spec: {}, status };
}
