/**
 * Joins the pieces that wait for a watch. Watches that see the same events wait for the same pieces, one after the other, so the last
 * result is kept: a hundred watchers of a burst cost one copy.
 */
import { Buffer } from "node:buffer";

export class SharedJoin {
  #pieces: readonly Uint8Array[] = [];
  #joined = new Uint8Array();

  /** The pieces in a row, `length` bytes in all. The result is shared: it is not to be written to. */
  join(pieces: readonly Uint8Array[], length: number): Uint8Array {
    const [first] = pieces;
    if (pieces.length === 1 && first !== undefined) return first;
    if (!this.#isLast(pieces)) {
      this.#joined = Buffer.concat(pieces, length);
      this.#pieces = pieces;
    }
    return this.#joined;
  }

  #isLast(pieces: readonly Uint8Array[]): boolean {
    const last = this.#pieces;
    return pieces.length === last.length && pieces.every((piece, index) => piece === last[index]);
  }
}
