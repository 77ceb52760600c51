/** Reads what API servers send to webhooks: a review of a known kind, in one of the versions that are answered. */
import { decodeJson } from "@pintle/client";
import { getOwn, isJsonObject, JsonError, type JsonObject, type JsonValue, writeJson } from "@pintle/machinery";
import { type HttpAnswer, HttpError } from "../http/http-message.ts";

export interface ReviewType {
  readonly kind: string;
  /** `group/version` of each that is understood. */
  readonly apiVersions: readonly string[];
}

/** The review, which is answered in its own version. Throws an `HttpError` that says what is wrong with it. */
export function readReview(body: Uint8Array, { kind, apiVersions }: ReviewType): ReadReview {
  const review = readObject(body);
  const apiVersion = textIn(review, "apiVersion");
  if (textIn(review, "kind") === kind && apiVersions.includes(apiVersion)) return { apiVersion, review };
  const expected = apiVersions.join(" or ");
  throw new HttpError(400, `expected a ${kind} of ${expected}, got ${describeType(review)}`);
}

export interface ReadReview {
  readonly apiVersion: string;
  readonly review: JsonObject;
}

/** Any JSON object. */
export function readObject(body: Uint8Array): JsonObject {
  const value = parse(body);
  if (isJsonObject(value)) return value;
  throw new HttpError(400, "the body is no JSON object");
}

function parse(body: Uint8Array): JsonValue {
  try {
    return decodeJson(body);
  } catch (error) {
    if (error instanceof JsonError) throw new HttpError(400, `the body is not JSON: ${error.message}`);
    throw error;
  }
}

function describeType(review: JsonObject): string {
  const [kind, apiVersion] = [textIn(review, "kind"), textIn(review, "apiVersion")];
  return kind === "" && apiVersion === ""
    ? "an object without type"
    : `${kind || "?"} of ${apiVersion || "?"}`.slice(0, 200);
}

/** Empty where there is none. */
export function textIn(object: JsonObject, key: string): string {
  const value = getOwn(object, key);
  return typeof value === "string" ? value : "";
}

/** Empty where there is none. */
export function objectIn(object: JsonObject, key: string): JsonObject {
  const value = getOwn(object, key);
  return isJsonObject(value) ? value : {};
}

export function textsIn(object: JsonObject, key: string): readonly string[] {
  const value = getOwn(object, key);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

export const jsonHeaders = { "content-type": "application/json" };

/** Throws a `UsageError` for what JSON cannot hold. */
export function jsonAnswer(value: JsonValue | object): HttpAnswer {
  return { status: 200, headers: jsonHeaders, body: writeJson(value) };
}
