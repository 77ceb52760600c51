/**
 * Runs compiled expressions on a request, within a budget for all of them.
 *
 * An expression that fails is an answer of its own; only an empty budget ends everything, because nothing can be said of what was not run.
 */
import { CelEvaluationError, type CelValue, createLazyMap } from "@pintle/cel";
import type { AccessAnswers } from "./access-answers.ts";
import type { CompiledExpression } from "./compile-expression.ts";

export interface ExpressionInput {
  /** By name: `object`, `oldObject`, `request`, `namespaceObject`, `params`. */
  readonly values: Readonly<Record<string, CelValue>>;
  /** The variables of the policy; none for webhooks. */
  readonly variables?: ReadonlyMap<string, CompiledExpression>;
  /** Absent where expressions must not ask for rights. */
  readonly access?: AccessAnswers;
}

export type Evaluation =
  | { readonly value: CelValue; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: string };

export interface Evaluations {
  /** In the order of the expressions; `undefined` where there was none. */
  readonly results: readonly (Evaluation | undefined)[];
  readonly remainingBudget: number;
}

/** What a single expression may cost. */
const costLimit = 1_000_000;
/** What all expressions of a policy may cost, and those that decide whether something matches. */
export const policyBudget = 10_000_000;
export const matchConditionsBudget: number = policyBudget / 4;

/** The budget is used up: what the expressions say cannot be known. */
export class OutOfBudgetError extends Error {
  override readonly name = "OutOfBudgetError";

  constructor() {
    super("validation failed due to running out of cost budget, no further validation rules will be run");
  }
}

export async function evaluateExpressions(
  expressions: readonly (CompiledExpression | undefined)[],
  input: ExpressionInput,
  budget: number,
): Promise<Evaluations> {
  const { access } = input;
  const spent = { cost: 0 };
  const variables = withComposed(input, spent);
  const results: (Evaluation | undefined)[] = [];
  for (const expression of expressions) {
    results.push(expression && (await runWith(access, expression, () => evaluate(expression, variables, spent))));
    if (spent.cost > budget) throw new OutOfBudgetError();
  }
  return { results, remainingBudget: budget - spent.cost };
}

async function runWith(
  access: AccessAnswers | undefined,
  expression: CompiledExpression,
  run: () => Evaluation,
): Promise<Evaluation> {
  if (!access) return run();
  try {
    return await access.run(run);
  } catch (error) {
    if (error instanceof CelEvaluationError) return failed(expression, error);
    throw error;
  }
}

interface Spent {
  cost: number;
}

type Values = Readonly<Record<string, CelValue>>;

/** What is spent on a variable counts once, for the expression that reads it first. */
function withComposed({ values, variables, access }: ExpressionInput, spent: Spent): Values {
  const all: Record<string, CelValue> = { ...values, ...access?.variables };
  if (variables) {
    const entries = Array.from(variables, ([name, expression]): [string, () => CelValue] => [
      name,
      rememberFailure(() => computeVariable(name, expression, all, spent)),
    ]);
    all.variables = createLazyMap(new Map(entries));
  }
  return all;
}

function computeVariable(name: string, expression: CompiledExpression, values: Values, spent: Spent): CelValue {
  if (!expression.program) {
    throw new CelEvaluationError(`composited variable "${name}" fails to compile: ${expression.error}`);
  }
  try {
    const { value, cost } = expression.program.evaluate(values, { costLimit });
    spent.cost += cost;
    return value;
  } catch (error) {
    if (!(error instanceof CelEvaluationError)) throw error;
    spent.cost += error.cost;
    throw new CelEvaluationError(`composited variable "${name}" fails to evaluate: ${error.message}`);
  }
}

/** What failed once fails again without being tried. */
function rememberFailure(compute: () => CelValue): () => CelValue {
  let failure: CelEvaluationError | undefined;
  return () => {
    if (failure) throw failure;
    try {
      return compute();
    } catch (error) {
      if (error instanceof CelEvaluationError) failure = error;
      throw error;
    }
  };
}

function evaluate(expression: CompiledExpression, values: Values, spent: Spent): Evaluation {
  if (!expression.program) return { error: `compilation error: ${expression.error}` };
  try {
    const { value, cost } = expression.program.evaluate(values, { costLimit });
    spent.cost += cost;
    return { value };
  } catch (error) {
    if (!(error instanceof CelEvaluationError)) throw error;
    spent.cost += error.cost;
    return failed(expression, error);
  }
}

function failed({ source }: CompiledExpression, { message }: CelEvaluationError): Evaluation {
  return { error: `expression '${source}' resulted in error: ${message}` };
}
