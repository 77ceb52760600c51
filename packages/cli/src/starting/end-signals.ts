/**
 * When a command is told to end: once, and it ends in good order; again, and it ends at once.
 *
 * Ctrl-C goes to all programs of a terminal, and npx hands it on besides: what comes twice at the same time was pressed once.
 */
import type { Clock } from "@pintle/machinery";

export interface EndSignals extends Disposable {
  /** Resolves when it is asked to end. */
  readonly asked: Promise<void>;
}

export interface EndSignalOptions {
  readonly clock: Clock;
  /** Called when it is asked again; the number is the exit code that shells know for the signal. */
  readonly endAtOnce: (exitCode: number) => void;
}

const samePressMs = 250;

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

export function listenForEnd({ clock, endAtOnce }: EndSignalOptions): EndSignals {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  let askedMs: number | undefined;
  const listen = (signal: NodeJS.Signals) => {
    if (askedMs === undefined) {
      askedMs = clock.monotonic();
      resolve();
    } else if (clock.monotonic() - askedMs >= samePressMs) {
      endAtOnce(exitCodes[signal as keyof typeof exitCodes]);
    }
  };
  const signals = Object.keys(exitCodes) as (keyof typeof exitCodes)[];
  for (const signal of signals) process.on(signal, listen);
  return {
    asked,
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, listen);
    },
  };
}
