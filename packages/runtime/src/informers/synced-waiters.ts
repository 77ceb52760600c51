/** Those who wait until a copy is complete. Who stops waiting leaves nothing behind, and when the copy is given up all are told so. */
export class SyncedWaiters {
  readonly #waiters = new Set<PromiseWithResolvers<void>>();

  async wait(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const waiter = Promise.withResolvers<void>();
    const leave = () => waiter.reject(signal?.reason);
    this.#waiters.add(waiter);
    signal?.addEventListener("abort", leave, { once: true });
    try {
      await waiter.promise;
    } finally {
      this.#waiters.delete(waiter);
      signal?.removeEventListener("abort", leave);
    }
  }

  resolve(): void {
    for (const { resolve } of this.#waiters) resolve();
  }

  reject(error: Error): void {
    for (const { reject } of this.#waiters) reject(error);
  }
}
