/** How these tests apply, and how they read who owns what. */
import assert from "node:assert/strict";
import { type Answer, assertAnswer, type Json } from "../answer.ts";
import { type Client, uniqueName } from "../client.ts";

/** An object that may or may not exist yet. */
export interface Target {
  readonly name: string;
  readonly path: string;
  /** Applies as the manager, at the endpoint of the subresource if one is named. Kind and name are filled in. */
  apply(manager: string, body: Json, query?: Record<string, string | boolean>, subresource?: string): Promise<Answer>;
  /** Sends a merge patch as the manager. */
  merge(manager: string, body: Json, subresource?: string): Promise<Answer>;
}

export function target(client: Client, collection: string, apiVersion: string, kind: string): Target {
  const name = uniqueName("o");
  const path = `${collection}/${name}`;
  const at = (subresource = "") => (subresource === "" ? path : `${path}/${subresource}`);
  return {
    name,
    path,
    apply: (manager, body, query = {}, subresource = "") =>
      client.patch(
        "apply",
        at(subresource),
        { apiVersion, kind, ...body, metadata: { name, ...body.metadata } },
        { fieldManager: manager, ...query },
      ),
    merge: (manager, body, subresource = "") => client.patch("merge", at(subresource), body, { fieldManager: manager }),
  };
}

export function configMap(client: Client, namespace: string): Target {
  return target(client, `/api/v1/namespaces/${namespace}/configmaps`, "v1", "ConfigMap");
}

export function deployment(client: Client, namespace: string): Target {
  return target(client, `/apis/apps/v1/namespaces/${namespace}/deployments`, "apps/v1", "Deployment");
}

/** The body of a Deployment with these containers, without kind and name. */
export function pods(containers: Json[], more: Json = {}): Json {
  const template = { metadata: { labels: { app: "a" } }, spec: { containers } };
  return { spec: { selector: { matchLabels: { app: "a" } }, template, ...more } };
}

/** What each manager owns, by its name, operation and subresource, such as `hpa Update scale`. */
export function owners(answer: Answer): Record<string, Json> {
  const entries: Json[] = answer.body.metadata.managedFields ?? [];
  return Object.fromEntries(
    entries.map(({ manager, operation, subresource, fieldsType, fieldsV1 }) => {
      assert.equal(fieldsType, "FieldsV1");
      return [[manager, operation, subresource].filter(Boolean).join(" "), fieldsV1];
    }),
  );
}

/** Asserts that this answer says that exactly these managers own something, and what. */
export function assertOwners(answer: Answer, status: number, expected: Record<string, Json>): void {
  assertAnswer(answer, status);
  assert.deepEqual(owners(answer), expected);
}

/** A field in dispute: with whom, in the server's words, and where. */
export type Conflict = readonly [manager: string, field: string];

/** Asserts that an apply failed for exactly these conflicts, given by manager, then field. */
export function assertConflicts(answer: Answer, ...conflicts: readonly Conflict[]): void {
  const [[manager, field] = ["", ""]] = conflicts;
  const groups = [...Map.groupBy(conflicts, ([name]) => name)].map(
    ([name, fields]) => `conflicts with ${name}:\n${fields.map(([, path]) => `- ${path}`).join("\n")}`,
  );
  const message =
    conflicts.length === 1
      ? `Apply failed with 1 conflict: conflict with ${manager}: ${field}`
      : `Apply failed with ${conflicts.length} conflicts: ${groups.join("\n")}`;
  assertAnswer(answer, 409, { kind: "Status", status: "Failure", reason: "Conflict", message, code: 409 });
  const { details } = answer.body;
  assert.deepEqual(Object.keys(details), ["causes"]);
  const causes = conflicts.map(([name, path]) => ({
    reason: "FieldManagerConflict",
    message: `conflict with ${name}`,
    field: path,
  }));
  // The server walks over its managers in no particular order.
  assert.deepEqual(inOrder(details.causes), inOrder(causes));
}

function inOrder(causes: Json[]): string[] {
  return causes.map((cause) => JSON.stringify([cause.message, cause.field, cause.reason])).toSorted();
}

/** Asserts that the applied object does not fit the schema: the client's mistake, but answered as the server's. */
export function assertUntyped(answer: Answer, object: string, why: string): void {
  assertAnswer(answer, 500, {
    kind: "Status",
    reason: undefined,
    message: `failed to create typed patch object (${object}): ${why}`,
    code: 500,
  });
}
