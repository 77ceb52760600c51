/**
 * Label selectors, ready to match: each requirement is turned once into the test that it stands for.
 *
 * Requirements are kept in the order of their keys, so that equal selectors are written alike.
 */
import { formatLabelRequirement, type LabelRequirement } from "./label-requirement.ts";
import { parseInt64 } from "./parse-int64.ts";
import type { SelectableValues, Selector } from "./selector.ts";

export type CompiledLabelSelector = Selector<LabelRequirement>;

type Test = (labels: SelectableValues) => boolean;

const noLabels: SelectableValues = {};

/** Selects what meets all the requirements, which are taken as they are: `createLabelRequirement` checks them. */
export function createLabelSelector(requirements: readonly LabelRequirement[]): CompiledLabelSelector {
  const sorted = requirements.toSorted((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0));
  const tests = sorted.map(toTest);
  return {
    requirements: sorted,

    matches(labels = noLabels) {
      for (const test of tests) if (!test(labels)) return false;
      return true;
    },

    requiresExactMatch(key) {
      const first = sorted.find((requirement) => requirement.key === key);
      if (first === undefined || first.values.length !== 1) return undefined;
      return ["=", "==", "in"].includes(first.operator) ? first.values[0] : undefined;
    },
  };
}

/** The selector as text, which reads back to the same one; the text of the one that selects nothing is empty, too. */
export function formatLabelSelector(selector: CompiledLabelSelector): string {
  return selector.requirements.map(formatLabelRequirement).join(",");
}

/** Values are texts, and nothing that every object inherits is one: this is `getOwn`, at half its cost. */
function lookUp(labels: SelectableValues, key: string): string | undefined {
  const value = labels[key];
  return typeof value === "string" ? value : undefined;
}

function toTest({ key, operator, values }: LabelRequirement): Test {
  switch (operator) {
    case "exists":
      return (labels) => lookUp(labels, key) !== undefined;
    case "!":
      return (labels) => lookUp(labels, key) === undefined;
    case "gt":
    case "lt":
      return toOrderTest(key, operator, values);
  }
  const isNegative = operator === "!=" || operator === "notin";
  if (values.length === 1) {
    const [only] = values;
    return isNegative ? (labels) => lookUp(labels, key) !== only : (labels) => lookUp(labels, key) === only;
  }
  const accepted: ReadonlySet<string | undefined> = new Set(values);
  return isNegative ? (labels) => !accepted.has(lookUp(labels, key)) : (labels) => accepted.has(lookUp(labels, key));
}

function toOrderTest(key: string, operator: "gt" | "lt", values: readonly string[]): Test {
  const bound = values.length === 1 ? parseInt64(values[0] ?? "") : undefined;
  return (labels) => {
    const label = lookUp(labels, key);
    const value = label === undefined ? undefined : parseInt64(label);
    if (value === undefined || bound === undefined) return false;
    return operator === "gt" ? value > bound : value < bound;
  };
}
