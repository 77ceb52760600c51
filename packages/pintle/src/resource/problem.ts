/** What is wrong with a declaration: all of it at once, each with its place and what to do. */
import { UsageError } from "@pintle/machinery";

export interface Problem {
  /** Where in the declaration: `columns.Image`. */
  readonly path: string;
  /** What is wrong, and what to write instead. */
  readonly why: string;
}

/** Throws where there is a problem. `what` is the resource as people call it. */
export function refuseProblems(what: string, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const lines = problems.map(({ path, why }) => `${path}: ${why}`);
  const text = lines.length === 1 ? lines.join() : `${lines.length} problems:\n  ${lines.join("\n  ")}`;
  throw new UsageError("PINTLE_RESOURCE_INVALID", `the resource ${what} cannot be declared so: ${text}`);
}
