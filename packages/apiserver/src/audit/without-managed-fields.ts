/** An object, all items of a list, or all rows of a Table, without who owns which field. */
import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";

export function withoutManagedFields(object: JsonObject): JsonObject {
  const own = strip(object);
  const items = getOwn(object, "items");
  const rows = getOwn(object, "rows");
  return {
    ...own,
    ...(Array.isArray(items) && { items: items.map((item) => (isJsonObject(item) ? strip(item) : item)) }),
    ...(own.kind === "Table" && Array.isArray(rows) && { rows: rows.map(stripRow) }),
  };
}

function stripRow(row: JsonValue): JsonValue {
  const object = isJsonObject(row) ? getOwn(row, "object") : undefined;
  return isJsonObject(row) && isJsonObject(object) ? { ...row, object: strip(object) } : row;
}

function strip(object: JsonObject): JsonObject {
  const metadata = getOwn(object, "metadata");
  if (!isJsonObject(metadata) || !Object.hasOwn(metadata, "managedFields")) return object;
  const { managedFields: _, ...rest } = metadata;
  return { ...object, metadata: rest };
}
