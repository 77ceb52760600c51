/** Compiles calls: operators by their names, functions by the overload that the checker chose, or by what the arguments turn out to be. */
import type { CelType, ListIdentity } from "../check/cel-type.ts";
import { isNativeType } from "../check/cel-types.ts";
import type { FunctionDeclaration, Overload } from "../check/function-declaration.ts";
import { candidateNames, qualifiedName } from "../check/resolve-names.ts";
import { type CallExpr, type Expr, operators } from "../syntax/ast.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import { adapterOf, adapterOfContents } from "../values/adapt-json.ts";
import { CelOptional, type CelValue } from "../values/cel-value.ts";
import { type Equality, equalityOf } from "../values/equal-by-type.ts";
import { equalityWithNative } from "../values/equal-native.ts";
import { uniteLists } from "../values/list-identity.ts";
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
  compileUnion,
  isOrderOperator,
  refuseOtherKinds,
} from "./compile-operator.ts";
import { type CompiledNode, type Compiler, compileError, constantNode, findLocal, type Scope } from "./compiler.ts";
import { Failure, Frame, type Step } from "./frame.ts";
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
  const isEquality = expr.name === operators.equals || expr.name === operators.notEquals;
  const identity = expr.name === operators.add ? identityOf(compiler, leftExpr) : undefined;
  const isReadByItself = identity !== undefined || (isEquality && !isOpenEquality(compiler, expr));
  const compileOperand = isReadByItself ? compiler.compile : compileWhole(compiler);
  const left = compileOperand(leftExpr, scope);
  if (expr.name === operators.not) return { step: compileNot(left.step) };
  if (expr.name === operators.negate) return { step: compileNegate(left.step) };
  if (expr.name === operators.notStrictlyFalse) return { step: compileNotStrictlyFalse(left.step) };
  if (!rightExpr) return undefined;
  const right = compileOperand(rightExpr, scope);
  const overloadId = onlyOverloadId(compiler, expr);
  if (expr.name === operators.in) return compileMembership(left, right, overloadId);
  if (isOrderOperator(expr.name)) {
    return { step: compileOrder(expr.name, left.step, right.step, isSizedComparison(overloadId)) };
  }
  const arithmetic = arithmeticOperators[expr.name];
  if (!arithmetic) {
    const known = equalityOfTypes(inputTypeOf(compiler, leftExpr), compiler.source.types?.get(rightExpr.id));
    const equal = isInput(compiler, leftExpr) ? refuseOtherKinds(known) : known;
    return { step: compileEquality(left.step, right.step, equal, expr.name === operators.notEquals) };
  }
  if (arithmetic === "+" && leftExpr.kind === "ident" && findLocal(scope, leftExpr.name)?.isGrowingList) {
    return { step: compileAppend(left.step, right.step) };
  }
  if (identity) {
    const read = adapterOf(identity.element);
    return { step: compileUnion(left.step, right.step, (a, b) => uniteLists(a, b, identity.of, read)) };
  }
  const isSized = overloadId === "add_string" || overloadId === "add_bytes";
  return { step: compileArithmetic(arithmetic, left.step, right.step, isSized) };
}

/** The type with what the schema says beyond it: a union of lists is a list of the kind that its left operand is. */
function inputTypeOf(compiler: Compiler, expr: Expr): CelType | undefined {
  const [left] = expr.kind === "call" && expr.name === "_+_" ? expr.args : [];
  const type = compiler.source.types?.get(expr.id);
  return left && type?.kind === "list" ? inputTypeOf(compiler, left) : type;
}

function equalityOfTypes(left: CelType | undefined, right: CelType | undefined): Equality {
  if (!left || !right || isNativeType(left) === isNativeType(right)) return equalityOf(left);
  return isNativeType(left) ? equalityWithNative(right, true) : equalityWithNative(left, false);
}

interface IdentifiedList {
  readonly of: ListIdentity;
  readonly element: CelType;
}

function identityOf(compiler: Compiler, expr: Expr): IdentifiedList | undefined {
  const type = inputTypeOf(compiler, expr);
  return type?.kind === "list" && type.identity ? { of: type.identity, element: type.element } : undefined;
}

function compileWhole(compiler: Compiler): Compiler["compile"] {
  return (expr, scope) => compileArgument(compiler, expr, scope);
}

/** `dyn(self.list)`: what is hidden behind `dyn` is a part of the input, not something that the expression made. */
function isInput({ source }: Compiler, expr: Expr): boolean {
  const [arg] = expr.kind === "call" && expr.name === "dyn" ? expr.args : [];
  const kind = arg && source.types?.get(arg.id)?.kind;
  return (arg?.kind === "ident" || arg?.kind === "select") && (kind === "object" || kind === "list" || kind === "map");
}

/** Whether one side's type is not known: then both are read by what is known, where otherwise the equality itself knows the type. */
function isOpenEquality({ source }: Compiler, { args }: CallExpr): boolean {
  return args.some(({ id }) => {
    const kind = source.types?.get(id)?.kind ?? "dyn";
    return kind === "dyn" || kind === "error";
  });
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

/** An argument that goes into a function as a whole: what it holds is read by its type, which the function does not know. */
function compileArgument(compiler: Compiler, expr: Expr, scope: Scope, objects = false): CompiledNode {
  const node = compiler.compile(expr, scope);
  const type = compiler.source.types?.get(expr.id);
  const isContainer =
    type?.kind === "list" || type?.kind === "map" || type?.kind === "opaque" || type?.kind === "object";
  // Scalars have been adapted when they were read, and constants are what they are.
  const adapter = isContainer && node.constant === undefined ? adapterOfContents(type, objects) : undefined;
  if (!adapter) return node;
  const { step } = node;
  return {
    step: (frame) => {
      const outcome = step(frame);
      return outcome instanceof Failure ? outcome : frame.adapt(outcome, adapter);
    },
  };
}

function compileFunction(compiler: Compiler, expr: CallExpr, scope: Scope): CompiledNode {
  const { target, declaration, name } = resolveFunction(compiler, expr);
  const operands = target ? [target, ...expr.args] : expr.args;
  const args = operands.map((arg) =>
    keepContents.has(name) ? compiler.compile(arg, scope) : compileArgument(compiler, arg, scope, name === "dyn"),
  );
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
    steps: args.map((arg) => arg.step),
    context: compiler.callContext,
  });
  return foldConversion(compiler, expr, args, { name, step }) ?? { step };
}

/** These do not look into their arguments, and what they give has a type by which it is read later. */
const keepContents: ReadonlySet<string> = new Set(["size", "or", "orValue", "value", "hasValue"]);

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
