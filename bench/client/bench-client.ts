/** What each client under measurement can do: the same three things, with its own means. */

export interface BenchTarget {
  readonly url: string;
  readonly ca: string;
  readonly token: string;
  readonly namespace: string;
}

export interface BenchClient {
  /** Reads one Deployment. */
  get(name: string): Promise<void>;
  /** Reads all Deployments in one answer and says how many there were. */
  list(): Promise<number>;
  /** Reads so many events from the beginning of a watch, which are the Deployments that there are. */
  watch(events: number): Promise<void>;
  close(): Promise<void>;
}

export type CreateBenchClient = (target: BenchTarget) => Promise<BenchClient>;

export function deploymentsPath(namespace: string): string {
  return `/apis/apps/v1/namespaces/${namespace}/deployments`;
}
