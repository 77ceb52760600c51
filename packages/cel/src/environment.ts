/**
 * What expressions may use and mean, put together once: variables, libraries, and the settings of the language.
 *
 * An environment is a value without state. Everything that can be found out about an expression before any value is there is found out
 * by `compile`: what does not parse or check never runs.
 */
import type { CelType } from "./check/cel-type.ts";
import { checkExpression } from "./check/check-expression.ts";
import { type CelConstant, type CelEnvironmentDeclarations, declareEnvironment } from "./check/declare-environment.ts";
import type { FindType } from "./check/open-types.ts";
import { type LiteralRules, validateLiterals } from "./check/validate-literals.ts";
import type { CostEstimate, SizeOracle } from "./cost/estimate.ts";
import { type CostOptions, estimateCost } from "./cost/estimate-cost.ts";
import { compileProgram, type EvaluationOptions, type EvaluationResult } from "./evaluate/compile-program.ts";
import { standardFunctions } from "./evaluate/standard-calls.ts";
import type { CelLibrary } from "./libraries/cel-library.ts";
import { compilePattern } from "./libraries/pattern-cache.ts";
import type { ParsedExpression } from "./syntax/ast.ts";
import { parseExpression } from "./syntax/parse-expression.ts";
import { standardMacros } from "./syntax/standard-macros.ts";
import type { CelValue } from "./values/cel-value.ts";

export interface CelEnvironmentOptions {
  readonly variables?: Readonly<Record<string, CelType>>;
  readonly constants?: Readonly<Record<string, CelConstant>>;
  /** Object and opaque types beyond those of the libraries. */
  readonly types?: readonly CelType[];
  /** Knows the types that cannot be listed; those that are declared go first. */
  readonly findType?: FindType;
  /** Functions, macros and types beyond the standard ones: none. */
  readonly libraries?: readonly CelLibrary[];
  /** The namespace in which names are looked up first: none. */
  readonly container?: string;
  /** Whether `1 < 2.0` is allowed, though the types differ: it is not. */
  readonly crossTypeComparison?: boolean;
  /** Whether the elements of a list and the entries of a map must have one type: they need not. */
  readonly homogeneousLiterals?: boolean;
  /** Whether literal durations, timestamps and patterns that cannot be are refused before they run: they are not. */
  readonly literalValidation?: boolean;
  /** Whether a field may be quoted by backticks: it may. */
  readonly quotedFields?: boolean;
}

export interface CelEnvironment {
  readonly declarations: CelEnvironmentDeclarations;
  /** The tree of an expression, its macros expanded. Throws a `CelError`. */
  parse(source: string): ParsedExpression;
  /** An expression that parses and checks; throws a `CelError` for any other. */
  check(source: string): CheckedCel;
  /** A program of an expression that parses and checks; throws a `CelError` for any other. */
  compile(source: string): CelProgram;
  /** The same environment with more variables, at next to no cost. A variable of the same name is replaced. */
  withVariables(variables: Readonly<Record<string, CelType>>): CelEnvironment;
}

/** What can be said of an expression without making a program of it. */
export interface CheckedCel {
  /** What the expression gives, as far as it can be said before it runs. */
  readonly type: CelType;
  /** Whether the expression names a variable so; one of its own comprehensions counts, too. */
  usesVariable(name: string): boolean;
  /** What a run costs at best and at worst, for values of the sizes that the oracle knows. */
  estimateCost(sizes?: SizeOracle): CostEstimate;
  /** Throws a `CelError` where a conversion of a constant fails, as `int("x")` does. */
  createProgram(): CelProgram;
}

export interface CelProgram {
  /** What the expression gives, as far as it can be said before it runs. */
  readonly type: CelType;
  /** What a run costs at best and at worst, for values of the sizes that the oracle knows. */
  estimateCost(sizes?: SizeOracle): CostEstimate;
  /** Runs on values of the variables: plain JSON will do. Throws a `CelEvaluationError`. */
  evaluate(variables: { readonly [name: string]: CelValue }, options?: EvaluationOptions): EvaluationResult;
}

export function createCelEnvironment(options: CelEnvironmentOptions): CelEnvironment {
  const { libraries = [], quotedFields = true } = options;
  const macros = [...standardMacros, ...libraries.flatMap((library) => library.macros ?? [])];
  const optionalSyntax = libraries.some((library) => library.optionalSyntax === true);
  const declarations = declareEnvironment({
    ...options,
    types: [...libraries.flatMap((library) => library.types ?? []), ...(options.types ?? [])],
    functions: [...standardFunctions, ...libraries.flatMap((library) => library.functions)],
  });
  const equalityCosts = Object.assign({}, ...libraries.map((library) => library.equalityCosts));
  const parse = (source: string) => parseExpression(source, { macros, optionalSyntax, quotedFields });
  return environmentOf(declarations, { parse, equalityCosts, rules: literalRules(options, declarations) });
}

/** What environments of the same language have in common, whatever their variables are. */
interface Language {
  readonly parse: (source: string) => ParsedExpression;
  readonly equalityCosts: NonNullable<CostOptions["equalityCosts"]>;
  readonly rules: LiteralRules;
}

function environmentOf(declarations: CelEnvironmentDeclarations, language: Language): CelEnvironment {
  const { parse, equalityCosts, rules } = language;
  const check = (source: string): CheckedCel => {
    const checked = checkExpression(parse(source), declarations);
    validateLiterals(checked, rules);
    const names = new Set(checked.references.values().map((reference) => reference.name));
    const estimate = (sizes: SizeOracle = () => undefined) => estimateCost(checked, sizes, { equalityCosts });
    return {
      type: checked.type,
      usesVariable: (name) => names.has(name),
      estimateCost: estimate,
      createProgram: () => ({
        type: checked.type,
        estimateCost: estimate,
        evaluate: compileProgram(checked, declarations),
      }),
    };
  };
  return {
    declarations,
    parse,
    check,
    compile: (source) => check(source).createProgram(),
    withVariables(variables) {
      const all = new Map([...declarations.variables, ...Object.entries(variables)]);
      return environmentOf({ ...declarations, variables: all }, language);
    },
  };
}

function literalRules(
  { libraries = [], literalValidation = false, homogeneousLiterals = false }: CelEnvironmentOptions,
  declarations: CelEnvironmentDeclarations,
): LiteralRules {
  const homogeneousExempt = libraries.flatMap((library) => library.homogeneousExempt ?? []);
  return {
    validateCalls: libraries.flatMap((library) => library.validateCall ?? []),
    ...(homogeneousLiterals ? { homogeneousExempt } : {}),
    ...(literalValidation
      ? { evaluateCall: (expr) => compileProgram({ expr }, declarations)({}), compilePattern }
      : {}),
  };
}
