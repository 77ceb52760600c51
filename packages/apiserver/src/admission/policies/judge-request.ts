/** What a ValidatingAdmissionPolicy says to a request, under one binding: which of its validations fail, and what it wants to be audited. */
import { Buffer } from "node:buffer";
import { runtimeTypeName, typeOf } from "@pintle/cel";
import {
  type Evaluation,
  type ExpressionInput,
  evaluateExpressions,
  OutOfBudgetError,
  policyBudget,
} from "../expressions/evaluate-expressions.ts";
import { askConditions } from "../match/match-conditions.ts";
import type { CompiledValidatingPolicy, CompiledValidation } from "./compile-validating-policy.ts";
import { conditionsInput } from "./policy-input.ts";

export interface Judgement {
  readonly denials: readonly Denial[];
  readonly annotations: readonly { readonly key: string; readonly value: string }[];
  /** Annotations that could not be computed: they deny whatever the binding does with denials. */
  readonly annotationErrors: readonly string[];
}

export interface Denial {
  /** Which of the validations it is. */
  readonly index: number;
  readonly message: string;
  readonly reason: string;
}

const nothing: Judgement = { denials: [], annotations: [], annotationErrors: [] };
const maxMessageBytes = 5 * 1024;
const maxAnnotationBytes = 10 * 1024;

/** What cannot be decided is a denial, unless the policy ignores failures. */
export async function judgeRequest(
  policy: CompiledValidatingPolicy,
  ignoresFailures: boolean,
  input: Required<ExpressionInput>,
): Promise<Judgement> {
  const conditions = await askConditions(policy.conditions, conditionsInput(input));
  if (conditions.error !== undefined) return ignoresFailures ? nothing : failed(conditions.error);
  if (!conditions.isMet) return nothing;
  try {
    const judgement = await judgeMatched(policy, input);
    return ignoresFailures ? withoutFailures(judgement) : judgement;
  } catch (error) {
    if (!(error instanceof OutOfBudgetError)) throw error;
    return ignoresFailures ? nothing : failed(error.message);
  }
}

function failed(message: string): Judgement {
  return { ...nothing, denials: [{ index: 0, message, reason: "Invalid" }] };
}

interface FullJudgement extends Judgement {
  readonly denials: readonly (Denial & { readonly isFailure: boolean })[];
}

function withoutFailures({ denials, annotations }: FullJudgement): Judgement {
  return { denials: denials.filter(({ isFailure }) => !isFailure), annotations, annotationErrors: [] };
}

async function judgeMatched(
  { validations, auditAnnotations }: CompiledValidatingPolicy,
  input: Required<ExpressionInput>,
): Promise<FullJudgement> {
  // Messages and annotations must not ask for rights.
  const { access: _, ...restricted } = input;
  const expressions = validations.map(({ expression }) => expression);
  const { results, remainingBudget } = await evaluateExpressions(expressions, input, policyBudget);
  const messages = await evaluateMessages(validations, restricted, remainingBudget);
  const denials = validations.flatMap((validation, index) => {
    const denial = judgeValidation(validation, results[index], messages, index);
    return denial ? [{ index, ...denial }] : [];
  });
  const annotated = auditAnnotations.map(({ expression }) => expression);
  const values = (await evaluateExpressions(annotated, restricted, policyBudget)).results;
  const annotations: { key: string; value: string }[] = [];
  const annotationErrors: string[] = [];
  for (const [index, { key, expression }] of auditAnnotations.entries()) {
    const { value, error } = values[index] ?? {};
    if (error !== undefined) annotationErrors.push(error);
    else if (typeof value === "string") annotations.push(...annotationOf(key, value));
    else if (value !== null && value !== undefined) {
      const type = runtimeTypeName(typeOf(value));
      annotationErrors.push(
        `valueExpression '${expression.source}' resulted in unsupported return type: ${type}. Return type must be either string or null.`,
      );
    }
  }
  return { denials, annotations, annotationErrors };
}

function annotationOf(key: string, value: string): { key: string; value: string }[] {
  const trimmed = value.trim();
  return trimmed === "" ? [] : [{ key, value: cutBytes(trimmed, maxAnnotationBytes) }];
}

/** The beginning of a text that has no more than so many bytes in UTF-8. */
function cutBytes(text: string, maxBytes: number): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, maxBytes));
}

type Messages = { readonly results: readonly (Evaluation | undefined)[] } | { readonly error: string };

async function evaluateMessages(
  validations: readonly CompiledValidation[],
  input: ExpressionInput,
  budget: number,
): Promise<Messages> {
  try {
    return await evaluateExpressions(
      validations.map(({ messageExpression }) => messageExpression),
      input,
      budget,
    );
  } catch (error) {
    if (error instanceof OutOfBudgetError) return { error: error.message };
    throw error;
  }
}

function judgeValidation(
  validation: CompiledValidation,
  result: Evaluation | undefined,
  messages: Messages,
  index: number,
): { message: string; reason: string; isFailure: boolean } | undefined {
  const { value, error } = result ?? { error: "the validation was not run" };
  if (error !== undefined) return { message: error, reason: "Invalid", isFailure: true };
  if ("error" in messages) {
    return { message: `failed messageExpression: ${messages.error}`, reason: "Invalid", isFailure: true };
  }
  if (value === true) return undefined;
  const computed = usableMessage(messages.results[index]?.value);
  const { message, expression, reason } = validation;
  const words = computed || message || `failed expression: ${expression.source.trim()}`;
  return { message: words, reason, isFailure: false };
}

/** A message that is no single line of a reasonable length is none. */
function usableMessage(value: unknown): string {
  if (typeof value !== "string") return "";
  const text = value.trim();
  return text.includes("\n") || Buffer.byteLength(text) > maxMessageBytes ? "" : text;
}
