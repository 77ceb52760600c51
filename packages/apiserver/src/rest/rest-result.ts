/** What a verb has to say, before it is known in which form the client wants it. */
import type { JsonObject } from "@pintle/machinery";
import type { ObjectList } from "../registry/list-objects.ts";
import type { WriteOutcome } from "../registry/write-call.ts";
import type { StoredValue } from "../storage/storage.ts";

export type RestResult =
  /** An object of the endpoint as it is stored. */
  | { readonly type: "stored"; readonly status: number; readonly stored: StoredValue }
  /** An object of the endpoint that is not stored, or no longer, in the storage version. */
  | { readonly type: "kept"; readonly status: number; readonly object: JsonObject }
  /** An object in the version of the request. One of another kind than the endpoint's says its type in the tables. */
  | { readonly type: "object"; readonly status: number; readonly object: JsonObject; readonly otherType?: string }
  | { readonly type: "list"; readonly status: number; readonly list: ObjectList }
  /** Objects that somebody made up, in the version of the request. */
  | {
      readonly type: "objects";
      readonly status: number;
      readonly items: readonly JsonObject[];
      readonly resourceVersion: string;
    };

/** The answer to a write. */
export function resultOf(outcome: WriteOutcome, status: number): RestResult {
  return outcome.type === "stored"
    ? { type: "stored", status, stored: outcome.stored }
    : { type: "kept", status, object: outcome.object };
}
