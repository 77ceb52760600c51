/**
 * The types that expressions make patches of: `JSONPatch{op: "add", …}` and `Object{spec: Object.spec{…}}`.
 *
 * Nothing is known of the fields of an `Object`, but each knows the name that it was made under: `Object.spec` belongs under `spec`.
 */
import { CelEvaluationError, type CelType, type CelValue, dynType, opaqueOf, stringType } from "@pintle/cel";

const operationFields: Readonly<Record<string, CelType>> = {
  op: stringType,
  from: stringType,
  path: stringType,
  value: dynType,
};
const noText = { op: "", from: "", path: "" };
/** Of fields that there are not: upstream has no name for it. */
const nameless: CelType = opaqueOf("");

export const jsonPatchType: CelType = {
  kind: "object",
  name: "JSONPatch",
  field: (name) => ({
    type: (Object.hasOwn(operationFields, name) ? operationFields[name] : undefined) ?? nameless,
    jsonName: name,
    isRequired: false,
  }),
  fieldNames: () => Object.keys(operationFields),
  create(fields) {
    const unknown = Object.keys(fields).find((name) => !Object.hasOwn(operationFields, name));
    if (unknown !== undefined) throw new CelEvaluationError(`unexpected JSONPatchType field: ${unknown}`);
    return { ...noText, ...fields };
  },
};

const rootName = "Object";
const names = new WeakMap<object, string>();
const types = new Map<string, CelType>();
/** Expressions come from outside, and each may name others. */
const maxKeptTypes = 10_000;

export function findPatchType(name: string): CelType | undefined {
  if (name === "JSONPatch") return jsonPatchType;
  if (name !== rootName && !name.startsWith(`${rootName}.`)) return undefined;
  const known = types.get(name) ?? dynamicObject(name);
  if (types.size < maxKeptTypes) types.set(name, known);
  return known;
}

export const applyConfigurationType: CelType = dynamicObject(rootName);

function dynamicObject(name: string): CelType {
  return {
    kind: "object",
    name,
    field: (key) => ({ type: dynType, jsonName: key, isRequired: false }),
    fieldNames: () => [],
    create(fields) {
      names.set(fields, name);
      return fields;
    },
  };
}

/** What is wrong with the names under which the objects in a value were made; they must tell where the objects stand. */
export function complainOfTypeNames(value: CelValue, path: string = rootName): string[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => complainOfTypeNames(item, path));
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return [];
  const name = names.get(value);
  const complaints =
    name === undefined || name === path
      ? []
      : [`unexpected type name "${name}", expected "${path}", which matches field name path from root Object type`];
  const inside = Object.entries(value as { readonly [key: string]: CelValue }).flatMap(([key, entry]) =>
    complainOfTypeNames(entry, name === undefined ? path : `${path}.${key}`),
  );
  return [...complaints, ...inside];
}

/** The name under which an object was made, if it was made by an expression. */
export function madeTypeName(value: CelValue): string | undefined {
  return typeof value === "object" && value !== null ? names.get(value) : undefined;
}
