/** The levels of field validation, and what a request is told under each of them. */
import assert from "node:assert/strict";
import { type Answer, assertAnswer, assertStatus } from "../answer.ts";

/** Sends a request with this query added; each time for another object, if it creates one. */
export type Send = (query: Record<string, string>) => Promise<Answer>;

/** Asserts what all levels but Strict say of these problems: Ignore nothing, Warn and none at all one warning each. */
export async function assertWarned(send: Send, status: number, problems: readonly string[]): Promise<Answer> {
  for (const query of [{}, { fieldValidation: "Warn" }, { fieldValidation: "" }]) {
    const answer = await send(query as Record<string, string>);
    assertAnswer(answer, status);
    assert.deepEqual(answer.warnings, problems, JSON.stringify(query));
  }
  const ignored = await send({ fieldValidation: "Ignore" });
  assertAnswer(ignored, status);
  assert.deepEqual(ignored.warnings, [], "Ignore");
  return ignored;
}

/** Asserts what every level says of these problems in the body of a create or update: Strict refuses for all of them. */
export async function assertLevels(
  send: Send,
  kind: string,
  status: number,
  problems: readonly string[],
): Promise<Answer> {
  assertRefused(await send({ fieldValidation: "Strict" }), kind, problems.join(", "));
  return assertWarned(send, status, problems);
}

/** Asserts that a body was refused under Strict. */
export function assertRefused(answer: Answer, kind: string, problems: string): void {
  const message = `${kind} in version "v1" cannot be handled as a ${kind}: strict decoding error: ${problems}`;
  assertStatus(answer, 400, "BadRequest", message, { details: undefined });
  assert.deepEqual(answer.warnings, []);
}

/** Asserts that a patch was refused under Strict. The patched object, or the patch, is quoted before the problems. */
export function assertPatchRefused(answer: Answer, quoted: RegExp | string, problems: readonly string[]): void {
  const end = `: strict decoding error: ${problems.join(", ")}`;
  const isMessage = (text: string) =>
    text.endsWith(end) &&
    (typeof quoted === "string"
      ? text.endsWith(`Invalid value: ${JSON.stringify(quoted)}${end}`)
      : quoted.test(text.slice(0, -end.length)));
  assertAnswer(answer, 422, {
    kind: "Status",
    reason: "Invalid",
    message: (text: string) => text.startsWith(' "" is invalid: patch: Invalid value: ') && isMessage(text),
    details: {
      name: undefined,
      kind: undefined,
      causes: [{ reason: "FieldValueInvalid", field: "patch", message: isMessage }],
    },
  });
  assert.deepEqual(answer.warnings, []);
}
