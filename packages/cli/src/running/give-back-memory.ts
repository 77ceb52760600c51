/**
 * Gives memory back to the machine when nothing is going on.
 *
 * While it works, the process has room for much garbage: to collect it often would keep requests waiting, and cost as much as some of them.
 * When it rests nobody waits, and what it does not need can go.
 */
import type { MemoryGauge } from "@pintle/controlplane";
import type { Clock, ClockTimer } from "@pintle/machinery";

export interface GiveBackOptions {
  readonly clock: Clock;
  readonly memory: Pick<MemoryGauge, "giveBack" | "residentBytes" | "usedHeapBytes">;
  /** Which share of the time something went on since it was asked last. */
  readonly busyShare: () => number;
}

const lookEveryMs = 500;
const restingShare = 0.05;
/** After so many looks that saw nothing the process rests. */
const restingLooks = 2;
/** For less it is not worth while. */
const worthBytes = 16 << 20;
/** With more in use it takes so long that whoever comes meanwhile would notice. */
const maxHeapBytes = 64 << 20;

export function giveBackMemory({ clock, memory, busyShare }: GiveBackOptions): Disposable {
  let looks = 0;
  let keptBytes = 0;
  let timer: ClockTimer;
  const look = () => {
    looks = busyShare() < restingShare ? looks + 1 : 0;
    if (looks === restingLooks) rest();
    timer = clock.setTimer(lookEveryMs, look, { label: "memory to give back", kind: "background", unref: true });
  };
  const rest = () => {
    if (memory.residentBytes - keptBytes < worthBytes || memory.usedHeapBytes > maxHeapBytes) return;
    memory.giveBack();
    keptBytes = memory.residentBytes;
    // What that took is no work that came in.
    busyShare();
  };
  look();
  return { [Symbol.dispose]: () => timer.cancel() };
}
