/** Notices when nothing has come for too long, at the price of a look at the clock for each chunk. */
import type { Clock, ClockLabel } from "@pintle/machinery";

export interface SilenceLimit {
  /** Something came, or will again: counting begins anew. */
  heard(): void;
  /** Silence is of our own making until something is heard. */
  hold(): void;
  /** Nothing is expected any more. To say so twice does nothing. */
  end(): void;
}

export interface SilenceLimitOptions {
  readonly clock: Clock;
  readonly maxMs: number;
  readonly label: ClockLabel;
  /** Is called once, and never after `end`. */
  readonly onSilence: () => void;
}

export function limitSilence({ clock, maxMs, label, onSilence }: SilenceLimitOptions): SilenceLimit {
  const options = { kind: "background", label, unref: true } as const;
  let heardMs = clock.monotonic();
  let isOver = false;
  let timer = clock.setTimer(maxMs, () => void look(), options);

  async function look(): Promise<void> {
    // If this process was held up itself, what came meanwhile may be there and not read yet.
    await clock.turn();
    if (isOver) return;
    const leftMs = heardMs + maxMs - clock.monotonic();
    if (leftMs > 0) {
      timer = clock.setTimer(Math.min(leftMs, maxMs), () => void look(), options);
      return;
    }
    isOver = true;
    onSilence();
  }

  return {
    heard() {
      heardMs = clock.monotonic();
    },
    hold() {
      heardMs = Number.POSITIVE_INFINITY;
    },
    end() {
      isOver = true;
      timer.cancel();
    },
  };
}
