/**
 * Serves a resource for every definition that is stored, as long as it is stored.
 *
 * ```text
 *   stored ──▶ names accepted ──▶ served ──▶ Established        each a change of its status
 *   deleted ──▶ Terminating, objects deleted ──▶ finalizer gone ──▶ no longer served
 * ```
 *
 * A definition that says Established is served: whoever waits for that can go on at once.
 */
import { createWorkQueue, type Logger, lazyCode, type WorkQueue } from "@pintle/machinery";
import { startDefinitionCache } from "./definition-cache.ts";
import type { DefinitionsOptions, DefinitionWork } from "./definition-work.ts";

export interface ServedDefinitions extends AsyncDisposable {
  stop(): Promise<void>;
}

/** Objects of so many definitions are removed at the same time. */
const removers = 4;

/** Schemas and their rules are a third of the server's code, and a server without definitions needs none of it. */
const loadWork = lazyCode(() => import("./definition-work.ts"));

/** Resolves when all definitions that are stored are looked at once. */
export async function startServingDefinitions(options: DefinitionsOptions): Promise<ServedDefinitions> {
  const { clock, storage, logger } = options;
  const looks = createWorkQueue<string>({ name: "definitions", clock });
  const removals = createWorkQueue<string>({ name: "removals of definitions", clock });
  const cache = await startDefinitionCache({ storage, clock }, (name) => looks.add(name));
  const queues = {
    look: (name: string) => looks.add(name),
    remove: (name: string, delayMs: number) => removals.addAfter(name, delayMs),
  };
  let loading: Promise<DefinitionWork> | undefined;
  const load = () => {
    loading ??= loadWork().then((module) => new module.DefinitionWork(options, cache, queues));
    return loading;
  };
  const names = [...cache.names()];
  if (names.length > 0) {
    const work = await load();
    for (const name of names) work.serve(name);
  }
  const workers = [
    run(looks, async (name) => (await load()).sync(name), logger),
    ...Array.from({ length: removers }, () => run(removals, async (name) => (await load()).remove(name), logger)),
  ];

  async function stop(): Promise<void> {
    cache.close();
    (await loading)?.close();
    await Promise.all([looks, removals].map((queue) => queue.shutDown({ drain: false })));
    await Promise.all(workers);
  }
  return { stop, [Symbol.asyncDispose]: stop };
}

async function run(queue: WorkQueue<string>, step: (name: string) => Promise<void>, logger: Logger): Promise<void> {
  for (let item = await queue.get(); item !== undefined; item = await queue.get()) {
    const { key } = item;
    try {
      await step(key);
      queue.forget(key);
    } catch (error) {
      logger.error("a definition could not be brought up to date", { error, definition: key });
      queue.addRateLimited(key);
    } finally {
      queue.done(key);
    }
  }
}
