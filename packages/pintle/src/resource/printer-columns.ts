/** The columns of `kubectl get` as a definition has them: each with a type that follows from the schema, and the age at the end. */
import type { CustomResourceColumnDefinition } from "@pintle/kinds/apiextensions/v1";
import type { StructuralSchema } from "@pintle/schema";
import type { Column } from "./columns.ts";
import type { Problem } from "./problem.ts";
import { findInSchema, toJsonPath } from "./schema-path.ts";
import { commonProperties } from "./version-schema.ts";

export type Columns = Readonly<Record<string, Column>>;

const age: CustomResourceColumnDefinition = { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" };
const columnTypes = ["boolean", "date", "integer", "number", "string"];

export function printerColumnsOf(columns: Columns, schema: StructuralSchema): CustomResourceColumnDefinition[] {
  const declared = Object.entries(columns).map(([name, column]) => printerColumnOf(name, column, schema));
  return Object.hasOwn(columns, "Age") ? declared : [...declared, age];
}

function printerColumnOf(name: string, column: Column, schema: StructuralSchema): CustomResourceColumnDefinition {
  const { path, type, format, description, priority } = detailsOf(column);
  return {
    name,
    type: type ?? typeOf(path, schema),
    ...(format !== undefined && { format }),
    ...(description !== undefined && { description }),
    ...(priority && { priority }),
    jsonPath: toJsonPath(path),
  };
}

function detailsOf(column: Column): Exclude<Column, string> {
  return typeof column === "string" ? { path: column } : column;
}

/** Times of the declared schema are shown as they are written: as an age, one that lies ahead would be shown as invalid. */
function typeOf(path: string, schema: StructuralSchema): string {
  const result = findInSchema(withCommon(schema), path);
  const found = result.found ? result.schema : undefined;
  if (found?.format === "date-time" && /^\.?metadata\./.test(path)) return "date";
  const type = found?.type ?? "string";
  return columnTypes.includes(type) ? type : "string";
}

function withCommon(schema: StructuralSchema): StructuralSchema {
  return { ...schema, properties: { ...commonProperties, ...schema.properties } };
}

/** `conditions` are the declared types. */
export function columnProblems(columns: Columns, schema: StructuralSchema, conditions: readonly string[]): Problem[] {
  return Object.entries(columns).flatMap(([name, column]) => {
    const at = `columns.${name}`;
    const { path, type, priority } = detailsOf(column);
    if (name === "") return [{ path: at, why: "a column needs a name" }];
    if (typeof path !== "string") return [{ path: at, why: 'write a path, such as "spec.image"' }];
    if (type !== undefined && !columnTypes.includes(type)) {
      return [{ path: at, why: `${JSON.stringify(type)} is no type of columns, which are ${columnTypes.join(", ")}` }];
    }
    if (priority !== undefined && !(Number.isInteger(priority) && priority >= 0)) {
      return [{ path: at, why: "a priority is a whole number from 0 on" }];
    }
    const found = findInSchema(withCommon(schema), path);
    if (!found.found) return [{ path: at, why: `${JSON.stringify(path)} leads nowhere: ${found.why}` }];
    return conditionProblems(at, path, conditions);
  });
}

function conditionProblems(at: string, path: string, conditions: readonly string[]): Problem[] {
  const [, type] = /^\.?status\.conditions\[\?\(@\.type\s*==\s*['"]([^'"]*)['"]\)\]/.exec(path) ?? [];
  if (type === undefined || conditions.includes(type)) return [];
  const declared = conditions.length > 0 ? `, which has ${conditions.join(", ")}` : "";
  return [{ path: at, why: `there is no condition ${JSON.stringify(type)}: add it to conditions${declared}` }];
}
