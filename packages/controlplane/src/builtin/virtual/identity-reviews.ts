/** Answers who somebody is: who asks, and whose a token is. */
import type { CustomStorage, UserInfo } from "@pintle/apiserver";
import { ApiError, formatTime, type JsonObject } from "@pintle/machinery";
import type { Reviews } from "../built-in-options.ts";
import { objectAt, textAt, textsAt, withField } from "../json-fields.ts";

const group = "authentication.k8s.io";

export function createIdentityReviews(reviews: Reviews): Readonly<Record<string, CustomStorage>> {
  return {
    [`selfsubjectreviews.${group}`]: {
      // What the body says does not matter: the answer is about who asks.
      create: async ({ context }, review) => ({
        ...withField(review, "metadata", { creationTimestamp: formatTime(context.clock.now()) }),
        status: { userInfo: formatUser(context.user) },
      }),
    },
    [`tokenreviews.${group}`]: { create: (_, review) => reviewToken(reviews, review) },
  };
}

async function reviewToken(reviews: Reviews, review: JsonObject): Promise<JsonObject> {
  const token = textAt(review, "spec.token");
  if (textAt(review, "metadata.namespace") !== "") throw ApiError.badRequest("namespace is not allowed on this type: ");
  if (token === "") throw ApiError.badRequest("token is required for TokenReview in authentication");
  const { user, audiences, error } = await reviews.authenticate(token, textsAt(review, "spec.audiences"));
  const status: JsonObject = {
    ...(user && { authenticated: true }),
    user: user ? formatUser(user) : {},
    ...(user && audiences && audiences.length > 0 && { audiences: [...audiences] }),
    ...(error && { error }),
  };
  // A token is not sent back to whoever asked about it beyond what they sent.
  return withField(withField(review, "spec", objectAt(review, "spec")), "status", status);
}

function formatUser({ name, uid = "", groups, extra = {} }: UserInfo): JsonObject {
  const extras = Object.entries(extra).map(([key, values]) => [key, [...values]] as [string, string[]]);
  return {
    ...(name !== "" && { username: name }),
    ...(uid !== "" && { uid }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(extras.length > 0 && { extra: Object.fromEntries(extras) }),
  };
}
