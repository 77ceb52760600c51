/** How many bytes of bodies a server holds at a time. Each body has a limit of its own, but a thousand of them may come at once. */
export class BodyBudget {
  readonly #maxBytes: number;
  #heldBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether there is room for so many more; they count as held then. */
  take(bytes: number): boolean {
    if (this.#heldBytes + bytes > this.#maxBytes) return false;
    this.#heldBytes += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#heldBytes -= bytes;
  }
}
