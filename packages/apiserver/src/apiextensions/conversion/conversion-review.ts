/** What a conversion webhook is asked, and what it may answer: ConversionReview of apiextensions.k8s.io, versions v1 and v1beta1. */
import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";
import { textOf } from "../../registry/object-metadata.ts";

const group = "apiextensions.k8s.io";
const kind = "ConversionReview";
const known = ["v1", "v1beta1"];

export interface ConversionReview {
  readonly version: string;
  readonly uid: string;
  readonly body: JsonObject;
}

/** In the first version that both sides know. */
export function createConversionReview(
  versions: readonly string[],
  uid: string,
  desiredAPIVersion: string,
  objects: readonly JsonObject[],
): ConversionReview {
  const version = versions.find((each) => known.includes(each)) ?? "v1";
  const request: JsonObject = { uid, desiredAPIVersion, objects: [...objects] };
  return { version, uid, body: { kind, apiVersion: `${group}/${version}`, request } };
}

/** The converted objects. Throws an `Error` in the words of the API server. */
export function readConversionReview({ version, uid }: ConversionReview, answer: JsonValue): readonly JsonValue[] {
  const review = isJsonObject(answer) ? answer : {};
  checkType(review, version);
  const response = getOwn(review, "response");
  if (!isJsonObject(response)) throw new Error("no response provided");
  const answered = textOf(response, "uid");
  if (version === "v1" && answered !== uid) {
    throw new Error(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(answered)}`);
  }
  const found = getOwn(response, "result");
  const result = isJsonObject(found) ? found : {};
  const status = textOf(result, "status");
  if (status !== "Success") {
    throw new Error(textOf(result, "message") || `response.result.status was '${status}', not 'Success'`);
  }
  const objects = getOwn(response, "convertedObjects");
  return Array.isArray(objects) ? objects : [];
}

function checkType(review: JsonObject, version: string): void {
  const [apiVersion, found] = [textOf(review, "apiVersion"), textOf(review, "kind")];
  if (apiVersion === `${group}/${version}` && found === kind) return;
  const other = known.find((each) => apiVersion === `${group}/${each}`);
  if (other !== undefined && found === kind) {
    throw new Error(`converting (${other}.${kind}) to (${version}.${kind}): unknown conversion`);
  }
  const shown = apiVersion === "" ? "/" : apiVersion;
  throw new Error(`expected webhook response of ${group}/${version}, Kind=${kind}, got ${shown}, Kind=${found}`);
}
