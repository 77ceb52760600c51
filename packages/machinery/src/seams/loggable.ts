/**
 * Turns whatever a program wants to log into bounded plain JSON: it never throws, never recurses for ever, and leaves
 * out what is secret.
 */
import { type JsonArray, type JsonObject, type JsonValue, setOwn } from "../json/json-value.ts";
import {
  isSecretName,
  isSecretTextName,
  maskText,
  mentionsSecretObject,
  redacted,
  secretFields,
  shortestCredential,
} from "./redaction.ts";

const maxChars = 32_768;
const maxTextChars = 8_192;
const maxItems = 100;
const maxDepth = 8;
const maxCauses = 5;

/** What one line may still take, and the objects that enclose the value at hand. */
interface Budget {
  chars: number;
  readonly enclosing: object[];
}

/**
 * The fields of a line. An Error under `error` becomes its message, and its stack the field `stacktrace`, as with
 * zap.
 */
export function describeFields(fields: Readonly<Record<string, unknown>>): JsonObject {
  const budget: Budget = { chars: maxChars, enclosing: [] };
  if (isError(fields)) return describeThrown(fields);
  const described = describeValue(fields, budget);
  if (typeof described !== "object" || described === null || Array.isArray(described)) return { fields: described };
  const thrown = attempt(() => fields.error);
  return isError(thrown) ? { ...described, ...describeThrown(thrown) } : described;
}

/** A text without credentials, cut where it is too long. */
export function describeText(text: string): string {
  const whole = String(text);
  if (whole.length < shortestCredential) return whole;
  if (mentionsSecretObject(whole)) return redacted;
  const shown = maskText(whole.slice(0, maxTextChars));
  const cut = whole.length - maxTextChars;
  return cut > 0 ? `${shown}… (${cut} more)` : shown;
}

function describeThrown(error: Error): JsonObject {
  const { messages, stacks } = unwind(error);
  return { error: describeText(messages.join(": ")), stacktrace: describeText(stacks.join("\nCaused by: ")) };
}

/** The messages and stacks of an error and its causes. A message that quotes its cause is not followed by it again. */
function unwind(error: Error): { messages: string[]; stacks: string[] } {
  const messages: string[] = [];
  const stacks: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < maxCauses && current !== undefined && current !== null; depth += 1) {
    const at: unknown = current;
    const text = (name: "message" | "stack") => (isError(at) ? attempt(() => at[name]) : undefined);
    const message = String(text("message") ?? attempt(() => String(at)));
    if (!messages.some((outer) => outer.includes(message))) messages.push(message);
    stacks.push(String(text("stack") ?? message));
    current = isError(at) ? attempt(() => at.cause) : undefined;
  }
  return { messages, stacks };
}

function describeValue(value: unknown, budget: Budget): JsonValue {
  budget.chars -= 8;
  if (budget.chars < 0) return "[cut]";
  switch (typeof value) {
    case "string":
      return describeWithin(value, budget);
    case "number":
      return Number.isFinite(value) ? value : String(value);
    case "boolean":
      return value;
    case "bigint":
      return describeWithin(String(value), budget);
    case "object":
      return value === null ? null : describeObject(value, budget);
    default:
      return `[${typeof value}]`;
  }
}

function describeWithin(text: string, budget: Budget): string {
  const described = describeText(text);
  budget.chars -= described.length;
  return budget.chars < 0 ? "[cut]" : described;
}

function describeObject(value: object, budget: Budget): JsonValue {
  if (budget.enclosing.includes(value)) return "[circular]";
  if (budget.enclosing.length >= maxDepth) return "[too deep]";
  budget.enclosing.push(value);
  try {
    return describeContent(value, budget);
  } catch (error) {
    return describeWithin(`[threw ${attempt(() => String(error))}]`, budget);
  } finally {
    budget.enclosing.pop();
  }
}

function describeContent(value: object, budget: Budget): JsonValue {
  if (Array.isArray(value)) return describeItems(value, budget);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (isError(value)) return describeRecord(value, budget);
  if (value instanceof Set) return describeItems([...value], budget);
  if (value instanceof Map) return describeRecord(recordOf(value), budget);
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === "function") return describeValue(toJSON.call(value), budget);
  return describeRecord(value, budget);
}

function recordOf(map: ReadonlyMap<unknown, unknown>): object {
  const record: Record<string, unknown> = {};
  for (const [key, value] of map) setOwn(record, String(key), value);
  return record;
}

function describeItems(items: readonly unknown[], budget: Budget): JsonArray {
  const described = items.slice(0, maxItems).map((item) => describeValue(item, budget));
  if (items.length > maxItems) described.push(`… (${items.length - maxItems} more)`);
  return described;
}

/** An object by its own names. Those of an error are partly hidden, and its further ones, such as `code`, are kept. */
function describeRecord(value: object, budget: Budget): JsonObject {
  const own = Object.keys(value);
  const names = isError(value) ? ["message", "stack", "cause", ...own] : own;
  const secret = secretFields(value);
  const described: JsonObject = {};
  for (const name of names.length > maxItems ? names.slice(0, maxItems) : names) {
    const inner = readKey(value, name);
    if (inner === undefined) continue;
    budget.chars -= name.length;
    const hidden = isHidden(name, inner) || (secret.includes(name) && inner !== null);
    setOwn(described, describeText(name), hidden ? redacted : describeValue(inner, budget));
  }
  if (names.length > maxItems) setOwn(described, "…", `${names.length - maxItems} more`);
  return described;
}

function readKey(object: object, name: string): unknown {
  try {
    return (object as Record<string, unknown>)[name];
  } catch {
    return "[threw]";
  }
}

function isHidden(name: string, value: unknown): boolean {
  // A flag such as `automountServiceAccountToken` says something about a secret without being one.
  if (typeof value === "boolean" || value === null) return false;
  return isSecretName(name) || (isSecretTextName(name) && typeof value !== "object");
}

/** Even this question makes a revoked proxy throw. */
function isError(value: unknown): value is Error {
  return attempt(() => value instanceof Error) === true;
}

/** The result, or the words for what was thrown instead. */
function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return "[threw]";
  }
}
