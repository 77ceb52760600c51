/** Objects as the rows of a Table, which is what kubectl prints. */
import { ApiError, formatGoValue, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";
import { metadataOf } from "../registry/object-metadata.ts";
import type { TableColumn, TableColumns } from "../registry/table-columns.ts";
import type { ResponseForm } from "./negotiate.ts";
import { toPartialObjectMetadata } from "./partial-object-metadata.ts";

/** What a row carries beside its cells. */
export type IncludeObject = "None" | "Metadata" | "Object";

export interface TableRows {
  /** As the columns read them. */
  readonly objects: readonly JsonObject[];
  /** An object as its row carries it: as the columns read it unless said. */
  readonly show?: (object: JsonObject) => JsonObject;
}

export interface TableInput extends TableRows {
  readonly columns: TableColumns;
  /** Of the list, or of the only object: what of it belongs to a list is taken. */
  readonly listMetadata: JsonObject;
  readonly includeObject: IncludeObject;
  readonly version: ResponseForm["version"];
  readonly nowMs: number;
  /** Whether columns are described: in a watch only those of the first event. */
  readonly hasHeaders: boolean;
}

/** The columns of resources without columns of their own. Their time is no age, and the Table of an empty list has null for rows. */
export const defaultColumns: TableColumns = {
  definitions: [
    { name: "Name", type: "string", format: "name", description: describeName() },
    { name: "Created At", type: "date", description: describeCreation() },
  ],
  cells: (object) => {
    const metadata = metadataOf(object);
    // Upstream prints the zero time of Go where there is none.
    return [getOwn(metadata, "name") ?? "", getOwn(metadata, "creationTimestamp") ?? "0001-01-01T00:00:00Z"];
  },
};

export function createTable(input: TableInput): JsonObject {
  const { columns, objects, version, hasHeaders } = input;
  const isDefault = columns === defaultColumns;
  return {
    kind: "Table",
    apiVersion: `meta.k8s.io/${version}`,
    metadata: listMetadataOf(input.listMetadata),
    // A client has to tell "none" from "as before", so it is null and neither absent nor empty.
    columnDefinitions: hasHeaders ? columns.definitions.map(writeColumn) : null,
    rows: isDefault && objects.length === 0 ? null : inOrderOf(columns, objects).map((row) => createRow(row, input)),
  };
}

export function inOrderOf({ compare }: TableColumns, objects: readonly JsonObject[]): readonly JsonObject[] {
  return compare ? objects.toSorted(compare) : objects;
}

/** What the query says about the objects of rows. */
export function readIncludeObject(query: URLSearchParams): IncludeObject {
  const asked = query.get("includeObject") ?? "";
  if (asked === "") return "Metadata";
  if (asked === "None" || asked === "Metadata" || asked === "Object") return asked;
  const value = formatGoValue(asked);
  throw ApiError.badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${value}: must be 'Metadata', 'Object', 'None', or empty`,
  );
}

export function createRow(object: JsonObject, input: TableInput): JsonObject {
  const { columns, nowMs } = input;
  const conditions = columns.conditions?.(object) ?? [];
  return {
    cells: [...columns.cells(object, nowMs)],
    ...(conditions.length > 0 && { conditions: [...conditions] }),
    object: carried(object, input),
  };
}

function carried(object: JsonObject, { includeObject, version, show }: TableInput): JsonValue {
  // The bookmark after the initial events says so in an annotation, which must not get lost.
  if (includeObject === "None" && !isInitialEventsEnd(object)) return null;
  const shown = show?.(object) ?? object;
  return includeObject === "Object" ? shown : toPartialObjectMetadata(shown, version);
}

function isInitialEventsEnd(object: JsonObject): boolean {
  const annotations = getOwn(metadataOf(object), "annotations");
  return isJsonObject(annotations) && getOwn(annotations, "k8s.io/initial-events-end") === "true";
}

function writeColumn({ name, type, format = "", description = "", priority = 0 }: TableColumn): JsonObject {
  return { name, type, format, description, priority };
}

function listMetadataOf(metadata: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const key of ["resourceVersion", "continue", "remainingItemCount"]) {
    const value = getOwn(metadata, key);
    if (value !== undefined && value !== "") kept[key] = value;
  }
  return kept;
}

function describeName(): string {
  return "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names";
}

function describeCreation(): string {
  return "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";
}
