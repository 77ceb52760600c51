/** Our answer to a question for the oracle's part `cel`, in the oracle's form. */
import {
  authorizerType,
  CelAuthorizer,
  type CelEnvironment,
  CelError,
  CelEvaluationError,
  type CelProgram,
  type CelValue,
  type CostEstimate,
  createCelEnvironment,
  formatType,
  type KubernetesMinor,
  kubernetesCel,
} from "@pintle/cel";
import { type RenderedValue, renderCelValue, withoutTexts } from "./cel-rendering.ts";
import { type CelSchema, celTypeOf, sizesOf } from "./cel-schema.ts";

export interface CelQuestion {
  readonly source: string;
  readonly minor: number;
  readonly schema: CelSchema;
  readonly variables: { readonly [name: string]: CelValue };
  /** Declares the variable of that name, which grants what the oracle's grants. */
  readonly authorizer?: boolean;
}

export interface CelAnswer {
  readonly type: string;
  readonly value?: RenderedValue;
  readonly failure?: string;
  readonly cost: number;
  readonly estimate: CostEstimate;
}

/** What Kubernetes lets one evaluation cost. */
const perCallLimit = 1_000_000;

/** The twin of the oracle's authorizer. */
const grantGets = new CelAuthorizer(({ verb, target }) => {
  if (verb === "fail") return { isAllowed: false, reason: "", error: "the authorizer is down" };
  if (verb === "delete") return { isAllowed: false, reason: "nobody deletes" };
  const { namespace = "", resource = "", name = "", path = "" } = target as unknown as Partial<Record<string, string>>;
  const isAllowed = verb === "get" && !namespace.startsWith("kube-");
  return { isAllowed, reason: isAllowed ? `reads ${resource}${path}${name}` : "" };
});

const environments = new Map<string, CelEnvironment>();

function environmentFor({ minor, schema, variables, authorizer }: CelQuestion): CelEnvironment {
  const key = JSON.stringify([minor, authorizer, schema, Object.keys(variables)]);
  const known = environments.get(key);
  if (known) return known;
  const type = celTypeOf(schema);
  const types = Object.fromEntries(Object.keys(variables).map((name) => [name, type]));
  if (authorizer) types.authorizer = authorizerType;
  const made = createCelEnvironment({ ...kubernetesCel(`1.${minor}` as KubernetesMinor), variables: types });
  environments.set(key, made);
  return made;
}

export function answerCel(question: CelQuestion): { value: CelAnswer } | { error: string } {
  let program: CelProgram;
  try {
    program = environmentFor(question).compile(question.source);
  } catch (error) {
    if (error instanceof CelError) return { error: error.message };
    throw error;
  }
  const known = { type: formatType(program.type), estimate: program.estimateCost(sizesOf(question.schema)) };
  try {
    const { value, cost } = program.evaluate(
      { ...question.variables, authorizer: grantGets },
      { costLimit: perCallLimit },
    );
    return { value: { ...known, value: renderCelValue(value), cost } };
  } catch (error) {
    if (error instanceof CelEvaluationError)
      return { value: { ...known, failure: error.message, cost: error.cost ?? 0 } };
    throw error;
  }
}

/** What both must agree on. An evaluation that went over its budget has no cost to compare: we look at it less often than cel-go does. */
export function comparableAnswer(answer: CelAnswer): Partial<Record<keyof CelAnswer, unknown>> {
  const isStopped = answer.failure === "operation cancelled: actual cost limit exceeded";
  const value = answer.value === undefined ? {} : { value: withoutTexts(answer.value) };
  return { ...answer, ...value, ...(isStopped ? { cost: "over" } : {}) };
}
