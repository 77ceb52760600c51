/** What blocked-leader.own-test.ts and its child process know of each other. */

/** Passed as JSON in the first argument. */
export interface BlockedLeaderOptions {
  readonly server: string;
  readonly ca: string;
  readonly token: string;
  readonly identity: string;
}

/** As short as they can be without the election failing on a machine that has much to do. */
export const leaseTimes = { leaseMs: 4_000, renewDeadlineMs: 3_000, retryPeriodMs: 500 };
