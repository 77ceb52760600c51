/**
 * The bytes between a connection and who reads them: as many as fit the window, and then the connection is asked to wait.
 *
 * What has arrived is read before an error is seen, for it is whole; an abort is seen at once.
 */
export interface ChunkQueue extends AsyncIterable<Uint8Array> {
  /** Whether there is room for more. Where there is none, `resume` is called later. */
  push(chunk: Uint8Array): boolean;
  end(): void;
  fail(error: unknown): void;
  /** Fails, and forgets what was not read. */
  abort(reason: unknown): void;
}

export interface ChunkSource {
  readonly resume: () => void;
  /** The reader has gone before the end. */
  readonly cancel: () => void;
  /** The reader has seen the end, or has gone. It may be called more than once. */
  readonly finished: () => void;
}

type Reader = PromiseWithResolvers<IteratorResult<Uint8Array, undefined>>;

const windowBytes = 256 * 1024;

export function createChunkQueue({ resume, cancel, finished }: ChunkSource): ChunkQueue {
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  let isHeld = false;
  let ending: { readonly error?: unknown } | undefined;
  let reader: Reader | undefined;

  function settle(outcome: { readonly error?: unknown }): void {
    if (ending !== undefined) return;
    ending = outcome;
    if (reader !== undefined) finish(reader, outcome);
    reader = undefined;
  }

  function finish(waiting: Reader, outcome: { readonly error?: unknown }): void {
    if ("error" in outcome) waiting.reject(outcome.error);
    else waiting.resolve({ done: true, value: undefined });
    finished();
  }

  function release(): void {
    if (!isHeld || bytes > windowBytes / 2) return;
    isHeld = false;
    resume();
  }

  const iterator: AsyncIterator<Uint8Array, undefined> = {
    next() {
      const chunk = chunks.shift();
      if (chunk !== undefined) {
        bytes -= chunk.length;
        release();
        return Promise.resolve({ done: false, value: chunk });
      }
      reader = Promise.withResolvers();
      const { promise } = reader;
      if (ending !== undefined) {
        finish(reader, ending);
        // An error is told once.
        ending = {};
        reader = undefined;
      }
      return promise;
    },
    async return() {
      chunks = [];
      if (ending === undefined) {
        settle({});
        cancel();
      }
      finished();
      return { done: true, value: undefined };
    },
  };

  return {
    [Symbol.asyncIterator]: () => iterator,
    push(chunk) {
      if (ending !== undefined) return true;
      if (reader !== undefined) {
        reader.resolve({ done: false, value: chunk });
        reader = undefined;
        return true;
      }
      chunks.push(chunk);
      bytes += chunk.length;
      isHeld = bytes > windowBytes;
      return !isHeld;
    },
    end: () => settle({}),
    fail: (error) => settle({ error }),
    abort(reason) {
      // After the end there may still be chunks that nobody has read.
      if (ending !== undefined && chunks.length > 0) ending = undefined;
      chunks = [];
      settle({ error: reason });
    },
  };
}
