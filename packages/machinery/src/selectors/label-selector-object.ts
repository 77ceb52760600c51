/** Label selectors as they stand in objects, `{ matchLabels, matchExpressions }`, turned into ones that match. */

import { getOwn } from "../json/json-value.ts";
import { quoteGo } from "../text/go-text.ts";
import { createLabelRequirement, type LabelOperator } from "./label-requirement.ts";
import { type CompiledLabelSelector, createLabelSelector, formatLabelSelector } from "./label-selector.ts";
import { InvalidSelectorError, selectEverything, selectNothing } from "./selector.ts";

/** `metav1.LabelSelector`: everything in it must hold. */
export interface LabelSelector {
  readonly matchLabels?: { readonly [key: string]: string | undefined } | null | undefined;
  readonly matchExpressions?: readonly LabelSelectorRequirement[] | null | undefined;
}

export interface LabelSelectorRequirement {
  readonly key: string;
  readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist" | (string & {});
  readonly values?: readonly string[] | null | undefined;
}

const operators: ReadonlyMap<string, LabelOperator> = new Map([
  ["In", "in"],
  ["NotIn", "notin"],
  ["Exists", "exists"],
  ["DoesNotExist", "!"],
]);

/** An absent selector selects nothing and an empty one everything; a wrong one is an `InvalidSelectorError`. */
export function compileLabelSelector(selector: LabelSelector | null | undefined): CompiledLabelSelector {
  if (!selector) return selectNothing;
  const labels = selector.matchLabels ?? {};
  const expressions = selector.matchExpressions ?? [];
  const requirements = Object.keys(labels).flatMap((key) => {
    const value = getOwn(labels, key);
    return value === undefined ? [] : [createLabelRequirement(key, "=", [value])];
  });
  for (const { key, operator, values } of expressions) {
    const known = operators.get(operator);
    if (!known) throw new InvalidSelectorError(`${quoteGo(operator)} is not a valid label selector operator`);
    requirements.push(createLabelRequirement(key, known, values ?? []));
  }
  return requirements.length === 0 ? selectEverything : createLabelSelector(requirements);
}

/** The selector for a column of a table: `<none>` where nothing would stand there, `<error>` where it is wrong. */
export function printLabelSelector(selector: LabelSelector | null | undefined): string {
  try {
    return formatLabelSelector(compileLabelSelector(selector)) || "<none>";
  } catch (error) {
    if (error instanceof InvalidSelectorError) return "<error>";
    throw error;
  }
}
