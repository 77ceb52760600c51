/** What `kubectl get` shows of a resource: a path, or a path with what to make of it. */

/** `"spec.image"`, whose type follows from the schema, or all that a definition may say of a column. */
export type Column =
  | string
  | {
      readonly path: string;
      readonly type?: "boolean" | "date" | "integer" | "number" | "string";
      readonly format?: string;
      readonly description?: string;
      /** Shown by `-o wide` alone where it is above 0. */
      readonly priority?: number;
    };

/** The status of a condition: `True`, `False` or `Unknown`. */
export function conditionColumn(type: string): Column {
  return { path: `status.conditions[?(@.type=='${type}')].status`, type: "string" };
}
