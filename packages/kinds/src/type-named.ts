/** Finds a type in the tables; those of a group version are read when the first of them is asked for. */
import { getOwn } from "@pintle/machinery";
import { typeTables } from "./generated/tables/types.ts";
import { parseTypeTable, type TypeRow } from "./type-table.ts";

const parsed = new Map<string, ReadonlyMap<string, TypeRow>>();

/** The type of a name such as `core/v1.Container`, or `undefined` when there is none. */
export function typeNamed(name: string): TypeRow | undefined {
  const module = name.slice(0, Math.max(name.indexOf("."), 0));
  let table = parsed.get(module);
  if (table === undefined) {
    const text = getOwn(typeTables, module);
    if (text === undefined) return undefined;
    table = parseTypeTable(module, text);
    parsed.set(module, table);
  }
  return table.get(name);
}
