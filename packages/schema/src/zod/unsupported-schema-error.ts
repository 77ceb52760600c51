/**
 * What a zod schema says that no API server could enforce: all of it at once, each with its place and what to write instead.
 */
import { UsageError } from "@pintle/machinery";

export interface SchemaProblem {
  /** Where in the object, lists as `[]` and maps as `{}`: `spec.ports[].protocol`. Empty for the schema itself. */
  readonly path: string;
  /** What stands there and why it cannot. */
  readonly reason: string;
  /** What to write instead. */
  readonly remedy: string;
}

export class UnsupportedSchemaError extends UsageError {
  readonly problems: readonly SchemaProblem[];

  constructor(problems: readonly SchemaProblem[]) {
    super("PINTLE_SCHEMA_UNSUPPORTED", formatProblems(problems));
    this.problems = problems;
  }

  static {
    UnsupportedSchemaError.prototype.name = "UnsupportedSchemaError";
  }
}

function formatProblems(problems: readonly SchemaProblem[]): string {
  const lines = problems.map(({ path, reason, remedy }) => `${path || "the schema"}: ${reason}; ${remedy}`);
  if (lines.length === 1) return lines.join();
  return [`${lines.length} parts of the schema cannot stand in a CustomResourceDefinition:`, ...lines].join("\n  ");
}
