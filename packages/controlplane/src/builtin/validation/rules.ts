/** What is wrong with the objects of a kind, beyond their metadata. */
import type { StrategyRequest } from "@pintle/apiserver";
import type { FieldError, JsonObject } from "@pintle/machinery";

export interface KindRules {
  readonly validate?: (object: JsonObject, request: StrategyRequest) => FieldError[];
  /** Where it is not said, an update is looked at like a new object. */
  readonly validateUpdate?: (object: JsonObject, old: JsonObject, request: StrategyRequest) => FieldError[];
  /** By view: `status`, `approval`. */
  readonly views?: Readonly<Record<string, (object: JsonObject, old: JsonObject) => FieldError[]>>;
}
