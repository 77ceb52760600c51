/** Below `allOf`, `anyOf`, `oneOf` and `not` values may only be restricted: whatever gives them structure is refused there. */
import { FieldError, type FieldPath, getOwn } from "@pintle/machinery";
import { compilePattern } from "../compile/patterns.ts";
import { itemsOfSchema, type StructuralSchema } from "../structural-schema.ts";

/** The two skipped places are those where int-or-string may name its types. */
export function checkJunctors(
  schema: StructuralSchema,
  skipsAnyOf: boolean,
  skipsFirstAllOfAnyOf: boolean,
  path: FieldPath,
  errors: FieldError[],
): void {
  const each = (name: "anyOf" | "allOf" | "oneOf", skips: (index: number) => boolean) => {
    for (const [index, inner] of (schema[name] ?? []).entries()) {
      checkNested(inner, skips(index), path.child(name).index(index), errors);
    }
  };
  if (!skipsAnyOf) each("anyOf", () => false);
  each("allOf", (index) => skipsFirstAllOfAnyOf && index === 0);
  each("oneOf", () => false);
  if (schema.not) checkNested(schema.not, false, path.child("not"), errors);
  if (schema.pattern) {
    const compiled = compilePattern(schema.pattern);
    if (typeof compiled === "string") {
      const detail = `must be a valid regular expression, but isn't: ${compiled}`;
      errors.push(FieldError.invalid(path.child("pattern"), schema.pattern, detail));
    }
  }
}

function checkNested(schema: StructuralSchema, skipsAnyOf: boolean, path: FieldPath, errors: FieldError[]): void {
  checkJunctors(schema, skipsAnyOf, false, path, errors);
  const items = itemsOfSchema(schema);
  if (items) checkNested(items, false, path.child("items"), errors);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    checkNested(property, false, path.child("properties").key(name), errors);
  }
  for (const [keyword, detail] of forbidden) {
    if (isSaid(schema[keyword])) errors.push(FieldError.forbidden(path.child(keyword), detail));
  }
  if (getOwn(schema.properties ?? {}, "metadata")) {
    const metadataPath = path.child("properties").key("metadata");
    errors.push(FieldError.forbidden(metadataPath, "must not be specified in a nested context"));
  }
}

const forbidden = [
  ["type", "must be empty to be structural"],
  ["additionalProperties", "must be undefined to be structural"],
  ["default", "must be undefined to be structural"],
  ["title", "must be empty to be structural"],
  ["description", "must be empty to be structural"],
  ["nullable", "must be false to be structural"],
  ["x-kubernetes-preserve-unknown-fields", "must be false to be structural"],
  ["x-kubernetes-embedded-resource", "must be false to be structural"],
  ["x-kubernetes-int-or-string", "must be false to be structural"],
  ["x-kubernetes-list-map-keys", "must be empty to be structural"],
  ["x-kubernetes-list-type", "must be undefined to be structural"],
  ["x-kubernetes-map-type", "must be undefined to be structural"],
  ["x-kubernetes-validations", "must be empty to be structural"],
] as const satisfies readonly (readonly [keyof StructuralSchema, string])[];

/** `additionalProperties: false` says nothing here; an empty default does say something. */
function isSaid(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === "") return false;
  return !Array.isArray(value) || value.length > 0;
}
