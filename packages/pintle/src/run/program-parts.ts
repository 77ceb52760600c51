/** What a program is made of: operators, webhooks and controllers, told apart and named. */
import { formatGroupKind, UsageError } from "@pintle/machinery";
import type { ControllerDefinition } from "@pintle/runtime";
import type { Operator } from "../operator/operator-definition.ts";
import type { WebhookDefinition } from "../webhook/webhook-definition.ts";

export type ProgramPart = Operator | WebhookDefinition | ControllerDefinition;
export type ProgramParts = readonly ProgramPart[];

export function isOperator(part: unknown): part is Operator {
  return isObject(part) && "resource" in part && "definition" in part;
}

export function isWebhookDefinition(part: unknown): part is WebhookDefinition {
  return isObject(part) && "type" in part && part.type === "webhook";
}

export function isControllerDefinition(part: unknown): part is ControllerDefinition {
  return isObject(part) && "reconcile" in part;
}

function isObject(part: unknown): part is object {
  return typeof part === "object" && part !== null;
}

export function operatorsOf(parts: ProgramParts): readonly Operator[] {
  return parts.filter(isOperator);
}

/** For the Lease, the certificates and the webhook configurations: what was said, or the name of what comes first. */
export function programNameOf(parts: ProgramParts): string {
  const [first] = [
    ...operatorsOf(parts),
    ...parts.filter(isControllerDefinition),
    ...parts.filter(isWebhookDefinition),
  ];
  if (first === undefined) throw nothingToRun();
  return (first.name ?? (isWebhookDefinition(first) ? first.kind.kind : "")).toLowerCase();
}

/** What a factory has returned, as far as the compiler could not see to it. */
export function checkProgramParts(parts: unknown): ProgramParts {
  if (!Array.isArray(parts) || parts.length === 0) throw nothingToRun();
  for (const part of parts) {
    if (isOperator(part) || isWebhookDefinition(part) || isControllerDefinition(part)) continue;
    throw new UsageError(
      "PINTLE_PART_UNKNOWN",
      "a program is made of what defineOperator, defineWebhook and controller(…).reconcile(…) give, and one of its parts is none of them",
    );
  }
  refuseTwice(operatorsOf(parts));
  return parts;
}

/** Each would take the children and the status of the other for its own. */
function refuseTwice(operators: readonly Operator[]): void {
  const seen = new Set<string>();
  for (const { resource, name } of operators) {
    const type = formatGroupKind(resource);
    if (seen.has(type)) {
      throw new UsageError(
        "PINTLE_RESOURCE_OPERATED_TWICE",
        `there is another operator for ${type} beside ${name}: make one of both, or write a controller for what is left`,
      );
    }
    seen.add(type);
  }
}

function nothingToRun(): UsageError {
  return new UsageError(
    "PINTLE_NOTHING_TO_RUN",
    "there is nothing to run: give an array with at least one operator, webhook or controller",
  );
}
