/** What failures of tests tell of the log. */
import type { LogLine } from "@pintle/machinery";

const shownErrors = 5;

/** The last of the lines that tell of errors, for people. */
export function formatLastErrors(lines: readonly LogLine[]): readonly string[] {
  return lines
    .filter(({ level }) => level === "error")
    .slice(-shownErrors)
    .map(({ message, fields }) => {
      const { error } = fields;
      return error === undefined ? message : `${message}: ${error instanceof Error ? error.message : String(error)}`;
    });
}
