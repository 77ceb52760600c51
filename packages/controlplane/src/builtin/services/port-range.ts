/** The ports that nodes open for services, each with one owner at most. A write takes its ports for good only when it is stored. */
import { type Random, randomBelow } from "@pintle/machinery";

const first = 30_000;
const last = 32_767;
const count = last - first + 1;
/** The low ones are left to those who choose. */
const reserved = 86;

export interface PortRange {
  begin(isDryRun: boolean): PortOperation;
  release(port: number): void;
  /** For a service that has it already, from before this server ran. */
  seed(port: number): void;
}

export interface PortOperation {
  take(): number | undefined;
  /** Why the port cannot be had; nothing if it now is. */
  takeThis(port: number): string | undefined;
  /** Gives it back when the write is stored. */
  releaseLater(port: number): void;
  finish(isStored: boolean): void;
}

export function createPortRange(random: Random): PortRange {
  const taken = new Set<number>();
  return {
    seed: (port) => taken.add(port),
    release: (port) => taken.delete(port),
    begin: (isDryRun) => beginOperation(taken, random, isDryRun),
  };
}

function beginOperation(taken: Set<number>, random: Random, isDryRun: boolean): PortOperation {
  const own = new Set<number>();
  const later = new Set<number>();
  let shown = last + 1;
  const isTaken = (port: number) => taken.has(port) || own.has(port);
  const keep = (port: number) => {
    own.add(port);
    if (!isDryRun) taken.add(port);
  };
  return {
    take() {
      // A dry run shows ports that no service can have.
      if (isDryRun) {
        shown += 1;
        return shown;
      }
      const port = findFree(isTaken, random);
      if (port !== undefined) keep(port);
      return port;
    },
    takeThis(port) {
      if (port < first || port > last) {
        return `provided port is not in the valid range. The range of valid ports is ${first}-${last}`;
      }
      if (isTaken(port)) return "provided port is already allocated";
      keep(port);
      return undefined;
    },
    releaseLater: (port) => later.add(port),
    finish(isStored) {
      if (isDryRun) return;
      for (const port of isStored ? later : own) taken.delete(port);
    },
  };
}

function findFree(isTaken: (port: number) => boolean, random: Random): number | undefined {
  const upper = count - reserved;
  const start = randomBelow(random, upper);
  for (let step = 0; step < upper; step += 1) {
    const port = first + reserved + ((start + step) % upper);
    if (!isTaken(port)) return port;
  }
  for (let port = first; port < first + reserved; port += 1) if (!isTaken(port)) return port;
  return undefined;
}
