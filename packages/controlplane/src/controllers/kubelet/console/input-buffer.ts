/** What a client sends to a command, put together: there is a limit to it, and what comes after the end is not heard. */
const maxInputBytes = 16 * 1024 * 1024;
/** What a terminal sends for Ctrl-C and Ctrl-D. */
const interrupt = 3;
const endOfText = 4;

export class InputBuffer {
  /** Resolves at the end. */
  readonly whole: Promise<string>;
  readonly #resolve: (text: string) => void;
  readonly #pieces: Uint8Array[] = [];
  readonly #interrupted: (() => void) | undefined;
  #length = 0;

  /** Where the client is a terminal, it is said what happens when somebody presses Ctrl-C there. */
  constructor(interrupted?: () => void) {
    const { promise, resolve } = Promise.withResolvers<string>();
    this.whole = promise;
    this.#resolve = resolve;
    this.#interrupted = interrupted;
  }

  /** Throws where it is too much. */
  push(piece: Uint8Array): void {
    this.#length += piece.length;
    if (this.#length > maxInputBytes) throw new Error("too much input");
    const key = this.#interrupted ? piece.findIndex((byte) => byte === interrupt || byte === endOfText) : -1;
    this.#pieces.push(key < 0 ? piece : piece.subarray(0, key));
    if (piece[key] === interrupt) this.#interrupted?.();
    if (key >= 0) this.end();
  }

  end(): void {
    this.#resolve(Buffer.concat(this.#pieces).toString("utf8"));
  }
}
