/**
 * Turns the bytes of a watch into its events, one a line.
 *
 * An event of type ERROR ends the watch with the Status in it: 410 for a resourceVersion that is too old, or anything else.
 */
import { ApiError, isJsonObject, isStatus, JsonError, type JsonObject, type JsonValue } from "@pintle/machinery";
import { decodeJson } from "./decode-json.ts";
import { LineSplitter } from "./line-splitter.ts";
import { UnexpectedResponseError } from "./unexpected-response-error.ts";

export interface WireEvent<Watched = JsonValue> {
  /** A BOOKMARK has no more of an object than its kind and the resourceVersion that has been reached. */
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly object: Watched;
}

const types: ReadonlySet<unknown> = new Set(["ADDED", "MODIFIED", "DELETED", "BOOKMARK"]);

/** Ends when the server ends the watch, and rejects when the connection is lost. */
export async function* decodeWatch<Watched>(
  body: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
): AsyncGenerator<WireEvent<Watched>, void, undefined> {
  const splitter = new LineSplitter(maxLineBytes);
  for await (const piece of body) {
    const lines: Buffer[] = [];
    let failure: { readonly error: unknown } | undefined;
    try {
      splitter.take(piece, (bytes, from, to) => lines.push(bytes.subarray(from, to)));
    } catch (error) {
      failure = { error };
    }
    for (const line of lines) yield decodeEvent(line) as unknown as WireEvent<Watched>;
    if (failure) throw failure.error;
  }
}

/** Throws what an ERROR event tells, and an `UnexpectedResponseError` for what is no event. */
export function decodeEvent(line: Uint8Array): WireEvent<JsonObject> {
  const event = readLine(line);
  if (!isJsonObject(event)) throw new UnexpectedResponseError("a line of the watch is no object", 200);
  if (types.has(event.type) && isJsonObject(event.object)) return event as unknown as WireEvent<JsonObject>;
  if (event.type !== "ERROR") {
    throw new UnexpectedResponseError("a line of the watch has no type of event that is known, or no object", 200);
  }
  if (isStatus(event.object)) throw ApiError.fromStatus(event.object);
  throw ApiError.internalError("the watch ended with an error that has no Status");
}

function readLine(line: Uint8Array): JsonValue {
  try {
    return decodeJson(line);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new UnexpectedResponseError(`a line of the watch is no JSON: ${error.message}`, 200, { cause: error });
  }
}
