/**
 * What a conversion loses: `findLoss` compares what came back with what there was, and `restore` puts the difference back in.
 *
 * Meanwhile somebody may have edited the object in the other version. So each difference is kept with both of its sides, and is put back only
 * where the value is still the one that came back then: an edit always wins.
 *
 * ```text
 *   whole ──▶ converted there and back ──▶ plain         loss = findLoss(plain, whole)
 *                                                        restore(plain, loss)  is whole
 *   edited ◀── converted back ◀── somebody's edit        restore(edited, loss) has the edit, and the rest of whole
 * ```
 *
 * A loss is JSON, because it is stored with the object, and what is stored there can be changed by anybody: `restore` takes any JSON for a
 * loss, and what it does not understand changes nothing.
 */
import { equalJson, getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@pintle/machinery";
import type { StructuralSchema } from "@pintle/schema";
import { findListLoss, restoreList } from "./list-loss.ts";
import { fieldSchema } from "./schema-parts.ts";

type Schema = StructuralSchema | undefined;

/** `undefined` where nothing was lost. The schema says by which keys items of lists are told apart. */
export function findLoss(
  plain: JsonValue | undefined,
  whole: JsonValue | undefined,
  schema: Schema,
): JsonObject | undefined {
  if (equalJson(plain, whole)) return undefined;
  if (isJsonObject(plain) && isJsonObject(whole)) return { keys: lossByKey(plain, whole, schema) };
  const isList = Array.isArray(plain) && Array.isArray(whole);
  return (isList ? findListLoss(plain, whole, schema) : undefined) ?? swapOf(plain, whole);
}

function lossByKey(plain: JsonObject, whole: JsonObject, schema: Schema): JsonObject {
  const losses: JsonObject = {};
  for (const key of new Set([...Object.keys(plain), ...Object.keys(whole)])) {
    const loss = findLoss(getOwn(plain, key), getOwn(whole, key), fieldSchema(schema, key));
    if (loss) setOwn(losses, key, loss);
  }
  return losses;
}

/** A side that is not there was not there. */
function swapOf(from: JsonValue | undefined, to: JsonValue | undefined): JsonObject {
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

export function restore(edited: JsonValue | undefined, loss: JsonValue, schema: Schema): JsonValue | undefined {
  if (!isJsonObject(loss)) return edited;
  const [keys, items] = [getOwn(loss, "keys"), getOwn(loss, "items")];
  if (isJsonObject(keys)) return isJsonObject(edited) ? restoreKeys(edited, keys, schema) : edited;
  if (Array.isArray(items)) return Array.isArray(edited) ? restoreList(edited, loss, schema) : edited;
  return equalJson(edited, getOwn(loss, "from")) ? getOwn(loss, "to") : edited;
}

function restoreKeys(edited: JsonObject, losses: JsonObject, schema: Schema): JsonObject {
  const restored: JsonObject = { ...edited };
  for (const key of Object.keys(losses)) {
    const value = restore(getOwn(edited, key), getOwn(losses, key) ?? null, fieldSchema(schema, key));
    if (value === undefined) delete restored[key];
    else setOwn(restored, key, value);
  }
  return restored;
}
