/** What was started together ends together, the last part first. JavaScript's own stacks would do the same, and Node 22 has none. */

export class StartedParts implements AsyncDisposable {
  #parts: (Disposable | AsyncDisposable)[] = [];

  use<Part extends Disposable | AsyncDisposable>(part: Part): Part {
    this.#parts.push(part);
    return part;
  }

  /** Hands all parts over: they live on when this ends. */
  move(): StartedParts {
    const moved = new StartedParts();
    [moved.#parts, this.#parts] = [this.#parts, moved.#parts];
    return moved;
  }

  /** All parts end, whatever becomes of one of them. */
  async [Symbol.asyncDispose](): Promise<void> {
    const errors: unknown[] = [];
    for (const part of this.#parts.splice(0).reverse()) {
      try {
        await (Symbol.asyncDispose in part ? part[Symbol.asyncDispose]() : part[Symbol.dispose]());
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 1) throw new AggregateError(errors, "several parts failed to end");
    if (errors.length === 1) throw errors[0];
  }
}
