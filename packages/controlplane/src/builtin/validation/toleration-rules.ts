/** Which taints of nodes something tolerates. */
import {
  FieldError,
  type FieldPath,
  type JsonObject,
  validateLabelValue,
  validateQualifiedName,
} from "@pintle/machinery";
import { numberAt, textAt } from "../json-fields.ts";
import { invalidAll } from "./checks.ts";

const effects = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

export function checkTolerations(tolerations: readonly JsonObject[], path: FieldPath): FieldError[] {
  return tolerations.flatMap((toleration, index) => checkToleration(toleration, path.index(index)));
}

function checkToleration(toleration: JsonObject, path: FieldPath): FieldError[] {
  const [key, operator, effect] = [
    textAt(toleration, "key"),
    textAt(toleration, "operator"),
    textAt(toleration, "effect"),
  ];
  const errors = key === "" ? [] : invalidAll(path.child("key"), key, validateQualifiedName(key));
  if (key === "" && operator !== "Exists") {
    const detail = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    errors.push(FieldError.invalid(path.child("operator"), operator, detail));
  }
  if (numberAt(toleration, "tolerationSeconds") !== undefined && effect !== "NoExecute") {
    const detail = "effect must be 'NoExecute' when `tolerationSeconds` is set";
    errors.push(FieldError.invalid(path.child("effect"), effect, detail));
  }
  errors.push(...checkOperator(operator, textAt(toleration, "value"), path.child("operator")));
  if (effect !== "" && !effects.includes(effect)) {
    errors.push(FieldError.notSupported(path.child("effect"), effect, effects));
  }
  return errors;
}

function checkOperator(operator: string, value: string, at: FieldPath): FieldError[] {
  switch (operator) {
    case "":
    case "Equal": {
      const complaints = validateLabelValue(value);
      return complaints.length > 0 ? [FieldError.invalid(at, value, complaints.join(";"))] : [];
    }
    case "Exists":
      return value === "" ? [] : [FieldError.invalid(at, value, "value must be empty when `operator` is 'Exists'")];
    case "Lt":
    case "Gt":
      // They exist, and are behind a feature gate that is closed.
      return [FieldError.notSupported(at, operator, ["Equal", "Exists", "Lt", "Gt"])];
    default:
      return [FieldError.notSupported(at, operator, ["Equal", "Exists"])];
  }
}
