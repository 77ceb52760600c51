/** Compiles calls: operators by their names, functions by the overload that the checker chose, or by what the arguments turn out to be. */
import type { FunctionDeclaration, Overload } from "../check/function-declaration.ts";
import { candidateNames, qualifiedName } from "../check/resolve-names.ts";
import { type CallExpr, type Expr, operators } from "../syntax/ast.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { CelOptional, type CelValue } from "../values/cel-value.ts";
import { Failure } from "../values/failure.ts";
import { arithmeticOperators } from "./arithmetic.ts";
import { compileConditional, compileIndex } from "./compile-attribute.ts";
import { compileLogic } from "./compile-logic.ts";
import {
  compileAppend,
  compileArithmetic,
  compileEquality,
  compileIn,
  compileInConstant,
  compileNegate,
  compileNot,
  compileNotStrictlyFalse,
  compileOrder,
  isOrderOperator,
} from "./compile-operator.ts";
import { type CompiledNode, type Compiler, compileError, constantNode, findLocal, type Scope } from "./compiler.ts";
import { Frame, type Step } from "./frame.ts";
import { invokeFunction } from "./invoke-function.ts";
import { conversionNames } from "./standard-calls.ts";
import { isSizedComparison } from "./standard-costs.ts";

export function compileCall(compiler: Compiler, expr: CallExpr, scope: Scope): CompiledNode {
  switch (expr.name) {
    case operators.conditional:
      return compileConditional(compiler, expr, scope);
    case operators.index:
    case operators.optionalIndex:
    case operators.optionalSelect:
      return compileIndex(compiler, expr, scope);
    case operators.and:
    case operators.or:
      return compileLogic(
        expr.args.map((term) => compiler.compile(term, scope)),
        expr.name === operators.or,
      );
    default:
      return compileOperator(compiler, expr, scope) ?? compileFunction(compiler, expr, scope);
  }
}

function compileOperator(compiler: Compiler, expr: CallExpr, scope: Scope): CompiledNode | undefined {
  const [leftExpr, rightExpr] = expr.args;
  if (!leftExpr || expr.target || !isOperator(expr.name)) return undefined;
  const left = compiler.compile(leftExpr, scope);
  if (expr.name === operators.not) return { step: compileNot(left.step) };
  if (expr.name === operators.negate) return { step: compileNegate(left.step) };
  if (expr.name === operators.notStrictlyFalse) return { step: compileNotStrictlyFalse(left.step) };
  if (!rightExpr) return undefined;
  const right = compiler.compile(rightExpr, scope);
  const overloadId = onlyOverloadId(compiler, expr);
  if (expr.name === operators.in) return compileMembership(left, right, overloadId);
  if (isOrderOperator(expr.name)) {
    return { step: compileOrder(expr.name, left.step, right.step, isSizedComparison(overloadId)) };
  }
  const arithmetic = arithmeticOperators[expr.name];
  if (!arithmetic) return { step: compileEquality(left.step, right.step, expr.name === operators.notEquals) };
  if (arithmetic === "+" && leftExpr.kind === "ident" && findLocal(scope, leftExpr.name)?.isGrowingList) {
    return { step: compileAppend(left.step, right.step) };
  }
  const isSized = overloadId === "add_string" || overloadId === "add_bytes";
  return { step: compileArithmetic(arithmetic, left.step, right.step, isSized) };
}

function isOperator(name: string): boolean {
  return name === operators.in || name === operators.notStrictlyFalse || /^(?:_?[^\w.@]+_)$/.test(name);
}

function compileMembership(left: CompiledNode, right: CompiledNode, overloadId: string | undefined): CompiledNode {
  const { constant } = right;
  if (overloadId === "in_list" && Array.isArray(constant)) {
    if (constant.length === 0) return constantNode(false);
    if (constant.every(isPrimitive)) return { step: compileInConstant(left.step, constant) };
  }
  return { step: compileIn(left.step, right.step, overloadId === "in_list") };
}

/** What cel-go makes a set of: booleans, numbers and strings. */
function isPrimitive(value: CelValue): boolean {
  return typeof value !== "object" || (value !== null && "value" in value && !(value instanceof CelOptional));
}

/** The overload, where the checker found just one: only then does cel-go charge by it. */
function onlyOverloadId({ source }: Compiler, { id }: Expr): string | undefined {
  const ids = source.references?.get(id)?.overloadIds;
  return ids?.length === 1 ? ids[0] : undefined;
}

