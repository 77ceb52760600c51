/** Collects fields that stand twice or are unknown, with upstream's words and limits: each once, a hundred at most. */
import { type JsonProblem, quoteGo } from "@pintle/machinery";

const maxProblems = 100;

/** A path is as long as the text makes it. Without an end, a text that repeats a field under a long key would take quadratic time. */
const maxPathCharacters = 1 << 20;

export class FieldProblems {
  readonly list: JsonProblem[] = [];
  readonly #seen = new Set<string>();
  #pathCharacters = 0;

  add(type: JsonProblem["type"], steps: readonly (string | number)[]): void {
    if (this.list.length >= maxProblems || this.#pathCharacters >= maxPathCharacters) return;
    let path = "";
    for (const step of steps) {
      if (typeof step === "number") path += `[${step}]`;
      else path += path === "" ? step : `.${step}`;
    }
    this.#pathCharacters += path.length;
    const message = `${type} ${quoteGo(path)}`;
    if (this.#seen.has(message)) return;
    this.#seen.add(message);
    this.list.push({ type, path, message });
  }
}
