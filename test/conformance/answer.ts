/** An answer of the API and the comparison that, when it fails, shows the request and both answers side by side. */
import { AssertionError } from "node:assert";

// biome-ignore lint/suspicious/noExplicitAny: a judge reads whatever a server sends; types of ours would share our mistakes.
export type Json = any;

export interface SentRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly request: SentRequest;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The texts of the `Warning` headers. */
  readonly warnings: readonly string[];
  readonly text: string;
  /** The text read as JSON, or `undefined` when it is none. */
  readonly body: Json;
}

/**
 * Asserts that the answer has the status and that its body contains what is expected: objects may hold more keys than
 * named, arrays are compared whole, `undefined` means absent, a RegExp matches a string, a function is asked.
 */
export function assertAnswer(answer: Answer, status: number, body?: Json): void {
  if (answer.status !== status) fail(answer, `HTTP status ${answer.status} instead of ${status}`, { status, body });
  const difference = body === undefined ? undefined : firstDifference(answer.body, body, "body");
  if (difference !== undefined) fail(answer, difference, { status, body });
}

/** Asserts a failure Status with this code, reason and message, and more of the Status where `rest` says so. */
export function assertStatus(
  answer: Answer,
  code: number,
  reason: string,
  message: string | RegExp,
  rest: Json = {},
): void {
  assertAnswer(answer, code, { kind: "Status", apiVersion: "v1", status: "Failure", reason, code, message, ...rest });
}

/** Asserts that the value contains what is expected, in the sense of `assertAnswer`. */
export function assertContains(actual: Json, expected: Json, what = "value"): void {
  const difference = firstDifference(actual, expected, what);
  if (difference !== undefined) throw new AssertionError({ message: difference, actual, expected });
}

/** The first place where the actual value lacks what is expected, in words. */
export function firstDifference(actual: Json, expected: Json, path: string): string | undefined {
  if (expected instanceof RegExp) {
    return typeof actual === "string" && expected.test(actual)
      ? undefined
      : `${path}: ${show(actual)} does not match ${expected}`;
  }
  if (typeof expected === "function")
    return expected(actual) ? undefined : `${path}: ${show(actual)} is refused by ${expected}`;
  if (expected === null || typeof expected !== "object") {
    return Object.is(actual, expected) ? undefined : `${path}: ${show(actual)} instead of ${show(expected)}`;
  }
  if (actual === null || typeof actual !== "object" || Array.isArray(actual) !== Array.isArray(expected)) {
    return `${path}: ${show(actual)} instead of ${show(expected)}`;
  }
  if (Array.isArray(expected) && actual.length !== expected.length) {
    return `${path}: ${actual.length} items instead of ${expected.length}: ${show(actual)}`;
  }
  for (const key of Object.keys(expected)) {
    const inner = Array.isArray(expected) ? `${path}[${key}]` : `${path}.${key}`;
    const difference = firstDifference(Object.hasOwn(actual, key) ? actual[key] : undefined, expected[key], inner);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function fail({ request, status, text, body }: Answer, difference: string, expected: Json): never {
  const lines = [
    difference,
    `request   ${request.method} ${request.path}`,
    ...(request.body === undefined ? [] : [`sent      ${shorten(request.body)}`]),
    `expected  ${expected.status} ${show(expected.body)}`,
    `got       ${status} ${shorten(body === undefined ? text : JSON.stringify(body))}`,
  ];
  throw new AssertionError({ message: lines.join("\n"), stackStartFn: assertAnswer });
}

function show(value: Json): string {
  return shorten(
    JSON.stringify(value, (_, inner) =>
      inner instanceof RegExp || typeof inner === "function" ? String(inner) : inner,
    ) ?? String(value),
  );
}

function shorten(text: string): string {
  return text.length > 3_000 ? `${text.slice(0, 3_000)}… (${text.length} characters)` : text;
}
