/** One requirement on the labels of an object: `app=web`, `tier in (a,b)`, `!canary`. */
import { FieldError, joinFieldErrors } from "../errors/field-error.ts";
import { type FieldPath, fieldPath } from "../errors/field-path.ts";
import { validateLabelValue, validateQualifiedName } from "../names/qualified-name.ts";
import { parseInt64 } from "./parse-int64.ts";
import { InvalidSelectorError } from "./selector.ts";

/** Kubernetes' own words for them; `!` stands for "does not exist". */
export type LabelOperator = "=" | "==" | "!=" | "in" | "notin" | "exists" | "!" | "gt" | "lt";

export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  /** One value for `=`, `==`, `!=`, `gt` and `lt`, none for `exists` and `!`, at least one for `in` and `notin`. */
  readonly values: readonly string[];
}

/** A requirement that the API server would accept, or an `InvalidSelectorError` with all that is wrong. */
export function createLabelRequirement(
  key: string,
  operator: LabelOperator,
  values: readonly string[],
  path: FieldPath = fieldPath(),
): LabelRequirement {
  const requirement = { key, operator, values };
  const errors = validateLabelRequirement(requirement, path);
  if (errors.length > 0) throw new InvalidSelectorError(joinFieldErrors(errors));
  return requirement;
}

export function validateLabelRequirement({ key, operator, values }: LabelRequirement, path: FieldPath): FieldError[] {
  const valuesPath = path.child("values");
  const errors = validateLabelKey(key, path.child("key"));
  const wrongCount = complainAboutCount(operator, values.length);
  if (wrongCount) errors.push(FieldError.invalid(valuesPath, values.length === 0 ? null : values, wrongCount));
  if (operator === "gt" || operator === "lt") {
    for (const [index, value] of values.entries()) {
      if (parseInt64(value) !== undefined) continue;
      const detail = "for 'Gt', 'Lt' operators, the value must be an integer";
      errors.push(FieldError.invalid(valuesPath.index(index), value, detail));
    }
  }
  for (const [index, value] of values.entries()) {
    const complaints = validateLabelValue(value);
    if (complaints.length === 0) continue;
    errors.push(FieldError.invalid(valuesPath.index(index).key(key), value, complaints.join("; ")));
  }
  return errors;
}

export function validateLabelKey(key: string, path: FieldPath): FieldError[] {
  const complaints = validateQualifiedName(key);
  return complaints.length === 0 ? [] : [FieldError.invalid(path, key, complaints.join("; "))];
}

function complainAboutCount(operator: LabelOperator, count: number): string | undefined {
  switch (operator) {
    case "in":
    case "notin":
      return count === 0 ? "for 'in', 'notin' operators, values set can't be empty" : undefined;
    case "=":
    case "==":
    case "!=":
      return count === 1 ? undefined : "exact-match compatibility requires one single value";
    case "exists":
    case "!":
      return count === 0 ? undefined : "values set must be empty for exists and does not exist";
    case "gt":
    case "lt":
      return count === 1 ? undefined : "for 'Gt', 'Lt' operators, exactly one value is required";
  }
}

/** The requirement as it stands in a selector; several values are sorted. */
export function formatLabelRequirement({ key, operator, values }: LabelRequirement): string {
  switch (operator) {
    case "exists":
      return key;
    case "!":
      return `!${key}`;
    case "in":
    case "notin":
      return `${key} ${operator} (${values.toSorted().join(",")})`;
    case "gt":
      return `${key}>${values.join()}`;
    case "lt":
      return `${key}<${values.join()}`;
    default:
      return `${key}${operator}${values.join()}`;
  }
}
