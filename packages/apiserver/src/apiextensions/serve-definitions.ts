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
import { createWorkQueue } from "@pintle/machinery";
import { startDefinitionCache } from "./definition-cache.ts";
import { type DefinitionsOptions, DefinitionWork } from "./definition-work.ts";

export interface ServedDefinitions extends AsyncDisposable {
  stop(): Promise<void>;
}

/** Resolves when all definitions that are stored are looked at once. */
export async function startServingDefinitions(options: DefinitionsOptions): Promise<ServedDefinitions> {
  const queue = createWorkQueue<string>({ name: "definitions", clock: options.clock });
  const cache = await startDefinitionCache(options.storage, (name) => queue.add(name));
  const work = new DefinitionWork(options, cache, (name, delayMs) => queue.addAfter(name, delayMs));
  for (const name of [...cache.names()]) work.serve(name);
  const worker = run();

  async function run(): Promise<void> {
    for (let item = await queue.get(); item !== undefined; item = await queue.get()) {
      const { key } = item;
      try {
        await work.sync(key);
        queue.forget(key);
      } catch (error) {
        options.logger.error("a definition could not be brought up to date", { error, definition: key });
        queue.addRateLimited(key);
      } finally {
        queue.done(key);
      }
    }
  }

  async function stop(): Promise<void> {
    cache.close();
    await queue.shutDown({ drain: false });
    await worker;
  }
  return { stop, [Symbol.asyncDispose]: stop };
}
