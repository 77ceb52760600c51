/** Custom resource definitions as these tests make them: the kind Widget, each time in a group that nothing else uses. */
import { type Answer, assertAnswer, assertContains, assertStatus, type Json } from "../answer.ts";
import { type Client, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";

export const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** What a name is told that is none. */
export const dnsLabel =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

/** Whether objects are left is looked at every five seconds, by a few workers for all definitions. */
export const deletionMs = 30_000;

/** A schema that takes anything; a test that is about schemas says its own. */
export const anything = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

/** A version of a definition: served, and the one that is stored if it is called v1, unless said otherwise. */
export function version(name: string, more: Json = {}): Json {
  return { name, served: true, storage: name === "v1", schema: { openAPIV3Schema: anything }, ...more };
}

/** A definition of namespaced Widgets; `more` is laid over its spec. */
export function widgets(versions: readonly Json[] = [version("v1")], more: Json = {}): Json {
  const group = `${uniqueName("widgets")}.example.com`;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `widgets.${group}` },
    spec: { group, scope: "Namespaced", names: { plural: "widgets", kind: "Widget" }, versions, ...more },
  };
}

export interface Installed extends AsyncDisposable {
  readonly group: string;
  /** The definition's own path. */
  readonly path: string;
  /** The path of the Widgets in a namespace, or of one of them. */
  at(version: string, namespace: string, name?: string): string;
  /** A Widget to send. */
  widget(version: string, name: string, more?: Json): Json;
}

/**
 * Creates the definition and waits until it is Established and can be listed; it is deleted when the test is over.
 *
 * A create in the two seconds after Established waits for two seconds on the real server, so that the servers of a cluster agree on the
 * definition. Tests with definitions of their own therefore run side by side.
 */
export async function install(client: Client, definition: Json): Promise<Installed> {
  const { group, versions } = definition.spec;
  const path = `${definitions}/${definition.metadata.name}`;
  assertAnswer(await client.create(definitions, definition), 201);
  await eventually(async () => assertCondition(await readDefinition(client, path), "Established", { status: "True" }));
  for (const { name, served } of versions) if (served) await untilListed(client, `/apis/${group}/${name}/widgets`);
  return {
    group,
    path,
    at: (version, namespace, name) =>
      `/apis/${group}/${version}/namespaces/${namespace}/widgets${name === undefined ? "" : `/${name}`}`,
    widget: (version, name, more = {}) => ({
      apiVersion: `${group}/${version}`,
      kind: "Widget",
      ...more,
      metadata: { name, ...more.metadata },
    }),
    [Symbol.asyncDispose]: async () => void (await client.delete(path)),
  };
}

/** Right after a definition comes or changes, a list may be 429, `storage is (re)initializing`, for a moment. */
export function untilListed(client: Client, path: string): Promise<void> {
  return eventually(async () => assertAnswer(await client.get(path), 200));
}

export async function readDefinition(client: Client, path: string): Promise<Json> {
  const answer = await client.get(path);
  assertAnswer(answer, 200);
  return answer.body;
}

/** Asserts that the definition has the condition, with at least these fields. */
export function assertCondition(definition: Json, type: string, expected: Json): void {
  const conditions: Json[] = definition.status?.conditions ?? [];
  assertContains(
    conditions.find((condition) => condition.type === type),
    expected,
    `condition ${type}`,
  );
}

/** Why a field is refused: the reason, the path, and the message after the path. */
export type Cause = readonly [reason: string, field: string, message: string];

/** Asserts that a definition was refused for exactly these causes, in this order. */
export function assertRefused(answer: Answer, name: string, ...causes: readonly Cause[]): void {
  const texts = causes.map(([, field, message]) => `${field}: ${message}`);
  const message = texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`;
  assertStatus(
    answer,
    422,
    "Invalid",
    `CustomResourceDefinition.apiextensions.k8s.io "${name}" is invalid: ${message}`,
    {
      details: {
        name,
        group: "apiextensions.k8s.io",
        kind: "CustomResourceDefinition",
        causes: causes.map(([reason, field, message]) => ({ reason, field, message })),
      },
    },
  );
}

/** Asserts that the definition cannot be created, for exactly these causes. */
export async function assertNotCreated(client: Client, definition: Json, ...causes: readonly Cause[]): Promise<void> {
  assertRefused(await client.create(definitions, definition), definition.metadata.name, ...causes);
}
