/** What can go wrong on the wire, one function each, for `plane.faults`. */
import type { TransportRequest, TransportResponse } from "@pintle/machinery";

export function queryOf(request: TransportRequest): URLSearchParams {
  return new URLSearchParams(Array.from(request.query ?? [], ([name, value]): [string, string] => [name, value]));
}

export function isWatch(request: TransportRequest): boolean {
  return request.method === "GET" && queryOf(request).has("watch");
}

/** A watch that begins with everything that there is. */
export function isWatchList(request: TransportRequest): boolean {
  return isWatch(request) && queryOf(request).get("sendInitialEvents") === "true";
}

/** A list of a collection of the path, page or whole. */
export function isList(request: TransportRequest, path: string): boolean {
  return request.method === "GET" && request.path === path && !isWatch(request);
}

export function answerWithStatus(
  code: number,
  reason: string,
  message = "no",
  headers: Readonly<Record<string, string>> = {},
): TransportResponse {
  const status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", reason, message, code };
  return {
    status: code,
    headers: { "content-type": "application/json", ...headers },
    body: chunks(JSON.stringify(status)),
  };
}

export function answerWithText(code: number, text: string, type = "text/html"): TransportResponse {
  return { status: code, headers: { "content-type": type }, body: chunks(text) };
}

/** A stream of JSON lines; an error among them is thrown in its place. */
export function answerWithLines(...lines: readonly (object | string | Error)[]): TransportResponse {
  const pieces = lines.map((line) =>
    line instanceof Error || typeof line === "string" ? line : `${JSON.stringify(line)}\n`,
  );
  return { status: 200, headers: { "content-type": "application/json" }, body: chunks(...pieces) };
}

export function connectionReset(): Error {
  return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
}

/** The answer as far as so many whole lines, and then the error, or a proper end where there is none. */
export function endAfterLines(response: TransportResponse, count: number, error?: Error): TransportResponse {
  async function* body(): AsyncGenerator<Uint8Array> {
    yield* firstLines(response.body, count);
    if (error) throw error;
  }
  return { ...response, body: body() };
}

export function resetAfterLines(response: TransportResponse, count: number): TransportResponse {
  return endAfterLines(response, count, connectionReset());
}

/** Each line as it comes, changed, dropped or multiplied. */
export function changeLines(
  response: TransportResponse,
  change: (line: string) => readonly string[],
): TransportResponse {
  async function* body(): AsyncGenerator<Uint8Array> {
    for await (const line of linesOf(response.body)) {
      for (const changed of change(Buffer.from(line).toString())) yield Buffer.from(changed);
    }
  }
  return { ...response, body: body() };
}

/** The answer as far as so many lines, and then nothing any more, not even an end: a connection that is open on one side only. */
export function silenceAfterLines(
  response: TransportResponse,
  count: number,
  signal: AbortSignal | undefined,
): TransportResponse {
  async function* body(): AsyncGenerator<Uint8Array> {
    yield* firstLines(response.body, count);
    await untilAborted(signal);
  }
  return { ...response, body: body() };
}

/** Never, or when the caller has gone: an answer that does not come. */
export function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

async function* chunks(...pieces: readonly (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece;
    yield Buffer.from(piece);
  }
}

/** What comes after them is given up. */
async function* firstLines(body: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let left = count;
  if (left === 0) return;
  for await (const line of linesOf(body)) {
    yield line;
    left -= 1;
    if (left === 0) return;
  }
}

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let begun: Uint8Array[] = [];
  for await (const chunk of body) {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end + 1)]);
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
}
