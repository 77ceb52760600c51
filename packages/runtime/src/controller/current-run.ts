/**
 * Which run the code that asks is part of, through all that it awaits: for an error that nobody caught, and for a request of which somebody
 * wants to know who sent it.
 *
 * Node 24 carries such a thing along with each promise anyway. Before it, every promise of the process would pay for it, so there nobody
 * knows: an error that nobody caught is then told without its run.
 */
import { AsyncLocalStorage } from "node:async_hooks";

export interface RunIdentity {
  readonly controller: string;
  /** `namespace/name` of the object. */
  readonly key: string;
  /** As in the logs. */
  readonly reconcileId: string;
}

const isCheap = Number.parseInt(process.versions.node, 10) >= 24;
const runs = new AsyncLocalStorage<RunIdentity>();

export function currentRun(): RunIdentity | undefined {
  return runs.getStore();
}

export function withCurrentRun<Result>(run: RunIdentity, work: () => Result): Result {
  return isCheap ? runs.run(run, work) : work();
}
