/**
 * Says what kept a virtual clock from coming to rest: what is in flight, which timers are pending, what happened
 * last.
 */
export interface AliveReport {
  readonly inFlight: readonly string[];
  /** In the order in which they are due. */
  readonly timers: readonly string[];
  /** The labels of the timers that fired last, the newest at the end: a loop shows up here. */
  readonly lastSteps: readonly string[];
}

const listedAtMost = 20;

export class NotSettledError extends Error {
  readonly alive: AliveReport;

  constructor(why: string, alive: AliveReport) {
    const parts = [
      `time did not come to rest: ${why}`,
      ...list("in flight", alive.inFlight),
      ...list("timers", alive.timers),
      ...list("last steps", alive.lastSteps),
    ];
    super(parts.join("\n"));
    this.name = "NotSettledError";
    this.alive = alive;
  }
}

function list(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, listedAtMost).map((line) => `  - ${line}`);
  if (lines.length > listedAtMost) shown.push(`  - and ${lines.length - listedAtMost} more`);
  return [`${title}:`, ...shown];
}
