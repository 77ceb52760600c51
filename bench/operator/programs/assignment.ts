/**
 * What an operator under measurement is told, and what ours says: JSON, a line each, on standard output.
 *
 * - `{"event":"runs","n":N}` and `{"event":"writes","n":N}` whenever they have changed: how often it has looked at a box so far, and how many
 *   requests that change something it has sent.
 */

export interface OperatorAssignment {
  readonly url: string;
  readonly ca: string;
  readonly token: string;
  readonly namespace: string;
  /** As many as ours has. */
  readonly workers: number;
}

export const assignment: OperatorAssignment = JSON.parse(process.env.BENCH_ASSIGNMENT ?? "{}");

export function say(event: string, n: number): void {
  console.log(JSON.stringify({ event, n }));
}
