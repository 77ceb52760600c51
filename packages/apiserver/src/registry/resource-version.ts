/** Reads resourceVersions as Kubernetes does: unsigned 64-bit numbers, with Go's words for what is none. */
import { ApiError, createFailureStatus, FieldError, type JsonObject, quoteGo } from "@pintle/machinery";
import { metadataText } from "./object-metadata.ts";

const maxUint64 = 2n ** 64n - 1n;

/** Go's words for a text that is no unsigned number, or `undefined`. */
export function complainOfUint(text: string): string | undefined {
  const parsing = `strconv.ParseUint: parsing ${quoteGo(text)}:`;
  if (!/^[0-9]+$/.test(text)) return `${parsing} invalid syntax`;
  return BigInt(text) > maxUint64 ? `${parsing} value out of range` : undefined;
}

/** The version that an object names, 0 where it names none. What is no number is a mistake of the server, as in Kubernetes. */
export function versionOf(object: JsonObject): number {
  const text = metadataText(object, "resourceVersion");
  if (text === "") return 0;
  const complaint = complainOfUint(text);
  if (complaint !== undefined) throw unexpected(complaint);
  return Number(text);
}

/** Of a query that reads one object: 0 for any version, `undefined` for the most recent. */
export function parseVersionToGet(text: string): number | undefined {
  if (text === "") return undefined;
  const complaint = complainOfUint(text);
  if (complaint !== undefined) throw unexpected(describe(text, complaint));
  return Number(text);
}

/** Of a query that lists. */
export function parseVersionToList(text: string): number | undefined {
  if (text === "") return undefined;
  const complaint = complainOfUint(text);
  if (complaint !== undefined) throw ApiError.badRequest(`invalid resource version: ${describe(text, complaint)}`);
  return Number(text);
}

/** Code 500 and no reason, as upstream answers what it did not expect. */
export function unexpected(message: string): ApiError {
  return new ApiError(createFailureStatus("", message));
}

/** The version has not come about in the time that a reader may wait for it. */
export function tooLargeVersion(wanted: string, current: number): ApiError {
  const message = `Timeout: Too large resource version: ${wanted}, current: ${current}`;
  const causes = [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }] as const;
  return new ApiError(createFailureStatus("Timeout", message, { causes: [...causes], retryAfterSeconds: 1 }));
}

function describe(text: string, complaint: string): string {
  return FieldError.invalid("resourceVersion", text, complaint).toString();
}
