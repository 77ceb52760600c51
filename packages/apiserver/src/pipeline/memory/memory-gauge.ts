/** How much of its memory a process has taken, and what it can do about it. */
import { totalmem } from "node:os";
import process from "node:process";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export interface MemoryGauge {
  /** What the heap may have: how much can be worked on at the same time follows from it. */
  readonly heapBytes: number;
  /** Which share is taken, garbage included: 1 is the end of the process. It costs some microseconds. */
  read(): number;
  /** Collects all garbage, for as long as that takes. */
  collect(): void;
  /** The same, and gives back to the machine what is free then, which takes several times as long. */
  giveBack(): void;
  /** What is in use of the heap, garbage included. */
  readonly usedHeapBytes: number;
  /** What the process has of the machine's memory. */
  readonly residentBytes: number;
}

/** Code, stacks, and what else is in no statistics. */
const overheadBytes = 64 << 20;

/** Of this process: its heap, which V8 limits, and with it the bytes beside it, which the container or the machine limits. */
export function createProcessMemory(): MemoryGauge {
  const heapBytes = oldHeapBytes(getHeapStatistics().heap_size_limit, [process.env.NODE_OPTIONS, ...process.execArgv]);
  const totalBytes = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
  let collector: Collector | undefined;
  return {
    heapBytes,
    read() {
      const { used_heap_size: heap, external_memory: beside } = getHeapStatistics();
      // Young objects have room of their own, but all that is left of them may become old at once.
      return Math.max(heap / heapBytes, (heap + beside + overheadBytes) / totalBytes);
    },
    collect() {
      collector ??= findCollector();
      collector();
    },
    giveBack() {
      collector ??= findCollector();
      collector({ type: "major", flavor: "last-resort" });
    },
    get usedHeapBytes() {
      return getHeapStatistics().used_heap_size;
    },
    get residentBytes() {
      return process.memoryUsage.rss();
    },
  };
}

/** The most that V8 has for young objects, unless it is told another number: three spaces of 64 MiB. */
const mostYoungBytes = 3 * (64 << 20);

/** V8 tells the limits of old and young objects in one sum, and it is the old ones that end a process. */
export function oldHeapBytes(limitBytes: number, flags: readonly (string | undefined)[]): number {
  const [, megabytes] = /--max[-_]old[-_]space[-_]size=(\d+)/.exec(flags.toReversed().join(" ")) ?? [];
  if (megabytes !== undefined && Number(megabytes) > 0) return Math.min(Number(megabytes) * 2 ** 20, limitBytes);
  // The smaller the heap, the smaller the part of it that is for young objects.
  return Math.max(limitBytes - mostYoungBytes, limitBytes * 0.9);
}

type Collector = (options?: { readonly type: "major"; readonly flavor: "last-resort" }) => void;

/** V8 gives it away only to a context that is made while the flag is set. */
function findCollector(): Collector {
  setFlagsFromString("--expose-gc");
  const collector = runInNewContext("gc") as Collector;
  setFlagsFromString("--no-expose-gc");
  return collector;
}
