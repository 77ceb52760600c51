/** The groups of parts that run whether this process leads or not: started one after the other, stopped in the opposite order. */
import { type Part, type PartGroup, partGroups } from "./part.ts";
import { RunningGroup, type RunningGroupOptions } from "./running-group.ts";

type UnledGroup = Exclude<PartGroup, "leader">;

const order = partGroups.filter((group): group is UnledGroup => group !== "leader");

/** In controller-runtime's words. */
const words: Readonly<Record<UnledGroup, string>> = {
  servers: "HTTP servers",
  webhooks: "webhooks",
  caches: "caches",
  others: "non leader election runnables",
};

export class ManagerGroups {
  readonly #options: RunningGroupOptions;
  readonly #parts: Readonly<Record<UnledGroup, Part[]>> = { servers: [], webhooks: [], caches: [], others: [] };
  readonly #running = new Map<UnledGroup, RunningGroup>();
  #isStopping = false;

  constructor(options: RunningGroupOptions) {
    this.#options = options;
  }

  /** It starts with its group, or at once where that has started. */
  add(part: Part): void {
    const group = part.group as UnledGroup;
    this.#parts[group].push(part);
    const running = this.#running.get(group);
    running?.startOne(part).catch((error: unknown) => this.#options.onFailure(error));
  }

  async start(): Promise<void> {
    for (const group of order) {
      if (this.#isStopping) return;
      const running = new RunningGroup(this.#options);
      this.#running.set(group, running);
      await running.start(this.#parts[group]);
    }
  }

  /** What is being started is stopped when its turn comes, and nothing more is begun. */
  stopStarting(): void {
    this.#isStopping = true;
  }

  /** The names of those that still run when patience is over. */
  async stop(patience: AbortSignal): Promise<readonly string[]> {
    this.#isStopping = true;
    const left: string[] = [];
    for (const group of order.toReversed()) {
      this.#options.logger.info(`Stopping and waiting for ${words[group]}`);
      left.push(...((await this.#running.get(group)?.stop(patience)) ?? []));
    }
    return left;
  }
}
