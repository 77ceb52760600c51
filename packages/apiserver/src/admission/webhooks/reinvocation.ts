/**
 * Which mutating webhooks are asked once more: those that want to be, were asked before, and after whom the object was changed.
 */
import { equalJson, type JsonObject } from "@pintle/machinery";

export class Reinvocation {
  /** Asked so far since the last change, and willing to be asked again. */
  readonly #asked = new Set<string>();
  readonly #due = new Set<string>();
  #output: JsonObject | undefined;

  isDue(uid: string): boolean {
    return this.#due.has(uid);
  }

  addAsked(uid: string): void {
    this.#asked.add(uid);
  }

  /** The object has changed after those who were asked so far. */
  noteChange(): void {
    for (const uid of this.#asked) this.#due.add(uid);
    this.#asked.clear();
  }

  /** What the webhooks made of the object, to see whether others change it afterwards. */
  keepOutput(object: JsonObject | undefined): void {
    this.#output = object;
  }

  /** At the beginning of the second round: the plugins before the webhooks may have changed what those made. */
  noteInput(object: JsonObject | undefined): void {
    const isSame = object === undefined ? this.#output === undefined : equalJson(object, this.#output ?? null);
    if (!isSame) this.noteChange();
  }
}
