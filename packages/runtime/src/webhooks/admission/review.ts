/** The review that handlers get: what the request says, and the pen for the verdict. */
import type {
  AnyKind,
  DeepReadonly,
  FieldError,
  FieldPath,
  GroupVersionKind,
  GroupVersionResource,
  JsonObject,
  Logger,
  ObjectKey,
  ObjectOf,
} from "@pintle/machinery";
import type { WebhookCall } from "../webhook.ts";
import type { AdmissionRequest } from "./admission-request.ts";
import type { AdmissionOperation, AdmissionReview, AdmissionUser } from "./admission-review.ts";
import type { Verdict } from "./verdict.ts";

export class Review<K extends AnyKind> implements AdmissionReview<K> {
  readonly #request: AdmissionRequest;
  readonly #verdict: Verdict;
  readonly #call: WebhookCall;

  constructor(request: AdmissionRequest, verdict: Verdict, call: WebhookCall) {
    this.#request = request;
    this.#verdict = verdict;
    this.#call = call;
  }

  get operation(): AdmissionOperation {
    return this.#request.operation as AdmissionOperation;
  }

  get previous(): DeepReadonly<ObjectOf<K>> | undefined {
    return this.#request.oldObject as DeepReadonly<ObjectOf<K>> | undefined;
  }

  get user(): AdmissionUser {
    return this.#request.user;
  }

  get dryRun(): boolean {
    return this.#request.dryRun;
  }

  get requestUid(): string {
    return this.#request.uid;
  }

  get kind(): GroupVersionKind {
    return this.#request.kind;
  }

  get resource(): GroupVersionResource {
    return this.#request.resource;
  }

  get subresource(): string {
    return this.#request.subresource;
  }

  get name(): string {
    return this.#request.name;
  }

  get namespace(): string {
    return this.#request.namespace;
  }

  get options(): DeepReadonly<JsonObject> {
    return this.#request.options;
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }

  get logger(): Logger {
    const { uid, namespace, name, user } = this.#request;
    return this.#call.logger.with({ requestID: uid, namespace, name, user: user.username });
  }

  // Not methods, so that a handler can take apart what it is given: `(pod, { deny }) => …`.
  get read(): AdmissionReview<K>["read"] {
    return (kind, key) => this.#call.cache.of(kind).get(typeof key === "string" ? this.#nearby(kind, key) : key);
  }

  get list(): AdmissionReview<K>["list"] {
    return (kind, options) => this.#call.cache.of(kind).list(options);
  }

  get deny(): AdmissionReview<K>["deny"] {
    return (where: FieldPath | FieldError | string, why?: string) => this.#verdict.deny(where, why);
  }

  get warn(): AdmissionReview<K>["warn"] {
    return (path, why) => this.#verdict.warn(path, why);
  }

  get annotateAudit(): AdmissionReview<K>["annotateAudit"] {
    return (key, value) => this.#verdict.annotateAudit(key, value);
  }

  #nearby({ scope }: AnyKind, name: string): ObjectKey {
    return scope === "Namespaced" ? { namespace: this.namespace, name } : { name };
  }
}
