/** The names of cel-go's own types, which it prints where it meets a value that it did not expect. */
import type { CelType } from "../check/cel-type.ts";
import { DeclaredList, DeclaredMap } from "./declared-value.ts";
import type { Outcome } from "./failure.ts";
import { typeOf } from "./type-of.ts";

const pointers: Readonly<Partial<Record<CelType["kind"], string>>> = {
  error: "*types.Err",
  list: "*types.baseList",
  map: "*types.baseMap",
  opaque: "*types.Optional",
  type: "*types.Type",
};

export function goTypeNameOf(value: Outcome): string {
  if (value instanceof DeclaredMap && !value.shape.isNative) return "*common.unstructuredMap";
  if (value instanceof DeclaredList && !value.shape.isNative) return `*common.unstructured${listKind(value)}`;
  const { kind } = typeOf(value);
  return pointers[kind] ?? `types.${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}

function listKind({ shape: { identity } }: DeclaredList): string {
  if (!identity) return "List";
  return identity.kind === "set" ? "SetList" : "MapList";
}
