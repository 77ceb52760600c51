/** How the tables of this folder run: rows of an expression, what it gives and what it costs. */
import { createCelEnvironment } from "../environment.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { formatValue } from "../values/format-value.ts";
import type { CelLibrary } from "./cel-library.ts";

/** Gives the result as CEL writes it, or the message, and the cost. */
export function runnerOf(libraries: readonly CelLibrary[]): (source: string) => readonly [string, number] {
  const environment = createCelEnvironment({ libraries });
  return (source) => {
    try {
      const { value, cost } = environment.compile(source).evaluate({});
      return [formatValue(value), cost];
    } catch (error) {
      if (error instanceof CelEvaluationError) return [`! ${error.message}`, error.cost];
      throw error;
    }
  };
}
