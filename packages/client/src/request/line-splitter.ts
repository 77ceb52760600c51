/**
 * Splits the bytes of a stream into its lines, however they are cut on the way.
 *
 * - Half a line at the end is dropped: it will come again with the watch that goes on from the last whole one.
 * - A line has a limit, so that a server that never ends one does not take the memory.
 *
 * A line may lie in the memory of its chunk. Who keeps it copies it.
 */
import { UnexpectedResponseError } from "./unexpected-response-error.ts";

const newline = 0x0a;

export class LineSplitter {
  readonly #maxLineBytes: number;
  #begun: Buffer[] = [];
  #begunBytes = 0;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** Calls with each line that the chunk completes. Throws for one that is too long, after those before it. */
  take(piece: Uint8Array, takeLine: (bytes: Buffer, from: number, to: number) => void): void {
    const chunk = asBuffer(piece);
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      this.#checkLength(end - from);
      if (this.#begunBytes > 0) {
        const line = Buffer.concat([...this.#begun, chunk.subarray(from, end)]);
        this.#begun = [];
        this.#begunBytes = 0;
        if (!isBlank(line, 0, line.length)) takeLine(line, 0, line.length);
      } else if (!isBlank(chunk, from, end)) takeLine(chunk, from, end);
      from = end + 1;
    }
    if (from === chunk.length) return;
    this.#checkLength(chunk.length - from);
    this.#begun.push(chunk.subarray(from));
    this.#begunBytes += chunk.length - from;
  }

  #checkLength(more: number): void {
    if (this.#begunBytes + more <= this.#maxLineBytes) return;
    throw new UnexpectedResponseError(`a line of the watch has more than ${this.#maxLineBytes} bytes`, 200);
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function isBlank(bytes: Buffer, from: number, to: number): boolean {
  return to - from < 2 && (from === to || (bytes[from] ?? 0) <= 0x20);
}
