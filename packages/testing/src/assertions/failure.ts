/**
 * An assertion that did not hold, in words that help: what was expected, what is there, and what the object and the operators have said. It
 * is Node's own `AssertionError`, which every test runner shows well.
 */
import { AssertionError } from "node:assert";
import type { Client, DynamicObject } from "@pintle/client";
import type { LogLine } from "@pintle/machinery";
import { type Condition, getOwn, isJsonObject } from "@pintle/machinery";
import { eventsOf, formatEvent } from "../events-of.ts";
import { formatLastErrors } from "../last-errors.ts";
import { formatReference, type NamedObject } from "../object-reference.ts";

/** Where an assertion finds what it tells. */
export interface Witness {
  readonly client: Client;
  readonly logs: readonly LogLine[];
}

export interface Disappointment {
  readonly object: NamedObject;
  /** As it is; nothing where there is none. */
  readonly found: DynamicObject | undefined;
  readonly expected: string;
  readonly actual: string;
}

const shownEvents = 5;

export async function failureOf(
  { client, logs }: Witness,
  { object, found, expected, actual }: Disappointment,
): Promise<AssertionError> {
  const events = (await eventsOf(client, object)).slice(-shownEvents).map(formatEvent);
  const message = [
    `${formatReference(object)}: expected ${expected}, found ${actual}`,
    ...(found ? describeObject(found) : []),
    ...section("last events", events),
    ...section("the operators' last errors", formatLastErrors(logs)),
  ].join("\n");
  return new AssertionError({ message, expected, actual, operator: "object" });
}

function describeObject(object: DynamicObject): string[] {
  const { generation, deletionTimestamp, finalizers = [] } = object.metadata;
  const status = getOwn(object, "status");
  const observed = isJsonObject(status) ? getOwn(status, "observedGeneration") : undefined;
  return [
    ...(generation !== undefined && observed !== undefined && observed !== generation
      ? [`its status is of generation ${String(observed)}, the object of ${generation}`]
      : []),
    ...(deletionTimestamp === undefined
      ? []
      : [`it is being deleted since ${deletionTimestamp}, its finalizers: ${finalizers.join(", ") || "none"}`]),
    ...section("conditions", conditionsOf(object).map(formatCondition)),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  - ${line}`)];
}

export function conditionsOf(object: DynamicObject): readonly Condition[] {
  const status = getOwn(object, "status");
  const conditions = isJsonObject(status) ? getOwn(status, "conditions") : undefined;
  return Array.isArray(conditions) ? (conditions as object[] as Condition[]) : [];
}

/** `Ready False RollingOut: 1 of 3 are up` */
export function formatCondition({ type, status, reason, message }: Condition): string {
  return `${type} ${status}${reason ? ` ${reason}` : ""}${message ? `: ${message}` : ""}`;
}
