/** Values of flags that are no plain text. */
import { parseDurationMs } from "@pintle/machinery";
import { CommandError } from "../run-program.ts";

export function checkChoice<Choice extends string>(
  flag: string,
  value: string,
  choices: readonly Choice[],
): asserts value is Choice {
  if ((choices as readonly string[]).includes(value)) return;
  throw new CommandError(`${flag} knows no ${JSON.stringify(value)}: write one of ${choices.join(", ")}`);
}

export function readWholeNumber(flag: string, text: string): number {
  if (/^[0-9]{1,9}$/.test(text)) return Number(text);
  throw new CommandError(`${flag} takes a whole number, such as 10, not ${JSON.stringify(text)}`);
}

/** `--flag` alone is yes. */
export function readBoolean(flag: string, value: boolean | string): boolean {
  if (typeof value === "boolean") return value;
  if (value === "true" || value === "false") return value === "true";
  throw new CommandError(`${flag} takes true or false, not ${JSON.stringify(value)}`);
}

export function readDurationMs(flag: string, text: string): number {
  let durationMs = -1;
  try {
    durationMs = parseDurationMs(text);
  } catch {
    // What is no duration is told below.
  }
  if (durationMs < 0) throw new CommandError(`${flag} takes a duration, such as 2m30s, not ${JSON.stringify(text)}`);
  return durationMs;
}
