/**
 * A line for each thing that takes a moment, with how long it took. The same on a terminal and in a file: no line is written over.
 *
 * What was done before `show` is held back until then, so that a command which is refused says nothing but why.
 */
import type { Clock } from "@pintle/machinery";

export interface Progress extends Disposable {
  /** Something begins; what went on before is done. */
  begin(what: string): void;
  /** What goes on is done. */
  end(): void;
  show(): void;
  /** Something else to be said, which begins a line of its own. */
  write(text: string): void;
  /** A line that is not finished by then never will be. */
  [Symbol.dispose](): void;
}

export interface ProgressOptions {
  readonly clock: Clock;
  readonly write: (text: string) => void;
}

export function createProgress({ clock, write }: ProgressOptions): Progress {
  let held: string | undefined = "";
  let beganMs: number | undefined;
  let isLineOpen = false;

  function say(text: string): void {
    isLineOpen = !text.endsWith("\n");
    if (held === undefined) write(text);
    else held += text;
  }

  function end(): void {
    if (beganMs === undefined) return;
    const took = formatMs(clock.monotonic() - beganMs);
    beganMs = undefined;
    // Where something else was said meanwhile, the line cannot go on.
    say(isLineOpen ? `${took}\n` : `… ${took}\n`);
  }

  function breakLine(): void {
    if (held !== undefined || !isLineOpen) return;
    write("\n");
    isLineOpen = false;
  }

  return {
    begin(what) {
      end();
      beganMs = clock.monotonic();
      say(`${what} … `);
    },
    end,
    show() {
      if (held) write(held);
      held = undefined;
    },
    write(text) {
      breakLine();
      write(text);
    },
    [Symbol.dispose]: breakLine,
  };
}

function formatMs(durationMs: number): string {
  return durationMs < 1_000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1_000).toFixed(1)} s`;
}
