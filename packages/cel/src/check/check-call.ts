/** The types of calls: which function a name means, and which of its overloads fit the arguments. */
import { type CallExpr, type Expr, operators } from "../syntax/ast.ts";
import type { CelType } from "./cel-type.ts";
import { boolType, dynType, errorType } from "./cel-types.ts";
import type { ExpressionChecker } from "./expression-checker.ts";
import { formatArgumentTypes } from "./format-type.ts";
import type { FunctionDeclaration } from "./function-declaration.ts";
import { qualifiedName } from "./resolve-names.ts";
import { isCrossTypeOverload } from "./standard-overload.ts";
import { equalTypes } from "./type-relations.ts";

export function checkCall(checker: ExpressionChecker, expr: CallExpr): Expr {
  const args = expr.args.map((arg) => checker.check(arg));
  const { kind, id, target } = expr;
  const space = target === undefined ? "" : qualifiedName(target);
  if (space !== undefined) {
    // `a.f()` is the function `a.f` if there is one, and only otherwise `f` on `a`.
    const declared = checker.scope.function(target === undefined ? expr.name : `${space}.${expr.name}`);
    if (declared !== undefined) {
      resolveCall(checker, expr, declared, undefined);
      return { kind, id, name: declared.name, args };
    }
  }
  const checkedTarget = target && checker.check(target);
  const declared = target && checker.scope.function(expr.name);
  if (declared === undefined) checker.reportUndeclared(id, expr.name);
  else resolveCall(checker, expr, declared, target);
  return { ...expr, args, ...(checkedTarget && { target: checkedTarget }) };
}

/** `a.?b` has the type of `a.b`, in an optional. */
export function checkOptionalSelect(checker: ExpressionChecker, expr: CallExpr): Expr {
  const [operand, field] = expr.args;
  if (operand === undefined || field?.kind !== "literal" || typeof field.value !== "string") {
    checker.report(expr.id, "unsupported optional field selection");
    return expr;
  }
  const { operand: checked, type } = checker.selectField(expr, operand, field.value, true);
  checker.setType(expr.id, checker.bindings.resolve(type));
  checker.references.set(expr.id, { overloadIds: ["select_optional_field"] });
  return { ...expr, args: [checked, field] };
}

function resolveCall(
  checker: ExpressionChecker,
  expr: CallExpr,
  declared: FunctionDeclaration,
  target: Expr | undefined,
): void {
  const operands = target === undefined ? expr.args : [target, ...expr.args];
  const isLogic = declared.name === operators.and || declared.name === operators.or;
  const resolution = isLogic
    ? resolveLogic(checker, declared, operands)
    : resolveOverloads(checker, expr, declared, operands, target !== undefined);
  checker.setType(expr.id, resolution?.type ?? errorType);
  if (resolution !== undefined) checker.references.set(expr.id, { overloadIds: resolution.overloadIds });
}

interface Resolution {
  readonly type: CelType;
  readonly overloadIds: readonly string[];
}

/** Operands of `&&` and `||` are judged one by one, so that the message points at the one that is no bool. */
function resolveLogic(
  checker: ExpressionChecker,
  { overloads }: FunctionDeclaration,
  operands: readonly Expr[],
): Resolution | undefined {
  let isValid = true;
  for (const operand of operands) {
    const type = checker.typeOf(operand);
    if (checker.bindings.fit([type], [boolType])) continue;
    checker.reportMismatch(operand.id, boolType, type);
    isValid = false;
  }
  return isValid ? { type: boolType, overloadIds: overloads.map(({ id }) => id) } : undefined;
}

/** All overloads that fit, since arguments that are `dyn` can make several do. Where their results differ, the call's is `dyn`. */
function resolveOverloads(
  checker: ExpressionChecker,
  expr: CallExpr,
  { name, overloads }: FunctionDeclaration,
  operands: readonly Expr[],
  isMember: boolean,
): Resolution | undefined {
  const { bindings } = checker;
  const types = operands.map((operand) => checker.typeOf(operand));
  const overloadIds: string[] = [];
  let type: CelType | undefined;
  for (const overload of overloads) {
    if (overload.isMember !== isMember) continue;
    if (!checker.allowsCrossType && isCrossTypeOverload(overload.id)) continue;
    const [result = dynType, ...parameters] = bindings.instantiate([overload.result, ...overload.parameters]);
    if (!bindings.fit(types, parameters)) continue;
    overloadIds.push(overload.id);
    const resultType = bindings.resolve(result);
    if (type === undefined) type = resultType;
    else if (type.kind !== "dyn" && !equalTypes(type, resultType)) type = dynType;
  }
  if (type !== undefined) return { type, overloadIds };
  const found = types.map((each) => bindings.resolve(each, true));
  const applied = formatArgumentTypes(found, isMember);
  checker.report(expr.id, `found no matching overload for '${name}' applied to '${applied}'`);
  return undefined;
}
