/**
 * Turns an expression, checked or only parsed, into a program that runs on values and says what it cost.
 *
 * The program is a tree of closures, made once. It never runs away: every loop looks at the budget, and past the limit the evaluation
 * ends with an error that nothing inside the expression can absorb.
 */
import { createPatternCache } from "../libraries/pattern-cache.ts";
import type { Expr } from "../syntax/ast.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import type { CelValue } from "../values/cel-value.ts";
import { plainValue } from "../values/plain-value.ts";
import { compileIdent, compileSelect } from "./compile-attribute.ts";
import { compileCall } from "./compile-call.ts";
import { compileComprehension } from "./compile-comprehension.ts";
import { compileList, compileMap, compileStruct } from "./compile-literal.ts";
import {
  type CompiledNode,
  type Compiler,
  compileError,
  constantNode,
  type ProgramEnvironment,
  type ProgramSource,
  type Scope,
} from "./compiler.ts";
import { Frame } from "./frame.ts";

export interface EvaluationOptions {
  /** Beyond this cost the evaluation ends with an error. No limit by default. */
  readonly costLimit?: number;
}

export interface EvaluationResult {
  readonly value: CelValue;
  readonly cost: number;
}

/** Throws a `CelEvaluationError`, with the cost so far, where the expression fails on these values. */
export type CelProgram = (
  variables: { readonly [name: string]: CelValue },
  options?: EvaluationOptions,
) => EvaluationResult;

/** Far beyond what people write, and safely inside the stack: a chain such as `1 + 1 + …` nests once for each operator. */
const maxProgramDepth = 1_000;

/** Throws a `CelError` where a conversion of a constant fails, as `int("x")` does: the program could never run. */
export function compileProgram(source: ProgramSource, environment: ProgramEnvironment): CelProgram {
  let depth = 0;
  const compiler: Compiler = {
    source,
    environment,
    callContext: { pattern: createPatternCache() },
    compile(expr, scope) {
      depth += 1;
      if (depth > maxProgramDepth)
        throw compileError(source, expr, `the expression nests deeper than ${maxProgramDepth} levels`);
      const node = compileNode(compiler, expr, scope);
      depth -= 1;
      return node;
    },
  };
  const { step } = compiler.compile(source.expr, { locals: [], depth: 0 });
  return (variables, options) => {
    const frame = new Frame(variables, options?.costLimit ?? Infinity);
    try {
      const outcome = step(frame);
      frame.checkCost();
      return { value: plainValue(outcome), cost: frame.cost };
    } catch (error) {
      throw error instanceof CelEvaluationError ? new CelEvaluationError(error.message, frame.cost) : error;
    }
  };
}

function compileNode(compiler: Compiler, expr: Expr, scope: Scope): CompiledNode {
  switch (expr.kind) {
    case "literal":
      return constantNode(expr.value);
    case "ident":
      return compileIdent(compiler, expr, scope);
    case "select":
      return compileSelect(compiler, expr, scope);
    case "call":
      return compileCall(compiler, expr, scope);
    case "list":
      return compileList(compiler, expr, scope);
    case "map":
      return compileMap(compiler, expr, scope);
    case "struct":
      return compileStruct(compiler, expr, scope);
    default:
      return compileComprehension(compiler, expr, scope);
  }
}
