/**
 * What Kubernetes demands of literals beyond their types, once an expression has been checked: durations, timestamps and patterns that
 * can be read, and lists and maps of one type.
 */
import type { CallExpr, Expr, ListExpr, MapExpr } from "../syntax/ast.ts";
import { CelError, type CelIssue } from "../syntax/cel-error.ts";
import type { CelType } from "./cel-type.ts";
import { dynType, optionalValueType } from "./cel-types.ts";
import type { CheckedExpression } from "./checked-expression.ts";
import { formatType } from "./format-type.ts";
import { isEquivalentType } from "./type-relations.ts";

/** What is given is demanded. */
export interface LiteralRules {
  /** The elements of a list and the entries of a map must have one type, except within calls of these functions. */
  readonly homogeneousExempt?: readonly string[];
  /** Calls of `duration` and `timestamp` with a literal must not throw here. Kubernetes has this rule since 1.29. */
  readonly evaluateCall?: (call: CallExpr) => unknown;
  /** Literal patterns of `matches` must not throw here. Kubernetes has this rule since 1.29. */
  readonly compilePattern?: (pattern: string) => unknown;
  /** What libraries find wrong with a call, and where. */
  readonly validateCalls?: readonly ((call: CallExpr, checked: CheckedExpression) => CallProblem | undefined)[];
}

export interface CallProblem {
  readonly expr: Expr;
  readonly message: string;
}

/** Throws a `CelError` with all literals that break a rule. */
export function validateLiterals(checked: CheckedExpression, rules: LiteralRules): void {
  const { offsets, source } = checked.parsed;
  const issues: CelIssue[] = [];
  const report = (id: number, message: string) => issues.push({ message, offset: offsets.get(id) ?? 0 });
  const { homogeneousExempt } = rules;

  const visit = (expr: Expr, isExempt: boolean): void => {
    if (expr.kind === "call") {
      validateCall(expr, rules, report);
      for (const validate of rules.validateCalls ?? []) {
        const problem = validate(expr, checked);
        if (problem) report(problem.expr.id, problem.message);
      }
    }
    if (!isExempt && expr.kind === "list") validateList(expr, checked, report);
    if (!isExempt && expr.kind === "map") validateMap(expr, checked, report);
    const exempts = isExempt || (expr.kind === "call" && homogeneousExempt?.includes(expr.name) === true);
    for (const part of partsOf(expr)) visit(part, exempts);
  };

  visit(checked.expr, homogeneousExempt === undefined);
  if (issues.length > 0) throw new CelError(source, issues);
}

type Report = (id: number, message: string) => void;

function validateCall(call: CallExpr, { evaluateCall, compilePattern }: LiteralRules, report: Report): void {
  // The first argument of `matches` is the pattern where it is called on a text. Where it is not, cel-go takes the text for the pattern.
  const [arg] = call.args;
  if (arg?.kind !== "literal") return;
  const { value } = arg;
  const isTime = call.name === "duration" || call.name === "timestamp";
  if (isTime && evaluateCall && fails(() => evaluateCall(call))) report(arg.id, `invalid ${call.name} argument`);
  const isPattern = call.name === "matches" && typeof value === "string";
  if (isPattern && compilePattern && fails(() => compilePattern(value))) report(arg.id, "invalid matches argument");
}

function fails(run: () => unknown): boolean {
  try {
    run();
    return false;
  } catch {
    return true;
  }
}

/** Reports the first element of another type than the first. */
function validateList({ elements, optionalIndexes }: ListExpr, checked: CheckedExpression, report: Report): void {
  const types = elements.map((element, index) => memberType(checked, element, optionalIndexes.includes(index)));
  const [first = dynType] = types;
  const other = types.findIndex((type) => !isEquivalentType(first, type));
  const [element, type] = [elements[other], types[other]];
  if (element !== undefined && type !== undefined) report(element.id, mismatch(first, type));
}

/** Reports all keys and values of other types than the first. */
function validateMap({ entries }: MapExpr, checked: CheckedExpression, report: Report): void {
  const [first] = entries;
  if (first === undefined) return;
  const keyType = memberType(checked, first.key, false);
  const valueType = memberType(checked, first.value, first.isOptional);
  for (const { key, value, isOptional } of entries) {
    const [thisKey, thisValue] = [memberType(checked, key, false), memberType(checked, value, isOptional)];
    if (!isEquivalentType(keyType, thisKey)) report(key.id, mismatch(keyType, thisKey));
    if (!isEquivalentType(valueType, thisValue)) report(value.id, mismatch(valueType, thisValue));
  }
}

function memberType(checked: CheckedExpression, expr: Expr, isOptional: boolean): CelType {
  const type = checked.types.get(expr.id) ?? dynType;
  return isOptional ? (optionalValueType(type) ?? dynType) : type;
}

function mismatch(expected: CelType, found: CelType): string {
  return `expected type '${formatType(expected)}' but found '${formatType(found)}'`;
}

function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "literal":
    case "ident":
      return [];
    case "select":
      return [expr.operand];
    case "call":
      return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
    case "list":
      return expr.elements;
    case "map":
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    case "struct":
      return expr.fields.map(({ value }) => value);
    case "comprehension":
      return [expr.range, expr.start, expr.condition, expr.step, expr.result];
  }
}
