/** ConfigMaps sent as dry runs under one ValidatingAdmissionPolicy. */
import assert from "node:assert/strict";
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import type { Client } from "../client.ts";
import { startPolicies } from "./policies.ts";

export function configMap(data: Json = {}, metadata: Json = {}): Json {
  return { metadata: { name: "made", ...metadata }, data };
}

/** What the client gets for ConfigMaps under one policy, bound as said. */
export async function under(client: Client, spec: Json, bindings: Json[], ...objects: Json[]) {
  await using policies = await startPolicies(client);
  const name = await policies.install("validating", spec, ...bindings);
  const answers: Answer[] = [];
  for (const object of objects) answers.push(await client.create(policies.configMaps, object, { dryRun: "All" }));
  const denied = `configmaps "made" is forbidden: ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: `;
  return { answers, name, denied, namespace: policies.namespace };
}

export type Result = Awaited<ReturnType<typeof under>>;

/** Asserts that the only object was refused with the message after the usual words. */
export function assertDenied(
  { answers: [answer], denied }: Result,
  message: string,
  code = 422,
  reason = "Invalid",
): void {
  assert.ok(answer);
  assertStatus(answer, code, reason, denied + message, {
    details: {
      name: "made",
      kind: "configmaps",
      causes: [{ message: denied.replace(/^.*forbidden: /, "") + message }],
    },
  });
}

export function assertAllowed({ answers }: Result): void {
  for (const answer of answers) assertAnswer(answer, 201, { kind: "ConfigMap" });
}
