/** The body of an answer, seen by somebody who must not change it. */
import { Buffer } from "node:buffer";

/**
 * The same body; its end is told once, however it comes. The bytes are told too where they were all read and are no more than `maxBytes`.
 */
export function whenEnded(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  end: (bytes: Uint8Array | undefined) => void,
): AsyncIterable<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const keep = (piece: Uint8Array) => {
    length += piece.length;
    if (length <= maxBytes) pieces.push(piece);
    else pieces.length = 0;
  };
  let isEnded = false;
  const finish = (isWhole: boolean) => {
    if (isEnded) return;
    isEnded = true;
    end(isWhole && length <= maxBytes ? Buffer.concat(pieces) : undefined);
  };
  return {
    [Symbol.asyncIterator]() {
      const iterator = body[Symbol.asyncIterator]();
      return {
        async next() {
          try {
            const result = await iterator.next();
            if (result.done) finish(true);
            else keep(result.value);
            return result;
          } catch (error) {
            finish(false);
            throw error;
          }
        },
        async return() {
          finish(false);
          await iterator.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
