/**
 * Turns the bytes of a watch into its events, one a line, however the bytes are cut on the way.
 *
 * - Half a line at the end is dropped: it will come again with the watch that goes on from the last whole one.
 * - A line has a limit, so that a server that never ends one does not take the memory.
 * - An event of type ERROR ends the watch with the Status in it: 410 for a resourceVersion that is too old, or anything else.
 */
import { ApiError, isJsonObject, isStatus, JsonError, type JsonValue } from "@pintle/machinery";
import { decodeJson } from "./decode-json.ts";
import { UnexpectedResponseError } from "./unexpected-response-error.ts";

export interface WireEvent<Watched = JsonValue> {
  /** A BOOKMARK has no more of an object than its kind and the resourceVersion that has been reached. */
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly object: Watched;
}

const types: ReadonlySet<unknown> = new Set(["ADDED", "MODIFIED", "DELETED", "BOOKMARK"]);
const newline = 0x0a;

/** Ends when the server ends the watch, and rejects when the connection is lost. */
export async function* decodeWatch<Watched>(
  body: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
): AsyncGenerator<WireEvent<Watched>, void, undefined> {
  let begun: Uint8Array[] = [];
  let begunBytes = 0;
  for await (const chunk of body) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      checkLength(begunBytes + end - from, maxLineBytes);
      let line = chunk.subarray(from, end);
      from = end + 1;
      if (begunBytes > 0) {
        line = Buffer.concat([...begun, line]);
        begun = [];
        begunBytes = 0;
      }
      if (!isBlank(line)) yield decodeEvent<Watched>(line);
    }
    if (from === chunk.length) continue;
    begun.push(chunk.subarray(from));
    begunBytes += chunk.length - from;
    checkLength(begunBytes, maxLineBytes);
  }
}

function decodeEvent<Watched>(line: Uint8Array): WireEvent<Watched> {
  const event = readLine(line);
  if (!isJsonObject(event)) throw new UnexpectedResponseError("a line of the watch is no object", 200);
  if (types.has(event.type) && isJsonObject(event.object)) return event as unknown as WireEvent<Watched>;
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

function checkLength(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw new UnexpectedResponseError(`a line of the watch has more than ${maxBytes} bytes`, 200);
}

function isBlank(line: Uint8Array): boolean {
  return line.length < 2 && (line[0] ?? 0) <= 0x20;
}
