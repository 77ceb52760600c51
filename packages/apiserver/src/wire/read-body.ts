/** Takes in the body of a request up to a limit. What lies beyond the limit is not read, and so costs nothing. */
import { ApiError } from "@pintle/machinery";

/** As upstream: 3 MiB, twice what etcd takes and some. */
export const maxBodyBytes = 3 * 1024 * 1024;

/** The whole body. Bodies are taken as they are: a `Content-Encoding` is not undone, upstream does not do it either. */
export async function readBody(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > maxBytes) throw ApiError.requestEntityTooLarge(`limit is ${maxBytes}`);
    pieces.push(piece);
  }
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined ? only : join(pieces, length);
}

function join(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
