/**
 * How large a schema may be. What is read from JSON has a depth and no cycles, but a schema can also be built by a program: one that
 * contains itself, or the same part over and over, would keep every walk over it busy for ever.
 */
import { maxJsonDepth, UsageError } from "@pintle/machinery";
import type { StructuralSchema } from "./structural-schema.ts";

/** Objects and lists in a schema, counted as often as they are reached. Definitions of 3 MB, the most that a request holds, have fewer. */
export const maxSchemaValues = 500_000;

/** Those that have been measured: a schema is not changed once it is in use. */
const measured = new WeakSet<StructuralSchema>();

/** Throws where walks over the schema would not end, or not soon. Every way into the package passes here. */
export function assertSchemaSize(schema: StructuralSchema): void {
  if (measured.has(schema)) return;
  measure(schema, 0, 0);
  measured.add(schema);
}

/** The count with this value in it. Depth is looked at first, so that a cycle is found by its first round. */
function measure(value: object, depth: number, count: number): number {
  if (depth > maxJsonDepth) {
    const problem = `The schema is nested more than ${maxJsonDepth} deep or contains itself.`;
    throw new UsageError("PINTLE_SCHEMA_TOO_LARGE", `${problem} Make it flatter.`);
  }
  let total = count + 1;
  if (total > maxSchemaValues) {
    const problem = `The schema has more than ${maxSchemaValues} parts, each counted as often as it is used.`;
    throw new UsageError("PINTLE_SCHEMA_TOO_LARGE", `${problem} Describe less of the object.`);
  }
  for (const inner of Object.values(value)) {
    if (typeof inner === "object" && inner !== null) total = measure(inner, depth + 1, total);
  }
  return total;
}
