/**
 * Memory for the pieces of one long body. What has been sent is used again: a list of ten thousand objects would otherwise leave so much
 * behind that V8 collects garbage, everybody's, several times before it is out.
 */
import { Buffer } from "node:buffer";

export class PieceMemory {
  readonly #free: Buffer[] = [];

  /** At least so many bytes, with anything in them. */
  take(bytes: number): Buffer {
    const found = this.#free.pop();
    if (found !== undefined && found.length >= bytes) return found;
    // Pieces are about as long as each other: with some room to spare, the next one fits as well.
    return Buffer.allocUnsafeSlow(bytes + (bytes >> 3));
  }

  /** Nobody reads the piece any more, which begins where something that was taken begins. */
  give(piece: Uint8Array): void {
    this.#free.push(Buffer.from(piece.buffer));
  }
}
