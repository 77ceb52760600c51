/** How custom resources are shown in Tables: their name, and what the columns of their definition find in them. */
import { getOwn, type JsonObject, type JsonValue, parseTimeMs } from "@pintle/machinery";
import { formatAge, formatHumanDuration } from "../registry/human-duration.ts";
import { metadataOf, metadataText } from "../registry/object-metadata.ts";
import type { TableColumn, TableColumns } from "../registry/table-columns.ts";
import { writeGoJson } from "../wire/json/go-json-text.ts";
import { sortKeys } from "../wire/json/sorted-keys.ts";
import { defaultColumns } from "../wire/table.ts";
import type { DefinitionColumn } from "./definition.ts";
import { formatGoNumber } from "./go-number.ts";
import { findByPath } from "./json-path/find-by-path.ts";
import { type JsonPath, JsonPathError, parseJsonPath } from "./json-path/parse-json-path.ts";

const [nameColumn, createdColumn] = defaultColumns.definitions as [TableColumn, TableColumn];
const ageColumn: TableColumn = { ...createdColumn, name: "Age" };

/** A definition without columns shows the age. */
export function createCustomColumns(columns: readonly DefinitionColumn[] = []): TableColumns {
  if (columns.length === 0) {
    return {
      definitions: [nameColumn, ageColumn],
      cells: (object, nowMs) => [
        metadataText(object, "name"),
        formatAge(getOwn(metadataOf(object), "creationTimestamp"), nowMs),
      ],
    };
  }
  const readable = readColumns(columns);
  return {
    definitions: [nameColumn, ...readable.map(({ column }) => describe(column))],
    cells: (object, nowMs) => [
      metadataText(object, "name"),
      ...readable.map(({ column, path }) => cellOf(findFirst(path, object), column.type, nowMs)),
    ],
  };
}

/** Of the Scales of custom resources. */
export const customScaleColumns = createCustomColumns([
  { name: "Desired", type: "integer", description: "Number of desired replicas", jsonPath: ".spec.replicas" },
  { name: "Available", type: "integer", description: "Number of actual replicas", jsonPath: ".status.replicas" },
  { name: "Age", type: "date", description: createdColumn.description ?? "", jsonPath: ".metadata.creationTimestamp" },
]);

interface ReadableColumn {
  readonly column: DefinitionColumn;
  readonly path: JsonPath;
}

/** Whether a path makes sense is only found out here: from the first that does not, no column is shown. */
function readColumns(columns: readonly DefinitionColumn[]): ReadableColumn[] {
  const readable: ReadableColumn[] = [];
  for (const column of columns) {
    try {
      readable.push({ column, path: parseJsonPath(column.jsonPath) });
    } catch (error) {
      if (error instanceof JsonPathError) return readable;
      throw error;
    }
  }
  return readable;
}

function describe({ name, type, format, description, priority, jsonPath }: DefinitionColumn): TableColumn {
  return {
    name,
    type,
    ...(format !== undefined && { format }),
    description: description || `Custom resource definition column (in JSONPath format): ${jsonPath}`,
    ...(priority !== undefined && { priority }),
  };
}

function findFirst(path: JsonPath, object: JsonObject): JsonValue | undefined {
  try {
    return findByPath(path, object)[0];
  } catch (error) {
    if (error instanceof JsonPathError) return undefined;
    throw error;
  }
}

/** A value of another type than its column is not shown, except that text takes anything. */
function cellOf(value: JsonValue | undefined, type: string, nowMs: number): JsonValue {
  if (value === undefined) return null;
  switch (type) {
    case "string":
      return textOf(value);
    case "integer":
      return typeof value === "bigint" ? value : typeof value === "number" ? Math.trunc(value) : null;
    case "number":
      return typeof value === "bigint" ? Number(value) : typeof value === "number" ? value : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "date":
      return typeof value === "string" ? ageOf(value, nowMs) : null;
    default:
      return null;
  }
}

function textOf(value: JsonValue): string {
  if (value === null) return "<no value>";
  if (typeof value === "object") return writeGoJson(sortKeys(value));
  return typeof value === "number" ? formatGoNumber(value) : String(value);
}

function ageOf(text: string, nowMs: number): string {
  if (text === "" || text === "null") return "<unknown>";
  try {
    return formatHumanDuration(nowMs - parseTimeMs(text));
  } catch {
    return "<invalid>";
  }
}
