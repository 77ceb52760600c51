/**
 * Lists that are always printed are null when they are empty: objects are stored as protobuf upstream, which cannot tell the two apart.
 *
 * Kinds that are stored as JSON there, CRDs and APIServices, keep their empty lists.
 */
import { type TypeRow, typeNamed } from "@pintle/kinds/tables";
import { isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";

type Change = (object: JsonObject) => JsonObject;

const compiled = new Map<string, Change | undefined>();

/** What makes empty lists null in objects of a type; nothing where none of its lists is always printed. */
export function emptyListsOf(type: string): Change | undefined {
  if (/^api(extensions|registration)\//.test(type)) return undefined;
  if (compiled.has(type)) return compiled.get(type);
  compiled.set(type, undefined);
  const row = typeNamed(type);
  const change = row && compile(row);
  compiled.set(type, change);
  return change;
}

function compile(row: TypeRow): Change | undefined {
  const changes = changesOf(row);
  if (changes.size === 0) return undefined;
  return (object) => {
    let changed = object;
    for (const [key, change] of changes) {
      const value = object[key];
      const next = value === undefined ? undefined : change(value);
      if (next === undefined || next === value) continue;
      if (changed === object) changed = { ...object };
      changed[key] = next;
    }
    return changed;
  };
}

function changesOf(row: TypeRow): Map<string, (value: JsonValue) => JsonValue> {
  const changes = new Map<string, (value: JsonValue) => JsonValue>();
  for (const { name, type, isInline, omits } of row.fields) {
    const inner = isInline ? typeNamed(type) : undefined;
    if (inner) for (const [key, change] of changesOf(inner)) changes.set(key, change);
    const isPrinted = omits === "never" && type.startsWith("[]");
    const inside = isInline ? undefined : insideOf(type);
    if (isPrinted) changes.set(name, (value) => (isEmptyList(value) ? null : (inside?.(value) ?? value)));
    else if (inside) changes.set(name, inside);
  }
  return changes;
}

function isEmptyList(value: JsonValue): boolean {
  return Array.isArray(value) && value.length === 0;
}

function insideOf(type: string): ((value: JsonValue) => JsonValue) | undefined {
  const isList = type.startsWith("[]");
  const change = emptyListsOf(isList ? type.slice(2) : type);
  if (!change) return undefined;
  const one = (value: JsonValue) => (isJsonObject(value) ? change(value) : value);
  if (!isList) return one;
  return (value) => {
    if (!Array.isArray(value)) return value;
    const changed = value.map(one);
    return changed.every((item, index) => item === value[index]) ? value : changed;
  };
}
