/** What handlers are told: a change whose states are decoded when they are read. */
import type { DeepReadonly, JsonObject } from "@pintle/machinery";
import type { Change, InformerHandler } from "./informer.ts";
import type { Difference } from "./object-store.ts";
import type { StoredObject } from "./stored-object.ts";

export type AnyChange = Change<JsonObject>;
type ReadonlyObject = DeepReadonly<JsonObject>;

export interface ChangeReasons {
  readonly isInitial?: boolean;
  readonly isResync?: boolean;
}

export class ObjectChange implements AnyChange {
  readonly type: AnyChange["type"];
  readonly isInitial: boolean;
  readonly isResync: boolean;
  readonly isFinalStateUnknown: boolean;
  readonly #object: StoredObject;
  readonly #previous: StoredObject | undefined;

  constructor({ type, object, previous, isFinalStateUnknown = false }: Difference, reasons: ChangeReasons = {}) {
    this.type = type;
    this.#object = object;
    this.#previous = previous;
    this.isFinalStateUnknown = isFinalStateUnknown;
    this.isInitial = reasons.isInitial ?? false;
    this.isResync = reasons.isResync ?? false;
  }

  get key(): string {
    return this.#object.key;
  }

  get object(): ReadonlyObject {
    return this.readIfDecodable() ?? (this.#object.read() as ReadonlyObject);
  }

  get previous(): ReadonlyObject | undefined {
    return this.type === "update" ? (this.#previous?.readIfDecodable() as ReadonlyObject | undefined) : undefined;
  }

  /** The object, or nothing where it cannot be decoded; that a deleted one cannot be, its state before may make up for. */
  readIfDecodable(): ReadonlyObject | undefined {
    const found =
      this.#object.readIfDecodable() ?? (this.type === "delete" ? this.#previous?.readIfDecodable() : undefined);
    return found as ReadonlyObject | undefined;
  }
}

/**
 * Calls the method of a handler that a change is for. Objects that cannot be decoded are not told of: that was reported. One that could not
 * be decoded before comes as an `add`, because who is told of those knows nothing of it.
 */
export function callHandler(handler: InformerHandler<JsonObject>, change: ObjectChange): unknown {
  if (handler[change.type] === undefined && change.type !== "update") return undefined;
  const object = change.readIfDecodable();
  if (object === undefined) return undefined;
  const isNew = change.type === "update" && handler.add !== undefined && change.previous === undefined;
  return handler[isNew ? "add" : change.type]?.(object, change);
}
