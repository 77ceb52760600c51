/**
 * Fields that a reader may want to refuse although the text is valid JSON: written twice, or unknown to the shape.
 *
 * Wording, paths, order, and the limit of 100 are those of Kubernetes' own decoder, so that field validation can answer
 * with them as they are.
 */
import { quoteGo } from "../text/go-text.ts";

export interface JsonProblem {
  readonly type: "duplicate field" | "unknown field";
  /** As in `spec.containers[0].image`. Keys are not escaped, so that a key with a dot looks like two. */
  readonly path: string;
  /** `duplicate field "spec.replicas"` */
  readonly message: string;
}

/** The keys and indexes that lead to a value. */
export type JsonSteps = readonly (string | number)[];

const maxProblems = 100;

/** A path is as long as the text makes it. Without an end, a text that repeats a field under a long key would take quadratic time. */
const maxPathCharacters = 1 << 20;

export function createJsonProblems(): { list: JsonProblem[]; add(type: JsonProblem["type"], steps: JsonSteps): void } {
  const list: JsonProblem[] = [];
  const seen = new Set<string>();
  let pathCharacters = 0;

  return {
    list,

    add(type, steps) {
      if (list.length >= maxProblems || pathCharacters >= maxPathCharacters) return;
      const path = formatJsonSteps(steps);
      pathCharacters += path.length;
      const message = `${type} ${quoteGo(path)}`;
      if (seen.has(message)) return;
      seen.add(message);
      list.push({ type, path, message });
    },
  };
}

export function formatJsonSteps(steps: JsonSteps): string {
  let path = "";
  for (const [depth, step] of steps.entries()) {
    if (typeof step === "number") path += `[${step}]`;
    else path += depth === 0 ? step : `.${step}`;
  }
  return path;
}
