/** Which objects a quota is for. */
import type { JsonObject } from "@pintle/machinery";
import { objectsAt, textAt, textsAt } from "../../builtin/json-fields.ts";

export interface QuotaScope {
  readonly name: string;
  /** `Exists`, `DoesNotExist`, `In`, `NotIn` */
  readonly operator: string;
  readonly values: readonly string[];
}

/** All of them must hold; a quota without scopes is for everything. */
export function scopesOf(quota: JsonObject): readonly QuotaScope[] {
  return [
    ...textsAt(quota, "spec.scopes").map((name) => ({ name, operator: "Exists", values: [] })),
    ...objectsAt(quota, "spec.scopeSelector.matchExpressions").map((expression) => ({
      name: textAt(expression, "scopeName"),
      operator: textAt(expression, "operator"),
      values: textsAt(expression, "values"),
    })),
  ];
}

/** Whether the scope takes an object that names one of the values; an empty list names none. */
export function takesValues({ operator, values }: QuotaScope, named: readonly string[]): boolean {
  if (operator === "Exists") return named.length > 0;
  if (operator === "DoesNotExist") return named.length === 0;
  if (operator === "In") return named.some((name) => values.includes(name));
  // Who names nothing is not in any list, either.
  return operator === "NotIn" && (named.length === 0 || named.some((name) => !values.includes(name)));
}
