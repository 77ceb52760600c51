/** Runs the rules of one place on one value, and says in the API server's words which failed and why. */
import { CelEvaluationError, CelOptional, type CelProgram, type CelValue } from "@pintle/cel";
import { FieldError, type FieldPath, type JsonValue, quoteGo } from "@pintle/machinery";
import type { ValidationRule } from "../structural-schema.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import type { RuleNode } from "./rule-node.ts";
import { trimGoSpace } from "./trim-go-space.ts";
import { isUnchanged, type RulesRun, type VisitedValue } from "./validate-rules.ts";

/** What one run of a rule or of a message may cost. */
const maxCallCost = 1_000_000;
const maxMessageBytes = 5 * 1024;

type Variables = { readonly [name: string]: CelValue };

/** Whether the budget allows to go on. */
export function evaluateRules(run: RulesRun, node: RuleNode, visited: VisitedValue): boolean {
  const type = node.schema.type ?? "";
  const { path, value } = visited;
  if (!node.declared) {
    const detail = "rule compiler initialization error: failed to convert to declType for CEL validation rules";
    run.errors.push(FieldError.invalid(path, type, detail));
    return true;
  }
  if (run.remainingCost <= 0) return stop(run, FieldError.invalid(path, type, outOfBudget));
  const oldValue = visited.oldValue ?? undefined;
  const self = node.read(value);
  const oldSelf = node.hasTransitionRule && oldValue !== undefined ? node.read(oldValue) : undefined;
  const variables: Variables = oldSelf === undefined ? { self } : { self, oldSelf };
  for (const compiled of node.rules) {
    const { error, usesOldSelf, rule } = compiled;
    if (error !== undefined) run.errors.push(FieldError.invalid(path, type, `rule compile error: ${error}`));
    if (!compiled.program || (usesOldSelf && oldValue === undefined && !rule.optionalOldSelf)) continue;
    const isOptional = rule.optionalOldSelf === true && node.hasTransitionRule;
    const seen = isOptional ? { self, oldSelf: new CelOptional(oldSelf) } : variables;
    const outcome = evaluate(compiled.program, seen);
    if (outcome.cost > run.remainingCost) return stop(run, FieldError.invalid(path, type, outOfBudget));
    run.remainingCost -= outcome.cost;
    if (outcome.failure !== undefined) {
      run.errors.push(FieldError.invalid(path, type, describeFailure(outcome.failure, rule)));
      if (outcome.failure.startsWith(costExceeded)) return stop(run);
    } else if (outcome.value !== true && !report(run, compiled, type, variables, visited)) return false;
  }
  return true;
}

const outOfBudget = "validation failed due to running out of cost budget, no further validation rules will be run";
const costExceeded = "operation cancelled: actual cost limit exceeded";

function stop(run: RulesRun, error?: FieldError): false {
  if (error) run.errors.push(error);
  run.remainingCost = -1;
  return false;
}

interface RuleOutcome {
  readonly cost: number;
  readonly value?: CelValue;
  readonly failure?: string;
}

function evaluate(program: CelProgram, variables: Variables): RuleOutcome {
  try {
    return program.evaluate(variables, { costLimit: maxCallCost });
  } catch (error) {
    if (error instanceof CelEvaluationError) return { failure: error.message, cost: error.cost };
    throw error;
  }
}

function describeFailure(failure: string, rule: ValidationRule): string {
  if (failure.startsWith("no such overload")) {
    return `'${failure}': call arguments did not match a supported operator, function or macro signature for rule: ${nameOf(rule)}`;
  }
  if (failure.startsWith(costExceeded)) {
    return `'${failure}': no further validation rules will be run due to call cost exceeds limit for rule: ${nameOf(rule)}`;
  }
  return `${failure} evaluating rule: ${nameOf(rule)}`;
}

/** What users know the rule by. */
function nameOf({ rule, message }: ValidationRule): string {
  return trimGoSpace(message ? message : rule);
}

/** Tells that a rule was not kept; whether the budget, which its message costs, too, allows to go on. */
function report(
  run: RulesRun,
  compiled: CompiledRule,
  type: string,
  variables: Variables,
  visited: VisitedValue,
): boolean {
  const { rule, fieldPath, usesOldSelf } = compiled;
  const path = fieldPath === undefined ? visited.path : visited.path.child(fieldPath);
  const add = (error: FieldError) => {
    if (!usesOldSelf && isUnchanged(visited)) run.warn?.(error);
    else run.errors.push(error);
  };
  const message = compiled.messageExpression;
  const program = message && "program" in message ? message.program : undefined;
  const composed = program && composeMessage(run, program, rule, variables);
  if (composed?.stopsWith !== undefined) {
    add(FieldError.invalid(path, type, composed.stopsWith));
    return stop(run);
  }
  const detail = composed?.text ?? (rule.message ? trimGoSpace(rule.message) : `failed rule: ${nameOf(rule)}`);
  add(createError(path, type, visited.value, detail, rule.reason));
  return true;
}

interface ComposedMessage {
  /** Absent where the expression gave nothing that can be shown. */
  readonly text?: string;
  /** Why no further rule is to run, if so. */
  readonly stopsWith?: string;
}

function composeMessage(
  run: RulesRun,
  program: CelProgram,
  rule: ValidationRule,
  variables: Variables,
): ComposedMessage {
  const { value, cost, failure } = evaluate(program, variables);
  if (cost > run.remainingCost) {
    const why = "running out of cost budget, no further validation rules will be run";
    return { stopsWith: `messageExpression evaluation failed due to ${why}` };
  }
  if (failure?.startsWith(costExceeded)) {
    const why = "no further validation rules will be run due to call cost exceeds limit for messageExpression";
    return { stopsWith: `${why}: ${quoteGo(rule.messageExpression ?? "")}` };
  }
  run.remainingCost -= cost;
  if (typeof value !== "string") return {};
  const text = trimGoSpace(value);
  const isShown = text !== "" && !text.includes("\n") && Buffer.byteLength(text) <= maxMessageBytes;
  return isShown ? { text } : {};
}

/** An object or a list is not shown, nor is there anything in its place. */
class ValuelessError extends FieldError {
  override get body(): string {
    const title = this.type === "FieldValueDuplicate" ? "Duplicate value" : "Invalid value";
    return this.detail === "" ? title : `${title}: ${this.detail}`;
  }
}

function createError(path: FieldPath, schemaType: string, value: JsonValue, detail: string, reason = ""): FieldError {
  if (reason === "FieldValueForbidden") return FieldError.forbidden(path, detail);
  if (reason === "FieldValueRequired") return FieldError.required(path, detail);
  const type = reason === "FieldValueDuplicate" ? reason : "FieldValueInvalid";
  const shownDetail = type === "FieldValueDuplicate" ? "" : detail;
  if (schemaType === "object" || schemaType === "array") return new ValuelessError(type, path, undefined, shownDetail);
  return new FieldError(type, path, value, shownDetail);
}
