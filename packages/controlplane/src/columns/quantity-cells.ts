/** Quantities in the cells of a Table, in canonical form. */
import { formatQuantity, InvalidScalarError, type JsonValue, quantityFromJson } from "@pintle/machinery";

/** An absent quantity is 0, as in Go. What cannot be read is shown as it stands. */
export function formatQuantityCell(value: JsonValue | undefined): string {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint") return "0";
  try {
    return formatQuantity(quantityFromJson(value));
  } catch (error) {
    if (error instanceof InvalidScalarError) return String(value);
    throw error;
  }
}
