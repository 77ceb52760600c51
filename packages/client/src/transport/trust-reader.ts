/**
 * The authorities to trust, read again now and then: files of them change while programs run.
 *
 * Where they cannot be read again the ones from before stay good. That is not less safe than it was, and a file is missing for a moment
 * whenever somebody replaces it.
 */
import type { Clock, Logger } from "@pintle/machinery";
import type { TrustSource } from "../config/client-config.ts";

export interface TrustReader {
  /** PEM; nothing where the configuration leaves it to Node. */
  read(): Promise<string | undefined>;
  /** The next read asks the source. */
  forget(): void;
}

const freshMs = 10_000;

export function createTrustReader(source: TrustSource | undefined, clock: Clock, logger?: Logger): TrustReader {
  let known: string | undefined;
  let freshUntilMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<string | undefined> | undefined;

  async function readAgain(from: TrustSource): Promise<string | undefined> {
    try {
      known = await from.read();
    } catch (error) {
      if (known === undefined) throw error;
      logger?.warn("the authorities cannot be read again, those from before stay", { error });
    }
    freshUntilMs = clock.monotonic() + freshMs;
    return known;
  }

  return {
    async read() {
      if (source === undefined || clock.monotonic() < freshUntilMs) return known;
      reading ??= readAgain(source).finally(() => {
        reading = undefined;
      });
      return await reading;
    },
    forget() {
      freshUntilMs = Number.NEGATIVE_INFINITY;
    },
  };
}
