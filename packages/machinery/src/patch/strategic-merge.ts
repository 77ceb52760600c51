/**
 * Strategic merge patch, the default of `kubectl patch` and `kubectl edit`: like a JSON merge patch, but lists whose shape
 * declares a merge key are merged item by item, and `$` keys in the patch say what plain values cannot.
 *
 * It gives what kube-apiserver gives, its corners included: where upstream keeps a null or a directive inside a replaced or new
 * list item, so does this. Nothing that is passed in changes; the result shares with it whatever the patch does not touch.
 */
import {
  equalJson,
  getOwn,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  setOwn,
} from "../json/json-value.ts";
import type { Shape } from "../json/shape.ts";
import {
  applyMapDirective,
  deletionListPrefix,
  directiveTarget,
  elementOrderPrefix,
  enteringValue,
  retainKeysDirective,
} from "./strategic-directives.ts";
import { itemKind, scalarKey } from "./strategic-items.ts";
import { lookupListField, lookupMapField } from "./strategic-lookup.ts";
import { deleteScalars, mergeLists } from "./strategic-merge-list.ts";
import { mergeOrderedList } from "./strategic-merge-ordered.ts";
import {
  badElementOrderFormat,
  badPrimitiveListFormat,
  badRetainKeysFormat,
  StrategicPatchError,
} from "./strategic-patch-error.ts";
import { formatStrategicValue, strategicTypeName } from "./strategic-text.ts";

/** The object that the patch makes of the original. Throws a `StrategicPatchError` where the patch does not fit. */
export function strategicMerge(original: JsonObject, patch: JsonObject, shape: Shape): JsonObject {
  return mergeMaps(original, patch, shape, "object");
}

/** One patch that does what both do, for patches that were made not to contradict each other. */
export function combineStrategicPatches(first: JsonObject, second: JsonObject, shape: Shape): JsonObject {
  return mergeMaps(first, second, shape, "patch");
}

/** What comes out: in an object the directives have been carried out and nulls are gone, in a patch both are still there. */
type Outcome = "object" | "patch";

function mergeMaps(original: JsonObject, patch: JsonObject, shape: Shape, outcome: Outcome): JsonObject {
  const directive = getOwn(patch, "$patch");
  if (directive !== undefined) return applyMapDirective(directive, patch);

  const draft = startDraft(original, patch, outcome);
  const merged = mergeOrderedLists(draft, patch, shape, outcome);
  const deletions: string[] = [];
  for (const key of Object.keys(patch)) {
    const value = patch[key];
    if (value === undefined || key === retainKeysDirective || merged?.has(key)) continue;
    if (!key.startsWith(deletionListPrefix)) mergeField(draft, key, value, shape, outcome);
    else if (outcome === "patch") setOwn(draft, key, value);
    else deletions.push(key);
  }
  // Upstream does these in random order. Last of all, they take out whatever the patch adds, however it is written.
  for (const key of deletions) deleteFromField(draft, key, patch[key] as JsonValue, shape);
  return draft;
}

/** A copy to write to, reduced to what `$retainKeys` keeps. */
function startDraft(original: JsonObject, patch: JsonObject, outcome: Outcome): JsonObject {
  const retained = getOwn(patch, retainKeysDirective);
  if (retained === undefined) return { ...original };
  if (outcome === "patch") return withSameDirective(original, retained);
  if (!Array.isArray(retained)) throw badRetainKeysFormat();
  const keys = new Set<unknown>(retained.map(scalarKey));
  for (const key of Object.keys(patch)) {
    const isExempt =
      key === retainKeysDirective || key.startsWith(deletionListPrefix) || key.startsWith(elementOrderPrefix);
    if (!isExempt && (patch[key] ?? null) !== null && !keys.has(key)) throw badRetainKeysFormat();
  }
  const draft: JsonObject = {};
  for (const key of Object.keys(original)) if (keys.has(key)) setOwn(draft, key, original[key] as JsonValue);
  return draft;
}

