/** How a leader is elected: client-go's times unless said, checked so that no two leaders can overlap. */
import { hostname } from "node:os";
import type { Client } from "@pintle/client";
import { type Random, UsageError } from "@pintle/machinery";

export interface LeaderElectionOptions {
  /** Of the Lease. Programs that must not lead at the same time have the same name. */
  readonly name: string;
  /** Where the Lease is: the client's namespace unless said, which within a cluster is that of the pod. */
  readonly namespace?: string;
  /** How long others wait after they have seen the last renewal: 15 seconds, in whole ones. */
  readonly leaseMs?: number;
  /** How long the leader goes on after it has sent the last renewal that succeeded: 10 seconds. */
  readonly renewDeadlineMs?: number;
  /** How often the leader renews and others try: 2 seconds, for others up to 2.2 times as long. */
  readonly retryPeriodMs?: number;
  /** Who this is, unlike anybody else: the host's name and a UUID unless said. */
  readonly identity?: string;
  /** Added to those that the Lease has. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Whether the Lease is given free at the end, so that the next leader need not wait: it is unless said. */
  readonly releasesOnStop?: boolean;
  /**
   * What becomes of this process when somebody else leads. `resume`, unless said: what leads stops, the caches stay warm, and it goes on
   * when elected again. `exit`: the manager ends with an error.
   */
  readonly onLost?: "resume" | "exit";
}

export interface CheckedElectionOptions extends Required<Omit<LeaderElectionOptions, "labels">> {
  readonly labels: Readonly<Record<string, string>> | undefined;
}

/** How much longer than the retry period a candidate waits at most, in parts of it. */
export const retryJitter = 1.2;

export function checkElectionOptions(
  given: string | LeaderElectionOptions,
  { client, random }: { readonly client: Client; readonly random: Random },
): CheckedElectionOptions {
  const options = typeof given === "string" ? { name: given } : given;
  const { leaseMs = 15_000, renewDeadlineMs = 10_000, retryPeriodMs = 2_000 } = options;
  const identity = options.identity ?? `${hostname()}_${random.uuid()}`;
  if (options.name === "") throw invalid("its name is empty: name the Lease that the candidates share");
  if (identity === "") throw invalid("its identity is empty: leave it out, or give each process another one");
  if (!(retryPeriodMs > 0)) throw invalid(`retryPeriodMs must be greater than 0, not ${retryPeriodMs}`);
  // The Lease holds whole seconds, and others go by those.
  if (!(Math.floor(leaseMs / 1_000) * 1_000 > renewDeadlineMs)) {
    throw invalid(`leaseMs, ${leaseMs} in whole seconds, must be greater than renewDeadlineMs, ${renewDeadlineMs}`);
  }
  if (!(renewDeadlineMs > retryPeriodMs * retryJitter)) {
    throw invalid(`renewDeadlineMs, ${renewDeadlineMs}, must be greater than 1.2 × retryPeriodMs, ${retryPeriodMs}`);
  }
  return {
    ...{ leaseMs, renewDeadlineMs, retryPeriodMs, identity, name: options.name, labels: options.labels },
    namespace: options.namespace ?? client.namespace,
    releasesOnStop: options.releasesOnStop ?? true,
    onLost: options.onLost ?? "resume",
  };
}

function invalid(why: string): UsageError {
  return new UsageError("PINTLE_LEADER_ELECTION_INVALID", `the leader election cannot work: ${why}`);
}
