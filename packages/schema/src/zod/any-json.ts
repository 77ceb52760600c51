/** Tells `z.json()` from other lazy schemas: it is recursive as well, but has a structural schema all the same. */
import type { z } from "zod";

const scalars = ["string", "number", "boolean", "null"];

/** A union of JSON's six types, none restricted, of which the last two hold the same again. */
export function isAnyJson(lazy: z.core.$ZodLazyDef): boolean {
  const union = defOf(lazy.getter());
  if (union.type !== "union") return false;
  const options = union.options.map(defOf);
  const [list, map] = options.slice(scalars.length);
  return (
    options.length === scalars.length + 2 &&
    options.every(isUnrestricted) &&
    scalars.every((type, index) => options[index]?.type === type) &&
    list?.type === "array" &&
    isSameLazy(defOf(list.element), lazy) &&
    map?.type === "record" &&
    isSameLazy(defOf(map.valueType), lazy) &&
    defOf(map.keyType).type === "string" &&
    isUnrestricted(defOf(map.keyType))
  );
}

function defOf(schema: z.core.$ZodType): z.core.$ZodTypes["_zod"]["def"] {
  return (schema as z.core.$ZodTypes)._zod.def;
}

function isUnrestricted(def: z.core.$ZodTypeDef): boolean {
  return (def.checks ?? []).length === 0 && !("check" in def);
}

/** `.describe()` makes a copy, which still refers to the original; both have the same getter. */
function isSameLazy(def: z.core.$ZodTypeDef, { getter }: z.core.$ZodLazyDef): boolean {
  return "getter" in def && def.getter === getter && isUnrestricted(def);
}
