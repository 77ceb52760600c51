/**
 * The error for an answer that is no success. The server's own Status where there is one; otherwise what client-go would make of the
 * code, so that `ApiError.is` works on the pages of proxies as well.
 */
import {
  ApiError,
  type GroupResource,
  isStatus,
  type Status,
  statusOfUnreadableResponse,
  type TransportResponse,
} from "@pintle/machinery";
import type { ApiRequest } from "./api-request.ts";
import { decodeJson } from "./decode-json.ts";
import { isJson, mediaTypeOf } from "./media-type.ts";
import { readBeginning } from "./read-body.ts";

/** No Status is longer: it names at most every field of an object. */
const maxStatusBytes = 3 * 1024 * 1024;
/** So much of what a proxy says is told. */
const maxTextBytes = 2_048;
const nothing: GroupResource = { group: "", resource: "" };

/** Reads the answer, as far as that is of use. */
export async function readFailure(
  { method, about }: ApiRequest,
  response: TransportResponse,
  retryAfterMs: number | undefined,
): Promise<ApiError> {
  const { bytes, isWhole } = await readBeginning(response.body, maxStatusBytes);
  const type = mediaTypeOf(response.headers);
  const status = isWhole && isJson(type) ? readStatus(bytes) : undefined;
  if (status !== undefined) return ApiError.fromStatus({ ...status, code: status.code ?? response.status });
  const isText = type === "" || type.startsWith("text/");
  return ApiError.fromStatus(
    statusOfUnreadableResponse({
      code: response.status,
      verb: method,
      resource: about?.resource ?? nothing,
      name: about?.name ?? "",
      serverMessage: isText ? Buffer.from(bytes.subarray(0, maxTextBytes)).toString().trim() : "unknown",
      isUnexpected: true,
      ...(retryAfterMs !== undefined && { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) }),
    }),
  );
}

/** A Status that says "Success" with the code of a failure is none to go by. */
function readStatus(bytes: Uint8Array): Status | undefined {
  try {
    const value: unknown = decodeJson(bytes);
    return isStatus(value) && value.status !== "Success" ? value : undefined;
  } catch {
    return undefined;
  }
}
