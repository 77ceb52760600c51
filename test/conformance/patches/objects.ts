/** The objects that these tests patch: each test makes its own. */
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import { type Client, type PatchType, uniqueName } from "../client.ts";

/** An object of a test's own, and how to patch it. */
export interface Target {
  readonly name: string;
  readonly path: string;
  /** As it was answered when it was created. */
  readonly created: Json;
  patch(type: PatchType, body: Json, query?: Record<string, string | boolean>): Promise<Answer>;
}

export async function createTarget(client: Client, collection: string, object: Json): Promise<Target> {
  const name = uniqueName("o");
  const answer = await client.create(collection, { ...object, metadata: { ...object.metadata, name } });
  assertAnswer(answer, 201);
  const path = `${collection}/${name}`;
  return {
    name,
    path,
    created: answer.body,
    patch: (type, body, query = {}) => client.patch(type, path, body, query),
  };
}

/** A ConfigMap with two keys and three finalizers, the list of texts that every kind has. */
export function createConfigMap(client: Client, namespace: string, more: Json = {}): Promise<Target> {
  return createTarget(client, `/api/v1/namespaces/${namespace}/configmaps`, {
    metadata: { labels: { a: "1", "example.com/b": "2" }, finalizers: ["e.io/1", "e.io/2", "e.io/3"] },
    data: { k: "v", l: "w" },
    ...more,
  });
}

/** A Deployment of two containers, `a` and `b`; `more` is laid over its pods' spec. */
export function createDeployment(client: Client, namespace: string, more: Json = {}): Promise<Target> {
  const a = {
    name: "a",
    image: "a:1",
    args: ["one", "two"],
    env: [
      { name: "X", value: "1" },
      { name: "Y", value: "2" },
    ],
    ports: [{ containerPort: 80 }, { containerPort: 81 }],
  };
  const spec = { containers: [a, { name: "b", image: "b:1" }], ...more };
  return createTarget(client, `/apis/apps/v1/namespaces/${namespace}/deployments`, {
    spec: { selector: { matchLabels: { app: "a" } }, template: { metadata: { labels: { app: "a" } }, spec } },
  });
}

/** What the server says of any operation of a JSON patch that fails: which one and why stays in its log. */
export function assertOperationFailed(answer: Answer): void {
  assertStatus(answer, 422, "Invalid", "the server rejected our request due to an error in our request", {
    details: (details: Json) => Object.keys(details).length === 0,
  });
}

/** Asserts that the patched object, which the message quotes whole or as matched here, could not be read. */
export function assertUnreadable(answer: Answer, quoted: RegExp | string, why: string): void {
  const message = (text: string) =>
    typeof quoted === "string"
      ? text.endsWith(`Invalid value: ${quoted}: ${why}`)
      : text.endsWith(`: ${why}`) && quoted.test(text);
  assertAnswer(answer, 422, {
    kind: "Status",
    reason: "Invalid",
    message: (text: string) => text.startsWith(' "" is invalid: patch: Invalid value: ') && message(text),
    details: { name: undefined, kind: undefined, causes: [{ reason: "FieldValueInvalid", field: "patch", message }] },
  });
}
