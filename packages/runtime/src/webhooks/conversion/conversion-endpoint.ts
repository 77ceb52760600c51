/**
 * The path on which the API server has custom resources converted: a ConversionReview comes in, and one with the same uid goes out.
 *
 * All objects are converted, in their order, or none is: half a list would be taken for the whole.
 */
import {
  formatObjectKey,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseGroupVersion,
  UsageError,
} from "@pintle/machinery";
import { type HttpAnswer, HttpError } from "../../http/http-message.ts";
import { jsonAnswer, objectIn, readReview, textIn } from "../read-review.ts";
import type { WebhookCall, WebhookEndpoint } from "../webhook.ts";
import { ConversionError, type Converter, convertObject, versionOf } from "./convert-object.ts";

const reviewType = {
  kind: "ConversionReview",
  apiVersions: ["apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1"],
};

/** A whole list may come at once. */
const maxBodyBytes = 128 * 1024 * 1024;

export class ConversionEndpoint implements WebhookEndpoint {
  readonly path: string;
  readonly maxBodyBytes = maxBodyBytes;
  readonly panics = "conversion";
  readonly #converters: readonly Converter[];

  constructor(path: string, converters: readonly Converter[]) {
    this.path = path;
    this.#converters = converters;
  }

  join(other: WebhookEndpoint): ConversionEndpoint | undefined {
    if (!(other instanceof ConversionEndpoint)) return undefined;
    for (const { group, kind } of other.#converters) {
      if (this.#converterOf(group, kind) === undefined) continue;
      throw new UsageError(
        "PINTLE_CONVERSION_INCOMPLETE",
        `the conversion of ${kind} is served twice: give one conversionWebhook all of its spokes`,
      );
    }
    return new ConversionEndpoint(this.path, [...this.#converters, ...other.#converters]);
  }

  answer(body: Uint8Array, call: WebhookCall): HttpAnswer {
    const { apiVersion, review } = readReview(body, reviewType);
    const request = getOwn(review, "request");
    if (!isJsonObject(request)) throw new HttpError(400, "the ConversionReview has no request");
    const uid = textIn(request, "uid");
    if (uid === "") throw new HttpError(400, "the request of the ConversionReview has no uid");
    const respond = (response: JsonObject) =>
      jsonAnswer({ kind: reviewType.kind, apiVersion, response: { uid, ...response } });
    try {
      const convertedObjects = this.#convertAll(request);
      return respond({ convertedObjects, result: { status: "Success" } });
    } catch (error) {
      const message = this.#describe(error, uid, call);
      return respond({ convertedObjects: [], result: { status: "Failure", message } });
    }
  }

  #convertAll(request: JsonObject): JsonValue[] {
    const objects = getOwn(request, "objects");
    const desired = textIn(request, "desiredAPIVersion");
    return Array.isArray(objects) ? objects.map((object) => this.#convert(object, desired)) : [];
  }

  #convert(object: JsonValue, desired: string): JsonObject {
    if (!isJsonObject(object)) throw new ConversionError("an item of objects is no object");
    try {
      const { group, version } = parseGroupVersion(desired);
      const kind = textIn(object, "kind");
      const converter = this.#converterOf(group, kind);
      if (!converter || parseGroupVersion(textIn(object, "apiVersion")).group !== group) {
        throw new ConversionError(`this webhook does not convert to ${kind || "?"} of ${desired || "?"}`);
      }
      return convertObject(converter, object, version);
    } catch (error) {
      throw new FailedObjectError(describeObject(object, desired), error);
    }
  }

  #converterOf(group: string, kind: string): Converter | undefined {
    return this.#converters.find((converter) => converter.group === group && converter.kind === kind);
  }

  /** What a conversion throws is written for people, unless it is a mistake in the program, which nobody has read over. */
  #describe(error: unknown, uid: string, call: WebhookCall): string {
    const { what, cause } = error instanceof FailedObjectError ? error : { what: "", cause: error };
    const prefix = what === "" ? "" : `${what}: `;
    if (cause instanceof Error && !isMistake(cause)) return prefix + cause.message;
    call.panicked(cause, { requestID: uid, object: what });
    return `${prefix}internal error occurred during conversion; the log of the webhook says why under requestID ${uid}`;
  }
}

class FailedObjectError extends Error {
  readonly what: string;

  constructor(what: string, cause: unknown) {
    super(what, { cause });
    this.what = what;
  }
}

function describeObject(object: JsonObject, desired: string): string {
  const metadata = objectIn(object, "metadata");
  const namespace = textIn(metadata, "namespace");
  const key = formatObjectKey({ name: textIn(metadata, "name"), ...(namespace !== "" && { namespace }) });
  return `cannot convert ${textIn(object, "kind") || "object"} ${key} from ${safeVersionOf(object)} to ${desired}`;
}

function safeVersionOf(object: JsonObject): string {
  try {
    return versionOf(object);
  } catch {
    return textIn(object, "apiVersion");
  }
}

/** The language's own errors. A `UsageError` too is about the program and not about the object. */
const mistakes = [TypeError, ReferenceError, RangeError, SyntaxError, EvalError, URIError, UsageError] as const;

function isMistake(error: Error): boolean {
  return mistakes.some((type) => error instanceof type);
}
