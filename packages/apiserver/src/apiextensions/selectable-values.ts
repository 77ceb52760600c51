/** The fields of custom resources by which lists and watches can be selected, beside their name and namespace. */
import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";
import type { Strategy } from "../registry/strategy.ts";
import type { DefinitionVersion } from "./definition.ts";
import { formatGoNumber } from "./go-number.ts";

export function selectablePart(
  { selectableFields = [] }: DefinitionVersion,
  isNamespaced: boolean,
): Pick<Strategy, "selectableFields" | "selectableFieldNames"> {
  const fields = selectableFields.map(({ jsonPath }) => jsonPath.replace(/^\./, ""));
  const selectableFieldNames = [...(isNamespaced ? ["metadata.namespace"] : []), ...fields];
  if (fields.length === 0) return { selectableFieldNames };
  const paths = fields.map((name) => ({ name, keys: name.split(".") }));
  return {
    selectableFieldNames,
    selectableFields: (object) =>
      Object.fromEntries(paths.map(({ name, keys }) => [name, selectedValue(object, keys)])),
  };
}

/** What is absent equals the empty text, whatever its type. */
function selectedValue(object: JsonObject, keys: readonly string[]): string {
  let value: JsonValue | undefined = object;
  for (const key of keys) value = isJsonObject(value) ? getOwn(value, key) : undefined;
  if (value === undefined || value === null || typeof value === "object") return "";
  return typeof value === "number" ? formatGoNumber(value) : String(value);
}
