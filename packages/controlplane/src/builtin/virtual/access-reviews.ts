/** Answers who may do what, for the user who asks or for another one. */
import type { CustomCall, CustomStorage, UserInfo } from "@pintle/apiserver";
import { ApiError, FieldError, fieldPath, getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import type { AccessAnswer, AccessAttributes, Reviews } from "../built-in-options.ts";
import { objectAt, textAt, textsAt, withField } from "../json-fields.ts";

const group = "authorization.k8s.io";
const path = fieldPath("spec");

export function createAccessReviews(reviews: Reviews): Readonly<Record<string, CustomStorage>> {
  const answer = async (user: UserInfo, review: JsonObject) =>
    withField(review, "status", formatAnswer(await reviews.mayAccess(user, attributesOf(review))));
  return {
    [`selfsubjectaccessreviews.${group}`]: {
      create: async ({ context }, review) => {
        refuse("SelfSubjectAccessReview", validateAttributes(review));
        return answer(context.user, review);
      },
    },
    [`subjectaccessreviews.${group}`]: {
      create: async (_, review) => {
        refuse("SubjectAccessReview", validateSubject(review));
        return answer(userOf(review), review);
      },
    },
    [`localsubjectaccessreviews.${group}`]: {
      create: async (call, review) => {
        refuse("LocalSubjectAccessReview", [...validateSubject(review), ...validateLocal(review)]);
        checkNamespace(call, review);
        return answer(userOf(review), review);
      },
    },
    [`selfsubjectrulesreviews.${group}`]: { create: (call, review) => reviewRules(reviews, call, review) },
  };
}

/** Invalid reviews are told without their kind. */
function refuse(_kind: string, errors: FieldError[]): void {
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

function validateAttributes(review: JsonObject): FieldError[] {
  const { resource, nonResource } = attributesOf(review);
  if (resource && nonResource) {
    const detail = "cannot be specified in combination with resourceAttributes";
    return [FieldError.invalid(path.child("nonResourceAttributes"), nonResource, detail)];
  }
  if (resource || nonResource) return [];
  const detail = "exactly one of nonResourceAttributes or resourceAttributes must be specified";
  return [FieldError.invalid(path.child("resourceAttributes"), null, detail)];
}

function validateSubject(review: JsonObject): FieldError[] {
  const errors = validateAttributes(review);
  if (textAt(review, "spec.user") === "" && textsAt(review, "spec.groups").length === 0) {
    errors.push(FieldError.invalid(path.child("user"), "", "at least one of user or group must be specified"));
  }
  return errors;
}

function validateLocal(review: JsonObject): FieldError[] {
  const { nonResource } = attributesOf(review);
  return nonResource
    ? [FieldError.invalid(path.child("nonResourceAttributes"), nonResource, "disallowed on this kind of request")]
    : [];
}

function checkNamespace({ namespace }: CustomCall, review: JsonObject): void {
  const asked = textAt(review, "spec.resourceAttributes.namespace");
  if (asked === namespace) return;
  throw ApiError.badRequest(`spec.resourceAttributes.namespace must match namespace: ${namespace}`);
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
  return withField(review, "status", status);
}
