/** A change of the storage as an event of a resource. */
import type { JsonObject } from "@pintle/machinery";
import { decodeStored } from "../registry/stored-object.ts";
import type { StorageChange, StoredValue } from "../storage/storage.ts";
import type { ResourceEvent } from "./resource-events.ts";

export class ChangeEvent implements ResourceEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly key: string;
  readonly revision: number;
  readonly stored: StoredValue;
  readonly left: StoredValue | undefined;
  readonly #before: StoredValue | undefined;
  #object: JsonObject | undefined;
  #previous: JsonObject | undefined;
  #forms: Map<string, unknown> | undefined;

  constructor({ key, value, revision, previous }: StorageChange) {
    this.type = value === undefined ? "DELETED" : previous === undefined ? "ADDED" : "MODIFIED";
    this.key = key;
    this.revision = revision;
    this.left = previous && { key, value: previous.value, revision };
    this.stored = { key, value: value ?? previous?.value ?? new Uint8Array(), revision };
    this.#before = previous;
  }

  get object(): JsonObject {
    this.#object ??= decodeStored(this.stored);
    return this.#object;
  }

  get previous(): JsonObject | undefined {
    if (this.#before !== undefined) this.#previous ??= decodeStored(this.#before);
    return this.#previous;
  }

  remember<Value>(form: string, make: () => Value): Value {
    this.#forms ??= new Map();
    if (!this.#forms.has(form)) this.#forms.set(form, make());
    return this.#forms.get(form) as Value;
  }

  forgetParsed(): void {
    this.#object = undefined;
    this.#previous = undefined;
  }
}
