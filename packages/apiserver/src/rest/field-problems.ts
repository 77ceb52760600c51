/** What becomes of unknown and duplicate fields: nothing, warnings, or a refusal. */
import { warnOnce } from "../registry/warn-once.ts";
import type { FieldValidation } from "./write-options.ts";

/** Warns, or gives back the text with which the request is refused. `refuse` is for those that are told in other words then. */
export function judgeProblems(
  problems: readonly string[],
  level: FieldValidation,
  warnings: string[],
  refused: readonly string[] = problems,
): string | undefined {
  if (problems.length === 0 || level === "Ignore") return undefined;
  if (level === "Strict") return `strict decoding error: ${refused.join(", ")}`;
  warnOnce(warnings, problems);
  return undefined;
}

/** A path as it is told. */
export function unknownField(path: string): string {
  return `unknown field ${JSON.stringify(path)}`;
}
