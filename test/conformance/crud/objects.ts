/** The objects that these tests write, and what the server says when it refuses them. */
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import { type Client, uniqueName } from "../client.ts";

export const configMapsIn = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`;
export const podsIn = (namespace: string) => `/api/v1/namespaces/${namespace}/pods`;
export const deploymentsIn = (namespace: string) => `/apis/apps/v1/namespaces/${namespace}/deployments`;

/** What a name is told that is no DNS subdomain. */
export const subdomainRule =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** What a name is told that is no DNS label. */
export const labelRule =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

/** What the key of a label, an annotation or a finalizer is told, the part after its prefix. */
export const keyRule =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

/** An object of a test's own, as it was answered when it was created. */
export interface Made {
  readonly name: string;
  readonly path: string;
  readonly body: Json;
}

/** Creates the object, under a name that nothing else has unless it brings one. */
export async function make(client: Client, collection: string, object: Json = {}): Promise<Made> {
  const name = object.metadata?.name ?? uniqueName("o");
  const answer = await client.create(collection, { ...object, metadata: { ...object.metadata, name } });
  assertAnswer(answer, 201);
  return { name, path: `${collection}/${name}`, body: answer.body };
}

/** A Deployment of one container, without a name; `more` is laid over its spec. */
export function deployment(more: Json = {}): Json {
  return { spec: { replicas: 1, selector: { matchLabels: { app: "a" } }, template: podTemplate(), ...more } };
}

/** What the pods of a workload look like. */
export function podTemplate(): Json {
  return { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "c", image: "i" }] } };
}

/** A Pod of one container, without a name; `more` is laid over its spec. */
export function pod(more: Json = {}): Json {
  return { spec: { containers: [{ name: "c", image: "i" }], ...more } };
}

/** Why a field is refused: the reason, the path, and the message after the path. */
export type Cause = readonly [reason: string, field: string, message: string];

/** Asserts that an object was refused for exactly these causes, in this order. The message says each of them once. */
export function assertInvalid(answer: Answer, kindAndGroup: string, name: string, ...causes: readonly Cause[]): void {
  const texts = [...new Set(causes.map(([, field, message]) => `${field}: ${message}`))];
  const message = texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`;
  const [kind, ...group] = kindAndGroup.split(".");
  assertStatus(answer, 422, "Invalid", `${kindAndGroup} "${name}" is invalid: ${message}`, {
    details: {
      name: name === "" ? undefined : name,
      group: group.length === 0 ? undefined : group.join("."),
      kind,
      causes: causes.map(([reason, field, message]) => ({ reason, field, message })),
    },
  });
}

/** Asserts that the object was changed since the version that was sent. */
export function assertStale(answer: Answer, resource: string, name: string): void {
  const message = `Operation cannot be fulfilled on ${resource} "${name}": the object has been modified; please apply your changes to the latest version and try again`;
  const [kind, ...group] = resource.split(".");
  assertStatus(answer, 409, "Conflict", message, {
    details: { name, group: group.length === 0 ? undefined : group.join("."), kind },
  });
}

/** Asserts that there is no such object. */
export function assertNotFound(answer: Answer, resource: string, name: string): void {
  const [kind, ...group] = resource.split(".");
  assertStatus(answer, 404, "NotFound", `${resource} "${name}" not found`, {
    details: { name, group: group.length === 0 ? undefined : group.join("."), kind },
  });
}
