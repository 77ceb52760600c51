/**
 * What takes time of the process although no timer was set: code that is loaded when it is first needed, a key that a thread makes. Virtual
 * time stands still meanwhile, since otherwise hours of it might pass while a file is read.
 */
import { nextTurn } from "./process-clock.ts";

const underWay = new Set<Promise<unknown>>();
let movingClocks = 0;
let lastLoading: Promise<unknown> = Promise.resolve();

/** Runs the work, and virtual time waits for it: that of all clocks, as the work is of the process. */
export async function inRealTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const running = work();
  underWay.add(running);
  try {
    return await running;
  } finally {
    underWay.delete(running);
  }
}

/**
 * Code for which somebody has to wait the first time. While virtual time moves it takes a turn of the event loop even where it is there
 * already, and one load comes after the other: so the same seed takes the same course in a process that has loaded it before and in one that
 * has not.
 */
export function lazyCode<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Module | undefined;
  return async () => {
    if (loaded !== undefined && movingClocks === 0) return loaded;
    const loading = lastLoading.then(load).finally(nextTurn);
    lastLoading = loading.catch(() => undefined);
    loaded = await inRealTime(() => loading);
    return loaded;
  };
}

/** Resolves when all that is under way has ended. There is nothing to wait for where it is `undefined`. */
export function realTimeWork(): Promise<unknown> | undefined {
  return underWay.size === 0 ? undefined : Promise.allSettled(underWay);
}

/** Virtual time moves until the result is disposed of. */
export function beginMoving(): Disposable {
  movingClocks += 1;
  return {
    [Symbol.dispose]() {
      movingClocks -= 1;
    },
  };
}
