/** Labels and selectors in the cells of a Table, sorted by key. */
import {
  compareUtf8,
  compileLabelSelector,
  formatLabelSelector,
  getOwn,
  InvalidSelectorError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LabelSelector,
  printLabelSelector,
  setOwn,
} from "@pintle/machinery";
import { objectAt, objectsAt, textAt, textsAt, valueAt } from "../builtin/json-fields.ts";

/** `app=shop,tier=web`, or `<none>`. */
export function formatLabelMap(labels: JsonObject): string {
  const pairs = sortedKeys(labels).map((key) => `${key}=${textOf(getOwn(labels, key))}`);
  return pairs.join(",") || "<none>";
}

/** The selector at a path as one would write it; `<none>` where it says nothing and `<error>` where it is wrong. */
export function formatSelectorAt(object: JsonObject, path: string): string {
  return printLabelSelector(selectorAt(object, path));
}

/** Deployments have other words: nothing where the selector says nothing and `<invalid>` where it is wrong. */
export function formatDeploymentSelector(object: JsonObject, path: string): string {
  try {
    return formatLabelSelector(compileLabelSelector(selectorAt(object, path)));
  } catch (error) {
    if (error instanceof InvalidSelectorError) return "<invalid>";
    throw error;
  }
}

/** A selector as Go prints its struct, which is what the bindings of admission policies show. */
export function formatSelectorStruct(selector: JsonObject): string {
  const labels = objectAt(selector, "matchLabels");
  const pairs = sortedKeys(labels).map((key) => `${key}: ${textOf(getOwn(labels, key))},`);
  const expressions = objectsAt(selector, "matchExpressions").map((expression) => {
    const values = textsAt(expression, "values").join(" ");
    const [key, operator] = [textAt(expression, "key"), textAt(expression, "operator")];
    return `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values}],},`;
  });
  const matchLabels = `map[string]string{${pairs.join("")}}`;
  return `&LabelSelector{MatchLabels:${matchLabels},MatchExpressions:[]LabelSelectorRequirement{${expressions.join("")}},}`;
}

export function sortedKeys(object: JsonObject): string[] {
  return Object.keys(object)
    .filter((key) => getOwn(object, key) !== undefined)
    .sort(compareUtf8);
}

/** What is typed as a selector should be; parts of other types are left out. */
function selectorAt(object: JsonObject, path: string): LabelSelector | undefined {
  const selector = valueAt(object, path);
  if (!isJsonObject(selector)) return undefined;
  const labels = objectAt(selector, "matchLabels");
  const matchLabels: Record<string, string> = {};
  for (const key of Object.keys(labels)) setOwn(matchLabels, key, textOf(getOwn(labels, key)));
  const matchExpressions = objectsAt(selector, "matchExpressions").map((expression) => ({
    key: textAt(expression, "key"),
    operator: textAt(expression, "operator"),
    values: textsAt(expression, "values"),
  }));
  return { matchLabels, matchExpressions };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
