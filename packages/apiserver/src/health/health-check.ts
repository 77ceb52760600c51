/** Something that must be well for the server to be alive, ready, or both. */
export interface HealthCheck {
  readonly name: string;
  /** Living is asked for to know whether to restart the server, being ready to know whether to send it requests. `healthz` asks for all. */
  readonly probes: readonly Probe[];
  /** Rejects where something is wrong. Why is for the log only: probes are answered to anybody. */
  check(): Promise<void>;
}

export type Probe = "livez" | "readyz";
