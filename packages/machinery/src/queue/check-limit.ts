/** Refuses numbers that would make a limiter wait for ever, or never. */
import { UsageError } from "../errors/usage-error.ts";

export function checkLimit(name: string, value: number, lowest: number): void {
  if (Number.isFinite(value) && value >= lowest) return;
  throw new UsageError("PINTLE_LIMITER_INVALID", `${name} is a finite number from ${lowest} on, not ${String(value)}`);
}
