/** One expression of a rule as a program, or what is wrong with it in the API server's words. */
import { type CelEnvironment, CelError, type CelProgram, type SizeOracle } from "@pintle/cel";

export interface CompiledExpression {
  readonly program: CelProgram;
  readonly usesOldSelf: boolean;
  /** What a run costs at worst; estimated when it is first asked for. */
  readonly maxCost: number;
}

export interface WrongExpression {
  readonly error: string;
  readonly usesOldSelf: boolean;
}

/** What an expression is for decides what it must give, and how its mistakes are told. */
export interface ExpressionUse {
  readonly type: "bool" | "string";
  readonly wrongType: string;
  /** Stands before the words that all uses share. */
  readonly prefix: string;
  /** What a program that cannot be made is called. */
  readonly program: string;
}

export const ruleUse: ExpressionUse = {
  type: "bool",
  wrongType: "cel expression must evaluate to a bool",
  prefix: "",
  program: "program ",
};

export const messageUse: ExpressionUse = {
  type: "string",
  wrongType: "messageExpression must evaluate to a string",
  prefix: "messageExpression ",
  program: "",
};

export function compileExpression(
  environment: CelEnvironment,
  source: string,
  use: ExpressionUse,
  sizes: SizeOracle,
): CompiledExpression | WrongExpression {
  const checked = attempt(() => environment.check(source));
  if (checked instanceof CelError) {
    return { error: `${use.prefix}compilation failed: ${checked.message}`, usesOldSelf: false };
  }
  if (checked.type.kind !== use.type || checked.type.isWrapper) return { error: use.wrongType, usesOldSelf: false };
  const usesOldSelf = checked.usesVariable("oldSelf");
  const program = attempt(() => checked.createProgram());
  if (program instanceof CelError) {
    const reason = program.issues[0]?.message ?? program.message;
    return { error: `${use.prefix}${use.program}instantiation failed: ${reason}`, usesOldSelf };
  }
  let maxCost: number | undefined;
  return {
    program,
    usesOldSelf,
    get maxCost() {
      maxCost ??= checked.estimateCost(sizes).max;
      return maxCost;
    },
  };
}

function attempt<Result>(make: () => Result): Result | CelError {
  try {
    return make();
  } catch (error) {
    if (error instanceof CelError) return error;
    throw error;
  }
}
