/** Which webhooks or policies are asked once more: those that want to be, were asked before, and after whom the object was changed. */
import { equalJson, type JsonObject } from "@pintle/machinery";
import type { AdmissionPlugin, AdmissionRound } from "./admission-plugin.ts";

export class Reinvocation {
  /** Of a plugin, for both rounds of an object. */
  static of({ memory }: AdmissionRound, plugin: AdmissionPlugin): Reinvocation {
    const known = memory.get(plugin);
    if (known instanceof Reinvocation) return known;
    const made = new Reinvocation();
    memory.set(plugin, made);
    return made;
  }

  /** Asked so far since the last change, and willing to be asked again. */
  readonly #asked = new Set<string>();
  readonly #due = new Set<string>();
  #output: JsonObject | undefined;

  isDue(key: string): boolean {
    return this.#due.has(key);
  }

  addAsked(key: string): void {
    this.#asked.add(key);
  }

  /** The object has changed after those who were asked so far. */
  noteChange(): void {
    for (const key of this.#asked) this.#due.add(key);
    this.#asked.clear();
  }

  /** What they made of the object, to see whether others change it afterwards. */
  keepOutput(object: JsonObject | undefined): void {
    this.#output = object;
  }

  /** At the beginning of the second round: the plugins before them may have changed what they made. */
  noteInput(object: JsonObject | undefined): void {
    const isSame = object === undefined ? this.#output === undefined : equalJson(object, this.#output ?? null);
    if (!isSame) this.noteChange();
  }
}
