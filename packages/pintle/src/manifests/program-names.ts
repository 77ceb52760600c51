/**
 * How the objects of a program are called, for those who write them down and for the program that looks for them. The names do not depend on how
 * it was installed.
 */
export interface ProgramNames {
  readonly serviceAccount: string;
  readonly deployment: string;
  /** Of the role for what the parts do, and of its binding. */
  readonly managerRole: string;
  readonly leaderElectionRole: string;
  readonly certificatesRole: string;
  readonly metricsAuthRole: string;
  readonly metricsReaderRole: string;
  readonly metricsService: string;
  readonly webhookService: string;
  /** Of the Secret. */
  readonly certificates: string;
  /** Of both webhook configurations. */
  readonly webhookConfiguration: string;
  readonly lease: string;
}

export function programNamesOf(name: string): ProgramNames {
  return {
    serviceAccount: name,
    deployment: name,
    managerRole: `${name}-manager`,
    leaderElectionRole: `${name}-leader-election`,
    certificatesRole: `${name}-certificates`,
    metricsAuthRole: `${name}-metrics-auth`,
    metricsReaderRole: `${name}-metrics-reader`,
    metricsService: `${name}-metrics`,
    webhookService: `${name}-webhook`,
    certificates: `${name}-webhook-certificates`,
    webhookConfiguration: name,
    lease: `${name}.pintle.dev`,
  };
}
