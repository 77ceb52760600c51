/**
 * Compresses long answers for clients that take gzip, on the thread pool. Short ones are left alone, since compressing them costs more
 * than sending them; so are watches, whose events must not wait for each other.
 */
import { Buffer } from "node:buffer";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { constants, createGzip, gzip } from "node:zlib";
import type { ServerResponse } from "../pipeline/server-request.ts";

/** Answers beyond this length are compressed. */
export const gzipThresholdBytes = 128 * 1024;

/** The least CPU, as upstream chose: higher levels save little more. */
const level = constants.Z_BEST_SPEED;

const gzipOnPool = promisify(gzip);

/** Whether the header names gzip plainly: like upstream, this knows no qualities and no stars. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return (acceptEncoding ?? "").split(",").some((token) => token.trim() === "gzip");
}

/** The same answer, compressed if it is long and the client takes it. A stream is compressed as it comes. Not for watches. */
export async function compressResponse(
  response: ServerResponse,
  acceptEncoding: string | undefined,
): Promise<ServerResponse> {
  const { body } = response;
  if (body === undefined || !acceptsGzip(acceptEncoding)) return response;
  if (body instanceof Uint8Array || Array.isArray(body)) {
    const pieces = body instanceof Uint8Array ? [body] : (body as readonly Uint8Array[]);
    if (lengthOf(pieces) <= gzipThresholdBytes) return response;
    const whole = pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
    return withEncoding(response, await gzipOnPool(whole, { level }));
  }
  return compressStream(response, body as AsyncIterable<Uint8Array>);
}

/** Reads ahead until it is clear whether the stream is long. */
async function compressStream(response: ServerResponse, body: AsyncIterable<Uint8Array>): Promise<ServerResponse> {
  const source = body[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  for (let length = 0; length <= gzipThresholdBytes; ) {
    const next = await source.next();
    if (next.done) return { ...response, body: first };
    first.push(next.value);
    length += next.value.length;
  }
  return withEncoding(response, gzipped(continued(first, source)));
}

async function* continued(
  first: readonly Uint8Array[],
  source: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* first;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  } finally {
    await source.return?.();
  }
}

/** A client that goes away ends the compressor, and that the source. */
async function* gzipped(plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const source = Readable.from(plain, { objectMode: false });
  const compressor = createGzip({ level });
  source.once("error", (error) => compressor.destroy(error));
  try {
    for await (const piece of source.pipe(compressor)) yield piece;
  } finally {
    source.destroy();
    compressor.destroy();
  }
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

function withEncoding(response: ServerResponse, body: Uint8Array | AsyncIterable<Uint8Array>): ServerResponse {
  const { "content-length": _, ...headers } = response.headers;
  const { vary } = headers;
  const varies = vary === undefined ? "Accept-Encoding" : [vary, "Accept-Encoding"].flat();
  return { ...response, headers: { ...headers, "content-encoding": "gzip", vary: varies }, body };
}
