/** What an admission webhook is asked, and what it may answer: AdmissionReview of admission.k8s.io, versions v1 and v1beta1. */
import { Buffer } from "node:buffer";
import {
  formatGroupVersion,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseGroupVersion,
  quoteGo,
} from "@pintle/machinery";
import { textOf } from "../../registry/object-metadata.ts";
import { describeBody } from "../../wire/body-type.ts";
import { describeUnregistered } from "../../wire/check-kind.ts";
import { decodeGoUtf8 } from "../../wire/json/decode-go-utf8.ts";
import { writeGoJson } from "../../wire/json/go-json-text.ts";
import { GoJsonError } from "../../wire/json/json-scanner.ts";
import { readGoJson } from "../../wire/json/read-go-json.ts";
import { normalizeBuiltIn } from "../../wire/typed/normalize-built-in.ts";
import { readYaml } from "../../wire/yaml-body.ts";
import { YamlBodyError } from "../../wire/yaml-body-error.ts";
import type { AdmissionAttributes } from "../admission.ts";
import { admissionRequestOf } from "../match/admission-request.ts";
import type { MatchedResource } from "../match/matcher.ts";
import type { ShownObjects } from "../match/versioned-objects.ts";

const group = "admission.k8s.io";
const kind = "AdmissionReview";
const known = ["v1", "v1beta1"];

export interface AdmissionReview {
  readonly version: string;
  readonly uid: string;
  readonly body: JsonObject;
}

/** In the first version of the webhook's that is known; `undefined` where there is none. */
export function createAdmissionReview(
  versions: readonly string[],
  attributes: AdmissionAttributes,
  matched: MatchedResource,
  { object, old }: ShownObjects,
): AdmissionReview | undefined {
  const version = versions.find((each) => known.includes(each));
  if (version === undefined) return undefined;
  const uid = attributes.context.random.uuid();
  const { options, dryRun, ...rest } = admissionRequestOf(attributes, matched);
  const request = { uid, ...rest, object: object ?? null, oldObject: old ?? null, dryRun, options } as JsonObject;
  return { version, uid, body: { kind, apiVersion: `${group}/${version}`, request } };
}

export interface AdmissionResponse {
  readonly isAllowed: boolean;
  readonly result: JsonObject | undefined;
  /** The bytes of a patch, if there is one. */
  readonly patch: Uint8Array | undefined;
  readonly patchType: string;
  readonly auditAnnotations: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

/** An answer that could be read, but is not one to the question. */
export class InvalidResponseError extends Error {
  override readonly name = "InvalidResponseError";
}

/** The review in an answer. Throws an `Error` in the words of the API server. */
export function decodeReview({ version }: AdmissionReview, bytes: Uint8Array): JsonObject {
  const value = readAnswer(bytes);
  if (!isJsonObject(value)) throw new Error(describeBody(value));
  checkRegistered(value, version);
  return normalizeBuiltIn(value, "admission/v1.AdmissionReview");
}

/** What does not look like JSON is read as YAML, as upstream does. */
function readAnswer(bytes: Uint8Array): JsonValue {
  try {
    const text = decodeGoUtf8(bytes);
    if (/^\s*\{/.test(text)) return readGoJson(bytes, undefined, true).value;
    return readGoJson(Buffer.from(writeGoJson(readYaml(text).value)), undefined, true).value;
  } catch (error) {
    if (error instanceof YamlBodyError) throw new Error(error.message);
    if (!(error instanceof GoJsonError)) throw error;
    throw new Error(`couldn't get version/kind; json parse error: ${error.message}`);
  }
}

/** What does not say what it is is taken for what was expected. */
function checkRegistered(review: JsonObject, version: string): void {
  const [apiVersion, found] = [textOf(review, "apiVersion"), textOf(review, "kind")];
  const actual = apiVersion === "" ? `${group}/${version}` : apiVersion;
  const isKnown = known.some((each) => actual === `${group}/${each}`);
  if (!isKnown || (found !== "" && found !== kind)) throw new Error(describeUnregistered(found || kind, actual));
  if (actual === `${group}/${version}`) return;
  const { version: other } = parseGroupVersion(actual);
  throw new Error(`converting (${other}.${kind}) to (${version}.${kind}): unknown conversion`);
}

/** Throws an `InvalidResponseError` for a response that is none to the question. */
export function readResponse(asked: AdmissionReview, answer: JsonObject, isMutating: boolean): AdmissionResponse {
  const response = getOwn(answer, "response");
  if (!isJsonObject(response)) throw new InvalidResponseError("webhook response was absent");
  const patch = Buffer.from(textOf(response, "patch"), "base64");
  const patchType = getOwn(response, "patchType");
  if (asked.version === "v1") {
    checkIdentity(asked, answer, response);
    checkPatch(patch, patchType, isMutating);
  }
  const hasPatch = isMutating && patch.length > 0;
  const status = getOwn(response, "status");
  return {
    isAllowed: response.allowed === true,
    result: isJsonObject(status) ? status : undefined,
    patch: hasPatch ? patch : undefined,
    // Whatever webhooks of the older version say: there has never been another type.
    patchType: asked.version === "v1" && typeof patchType === "string" ? patchType : "JSONPatch",
    auditAnnotations: (getOwn(response, "auditAnnotations") ?? {}) as Record<string, string>,
    warnings: (getOwn(response, "warnings") ?? []) as string[],
  };
}

function checkIdentity({ uid }: AdmissionReview, answer: JsonObject, response: JsonObject): void {
  const answered = textOf(response, "uid");
  if (answered !== uid) {
    throw new InvalidResponseError(`expected response.uid=${quoteGo(uid)}, got ${quoteGo(answered)}`);
  }
  const expected = formatGroupVersion({ group, version: "v1" });
  const [apiVersion, found] = [textOf(answer, "apiVersion"), textOf(answer, "kind")];
  if (apiVersion === expected && found === kind) return;
  throw new InvalidResponseError(
    `expected webhook response of ${expected}, Kind=${kind}, got ${apiVersion || "/"}, Kind=${found}`,
  );
}

function checkPatch(patch: Uint8Array, patchType: JsonValue | undefined, isMutating: boolean): void {
  const [hasPatch, hasType] = [patch.length > 0, patchType !== undefined];
  const complaint = isMutating ? complainOfPair(hasPatch, hasType, patchType) : complainOfAny(hasPatch, hasType);
  if (complaint !== undefined) throw new InvalidResponseError(complaint);
}

function complainOfPair(hasPatch: boolean, hasType: boolean, patchType: JsonValue | undefined): string | undefined {
  if (hasPatch && !hasType) return "webhook returned response.patch but not response.patchType";
  if (!hasPatch && hasType) return "webhook returned response.patchType but not response.patch";
  return patchType === "" ? 'webhook returned invalid response.patchType of ""' : undefined;
}

function complainOfAny(hasPatch: boolean, hasType: boolean): string | undefined {
  if (hasPatch) return "validating webhook may not return response.patch";
  return hasType ? "validating webhook may not return response.patchType" : undefined;
}
