/**
 * Whether a leader still does what leaders do. One that can neither renew nor step down, because something holds it up, must not be
 * taken for alive; one that does not lead, or has just stepped down, is well.
 */
import type { Clock } from "@pintle/machinery";
import type { LeaderTerm } from "../leader-election/leader-election.ts";
import type { HealthCheck } from "./health-checks.ts";

/** After the end of the Lease, so that a leader is not killed while it steps down. */
export const leaderToleranceMs = 20_000;

export interface LeaderCheckOptions {
  readonly clock: Clock;
  readonly leaseMs: number;
  readonly name: string;
  /** The term that has not come to its end yet. */
  readonly term: () => LeaderTerm | undefined;
}

export function checkLeader({ clock, leaseMs, name, term }: LeaderCheckOptions): HealthCheck {
  return () => {
    const current = term();
    if (current === undefined) return;
    if (clock.monotonic() - current.renewedMs > leaseMs + leaderToleranceMs) {
      throw new Error(`failed election to renew leadership on lease ${name}`);
    }
  };
}
