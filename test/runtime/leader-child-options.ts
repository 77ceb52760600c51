/** What leader-election.real-test.ts and its child processes know of each other. */

/** Passed as JSON in the first argument. */
export interface LeaderChildOptions {
  readonly server: string;
  readonly ca: string;
  readonly token: string;
  readonly identity: string;
}

/**
 * So many writes it has under way all the time. The pool has 32 connections, so half of them wait for one whenever the process is stopped, and
 * find one as soon as it goes on, because the answers to the others have come meanwhile.
 */
export const writers = 64;
