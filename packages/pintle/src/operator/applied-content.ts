/**
 * What the operator's fields held when a child was applied last.
 *
 * Most children stay as they were applied, so nothing is worked out before somebody has changed the child. Until then the state is held that
 * the cache holds as well, and of managedFields what is the operator's.
 */
import type { FieldSet, JsonValue } from "@pintle/machinery";
import type { AnyObject } from "./children.ts";
import { digestFields, readFields } from "./owned-fields.ts";

export interface AppliedState {
  /** As the server wrote the operator's fields down. */
  readonly fieldsV1: JsonValue;
  readonly object: AnyObject;
}

export class AppliedContent {
  #state: AppliedState | undefined;
  #fields: FieldSet | undefined;
  #digest: string | undefined;

  constructor(state: AppliedState) {
    this.#state = state;
  }

  /** Nothing where what the server wrote down makes no sense. */
  get fields(): FieldSet | undefined {
    this.#workOut();
    return this.#fields;
  }

  /** Whether the fields hold in another state of the child what they held then. */
  isIn(live: AnyObject): boolean {
    this.#workOut();
    return this.#fields !== undefined && digestFields(live, this.#fields) === this.#digest;
  }

  #workOut(): void {
    if (this.#state === undefined) return;
    const { fieldsV1, object } = this.#state;
    this.#state = undefined;
    this.#fields = readFields(fieldsV1);
    if (this.#fields !== undefined) this.#digest = digestFields(object, this.#fields);
  }
}