function withSameDirective(original: JsonObject, retained: JsonValue): JsonObject {
  const already = getOwn(original, retainKeysDirective);
  if (already === undefined) return { ...original, [retainKeysDirective]: retained };
  if (equalJson(already, retained)) return { ...original };
  const [first, second] = [formatStrategicValue(already), formatStrategicValue(retained)];
  throw new StrategicPatchError(
    `${first} and ${second} are not deep equal: this may happen when calculating the 3-way diff patch`,
  );
}

/** Carries out every `$setElementOrder` and says which keys of the patch are done with that. */
function mergeOrderedLists(draft: JsonObject, patch: JsonObject, shape: Shape, outcome: Outcome) {
  let done: Set<string> | undefined;
  for (const key of Object.keys(patch)) {
    const order = patch[key];
    if (order === undefined || !key.startsWith(elementOrderPrefix)) continue;
    if (outcome === "patch") {
      const already = getOwn(draft, key);
      if (already !== undefined && !equalJson(already, order)) throw badElementOrderFormat();
      setOwn(draft, key, order);
    }
    const { target, items } = mergeOrderedList(key, order, draft, patch, shape, (field) => (left, right) => {
      return mergeMaps(left, right, field.shape, outcome);
    });
    done ??= new Set();
    done.add(key);
    if (items === undefined) continue;
    setOwn(draft, target, items);
    done.add(target);
  }
  return done;
}

function mergeField(draft: JsonObject, key: string, value: JsonValue, shape: Shape, outcome: Outcome): void {
  if (value === null && outcome === "object") {
    delete draft[key];
    return;
  }
  const original = getOwn(draft, key);
  if (isJsonObject(original) && isJsonObject(value)) {
    setOwn(draft, key, mergeMapField(original, value, shape, key, outcome));
  } else if (Array.isArray(original) && Array.isArray(value)) {
    setOwn(draft, key, mergeListField(original, value, shape, key, outcome));
  } else {
    const entering = enteringValue(value, outcome === "patch");
    if (entering === undefined) delete draft[key];
    else setOwn(draft, key, entering);
  }
}

function mergeMapField(original: JsonObject, patch: JsonObject, parent: Shape, key: string, outcome: Outcome) {
  const { shape, strategy } = lookupMapField(parent, key);
  return strategy === "replace" ? patch : mergeMaps(original, patch, shape, outcome);
}

function mergeListField(original: JsonArray, patch: JsonArray, parent: Shape, key: string, outcome: Outcome) {
  const field = lookupListField(parent, key);
  if (field.strategy !== "merge") return patch;
  return mergeLists(original, patch, field, (left, right) => mergeMaps(left, right, field.shape, outcome)).items;
}

/**
 * `$deleteFromPrimitiveList/x`. It deletes from any list of scalars, whatever its strategy. On anything else upstream merges
 * its value as if it were written under `x`, except that it never adds the field.
 */
function deleteFromField(draft: JsonObject, directive: string, value: JsonValue, shape: Shape): void {
  const target = directiveTarget(directive, deletionListPrefix);
  if (target === undefined) throw badPrimitiveListFormat();
  const key = target === "" ? directive : target;
  const original = getOwn(draft, key);
  if (original === undefined) return;
  if (!Array.isArray(value) || !Array.isArray(original)) {
    const fits = value === null || strategicTypeName(original) === strategicTypeName(value);
    if (fits) mergeField(draft, key, value, shape, "object");
    return;
  }
  const field = lookupListField(shape, key);
  if (original.length === 0 && value.length === 0) return;
  const isScalar = itemKind(original, value) === "scalar";
  const merged = isScalar
    ? deleteScalars(original, value)
    : mergeLists(original, value, field, (left, right) => mergeMaps(left, right, field.shape, "object")).items;
  setOwn(draft, key, merged);
}
