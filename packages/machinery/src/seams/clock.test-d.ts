/** A timer cannot be set without a word on what it is: the virtual clock depends on it. */
import { createProcessClock } from "./process-clock.ts";

const clock = createProcessClock();
clock.setTimer(1, () => {}, { label: "lease", kind: "background", unref: true });
// @ts-expect-error: work or background?
clock.setTimer(1, () => {}, { label: "lease" });
// @ts-expect-error: reports need a label
void clock.sleep(1, { kind: "work" });
// @ts-expect-error: there are two kinds
void clock.sleep(1, { label: "lease", kind: "idle" });
