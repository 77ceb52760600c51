/** A text that two JSON values share exactly if they are equal, for sets and maps. The order of keys does not count. */
import { formatGoJson, type JsonValue } from "@pintle/machinery";

export function formatGoJsonKey(value: JsonValue): string {
  return formatGoJson(value ?? null);
}
