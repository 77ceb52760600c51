/** How objects are shown in the rows of a Table. */
import type { JsonObject, JsonValue } from "@pintle/machinery";

export interface TableColumns {
  readonly definitions: readonly TableColumn[];
  /** One value per definition. `nowMs` is for ages. Objects of built-in kinds are in the storage version. */
  readonly cells: (object: JsonObject, nowMs: number) => readonly JsonValue[];
  /** The conditions of the row itself (`Completed` of finished pods). */
  readonly conditions?: (object: JsonObject) => readonly JsonValue[];
  /** The order of the rows, where it is not that of the objects. */
  readonly compare?: (left: JsonObject, right: JsonObject) => number;
}

export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
}
