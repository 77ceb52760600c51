/** Types as cel-go prints them in its messages: `list(int)`, `map(string, dyn)`, `optional_type(string)`. */
import type { CelType } from "./cel-type.ts";
import { typeName, typeParameters } from "./cel-types.ts";

export function formatType(type: CelType): string {
  const parameters = typeParameters(type);
  const name = formatTypeName(type);
  return parameters.length === 0 ? name : `${name}(${parameters.map(formatType).join(", ")})`;
}

/** The types of a call's arguments: `(int, string)`, or `string.(int)` with the receiver first. */
export function formatArgumentTypes(types: readonly CelType[], isMember: boolean): string {
  const formatted = types.map(formatType);
  const receiver = isMember ? `${formatted.shift()}.` : "";
  return `${receiver}(${formatted.join(", ")})`;
}

function formatTypeName(type: CelType): string {
  if (type.isWrapper) return `wrapper(${typeName(type)})`;
  switch (type.kind) {
    case "null":
    case "timestamp":
    case "duration":
      return type.kind;
    case "error":
      return "!error!";
    default:
      return typeName(type);
  }
}