function compileFunction(compiler: Compiler, expr: CallExpr, scope: Scope): CompiledNode {
  const { target, declaration, name } = resolveFunction(compiler, expr);
  const operands = target ? [target, ...expr.args] : expr.args;
  const args = operands.map((arg) => compiler.compile(arg, scope));
  const overloadId = onlyOverloadId(compiler, expr);
  const [first, second] = args;
  const isOptionalOr = (name === "or" || name === "orValue") && target && first && second && args.length === 2;
  if (isOptionalOr && (overloadId === undefined || overloadId.startsWith("optional_"))) {
    return { step: compileOptionalOr(first.step, second.step, name === "orValue") };
  }
  const pattern = patternFunctions.has(name) ? second?.constant : undefined;
  if (typeof pattern === "string") refuseBadPattern(compiler, expr, pattern);
  const step = invokeFunction({
    name,
    overloads: candidates(declaration, overloadId, args.length),
    isChosen: overloadId !== undefined,
    endsEarly: pattern !== undefined,
    readsLists: !keepLists.has(name),
    steps: args.map((arg) => arg.step),
    context: compiler.callContext,
  });
  return foldConversion(compiler, expr, args, { name, step }) ?? { step };
}

/** These do not look into their arguments, and may give them back. */
const keepLists: ReadonlySet<string> = new Set([
  ...["sets.contains", "sets.intersects", "sets.equivalent"],
  ...["size", "or", "orValue", "value", "hasValue", "dyn", "type", "optional.of", "optional.ofNonZeroValue"],
]);

/** With a constant pattern cel-go replaces these calls by others, whose operands are computed one after the other. */
const patternFunctions: ReadonlySet<string> = new Set(["matches", "find", "findAll"]);

/** They also compile the pattern beforehand, so that one that cannot be fails the program. */
function refuseBadPattern({ callContext, source }: Compiler, expr: CallExpr, pattern: string): void {
  try {
    callContext.pattern(pattern);
  } catch (error) {
    if (error instanceof CelEvaluationError) throw compileError(source, expr, error.message);
    throw error;
  }
}

/** `duration("1h")`: a conversion of a constant is made once and costs nothing. One that fails, fails the program before it runs. */
function foldConversion(
  compiler: Compiler,
  expr: CallExpr,
  args: readonly CompiledNode[],
  { name, step }: { readonly name: string; readonly step: Step },
): CompiledNode | undefined {
  if (args.length !== 1 || args[0]?.constant === undefined || !conversionNames.has(name)) return undefined;
  const outcome = step(new Frame({}, Infinity));
  if (outcome instanceof Failure) throw compileError(compiler.source, expr, outcome.message);
  return constantNode(outcome);
}

function candidates(declaration: FunctionDeclaration | undefined, id: string | undefined, count: number): Overload[] {
  const overloads = declaration?.overloads ?? [];
  return overloads.filter((overload) => (id === undefined ? overload.parameters.length === count : overload.id === id));
}

interface ResolvedFunction {
  readonly name: string;
  readonly declaration?: FunctionDeclaration | undefined;
  readonly target?: Expr | undefined;
}

/** Without a checker, `a.b.f(x)` may be the function `a.b.f`; and a name is looked up in the container first. */
function resolveFunction({ source, environment }: Compiler, { id, name, target }: CallExpr): ResolvedFunction {
  const { functions, container } = environment;
  if (source.references?.has(id)) return { name, target, declaration: functions.get(name) };
  const prefix = target && qualifiedName(target);
  const names = target
    ? prefix === undefined
      ? []
      : candidateNames(container, `${prefix}.${name}`)
    : candidateNames(container, name);
  const found = names.find((candidate) => functions.has(candidate));
  if (found !== undefined) return { name: found, declaration: functions.get(found) };
  return { name, target, declaration: functions.get(name) };
}

/** The second is computed only where the first is empty, and the choice itself costs nothing. */
function compileOptionalOr(first: Step, second: Step, isValue: boolean): Step {
  return (frame) => {
    const outcome = first(frame);
    if (!(outcome instanceof CelOptional)) return outcome;
    if (outcome.value === undefined) return second(frame);
    return isValue ? outcome.value : outcome;
  };
}
