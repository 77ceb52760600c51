/** The question in an AdmissionReview, of admission.k8s.io v1 or v1beta1, which differ in nothing but their name. */
import {
  type GroupVersionKind,
  type GroupVersionResource,
  getOwn,
  isJsonObject,
  type JsonObject,
} from "@pintle/machinery";
import { HttpError } from "../../http/http-message.ts";
import { objectIn, readReview, textIn, textsIn } from "../read-review.ts";
import type { AdmissionUser } from "./admission-review.ts";

/** Read from the JSON as it is asked for: most handlers look at the object and little else. */
export class AdmissionRequest {
  /** Of the review, and of the answer to it. */
  readonly apiVersion: string;
  readonly uid: string;
  /** Not checked yet. */
  readonly operation: string;
  readonly #request: JsonObject;

  constructor(apiVersion: string, uid: string, request: JsonObject) {
    this.apiVersion = apiVersion;
    this.uid = uid;
    this.operation = textIn(request, "operation");
    this.#request = request;
  }

  get kind(): GroupVersionKind {
    const kind = objectIn(this.#request, "kind");
    return { group: textIn(kind, "group"), version: textIn(kind, "version"), kind: textIn(kind, "kind") };
  }

  get resource(): GroupVersionResource {
    const found = objectIn(this.#request, "resource");
    const [group, version, resource] = [textIn(found, "group"), textIn(found, "version"), textIn(found, "resource")];
    return { group, version, resource };
  }

  get subresource(): string {
    return textIn(this.#request, "subResource");
  }

  get name(): string {
    return textIn(this.#request, "name");
  }

  get namespace(): string {
    return textIn(this.#request, "namespace");
  }

  get user(): AdmissionUser {
    return readUser(objectIn(this.#request, "userInfo"));
  }

  get object(): JsonObject | undefined {
    return optionalObject(this.#request, "object");
  }

  get oldObject(): JsonObject | undefined {
    return optionalObject(this.#request, "oldObject");
  }

  get dryRun(): boolean {
    return getOwn(this.#request, "dryRun") === true;
  }

  get options(): JsonObject {
    return objectIn(this.#request, "options");
  }
}

const reviewType = {
  kind: "AdmissionReview",
  apiVersions: ["admission.k8s.io/v1", "admission.k8s.io/v1beta1"],
};

/** Throws an `HttpError` for what cannot be answered with a review, because there is no `uid` to answer to. */
export function readAdmissionRequest(body: Uint8Array): AdmissionRequest {
  const { apiVersion, review } = readReview(body, reviewType);
  const request = getOwn(review, "request");
  if (!isJsonObject(request)) throw new HttpError(400, "the AdmissionReview has no request");
  const uid = textIn(request, "uid");
  if (uid === "") throw new HttpError(400, "the request of the AdmissionReview has no uid");
  return new AdmissionRequest(apiVersion, uid, request);
}

function optionalObject(request: JsonObject, key: string): JsonObject | undefined {
  const value = getOwn(request, key);
  return isJsonObject(value) ? value : undefined;
}

function readUser(info: JsonObject): AdmissionUser {
  const extra = objectIn(info, "extra");
  return {
    username: textIn(info, "username"),
    uid: textIn(info, "uid"),
    groups: textsIn(info, "groups"),
    extra: Object.fromEntries(Object.keys(extra).map((key) => [key, textsIn(extra, key)])),
  };
}
