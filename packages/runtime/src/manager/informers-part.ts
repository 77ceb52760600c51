/** Informers as a part of the manager: those that were asked for before the start are synced before anything else goes on. */
import { type Clock, createDeadline } from "@pintle/machinery";
import type { Informers } from "../informers/informers.ts";
import type { Part } from "./part.ts";

/** For a definition to be installed, or for the right to list to be granted. */
const syncTimeoutMs = 120_000;

export function createInformersPart(name: string, informers: Informers, clock: Clock): Part {
  return {
    name,
    group: "caches",
    async start({ signal }) {
      const running = informers.start();
      using deadline = createDeadline(clock, syncTimeoutMs, { kind: "background", label: `${name} are synced` });
      try {
        await informers.synced({ signal: AbortSignal.any([signal, deadline.signal]) });
      } catch (error) {
        await running[Symbol.asyncDispose]();
        throw error;
      }
      return { stop: () => Promise.resolve(running[Symbol.asyncDispose]()) };
    },
  };
}
