/** ConfigMaps in a namespace of the test's own, which lists and watches are tried on, and what such requests are told. */
import { type Answer, assertAnswer, assertStatus, type Json } from "../answer.ts";
import type { Client } from "../client.ts";

export interface ConfigMaps {
  readonly namespace: string;
  /** The path of the collection. */
  readonly path: string;
  /** The path of one of them. */
  at(name: string): string;
  /** Creates one, and gives it as it is stored. */
  create(name: string, labels?: Record<string, string>): Promise<Json>;
  /** Creates them one after the other, and gives their resourceVersions. */
  fill(...names: string[]): Promise<string[]>;
  /** Sets labels, or removes those that are null, and gives the ConfigMap as it is then. */
  label(name: string, labels: Record<string, string | null>): Promise<Json>;
  /** Deletes one. */
  remove(name: string): Promise<void>;
}

export async function configMaps(client: Client): Promise<ConfigMaps> {
  const namespace = await client.namespace();
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const at = (name: string) => `${path}/${name}`;

  async function create(name: string, labels: Record<string, string> = {}): Promise<Json> {
    const answer = await client.create(path, { metadata: { name, labels } });
    assertAnswer(answer, 201);
    return answer.body;
  }

  async function fill(...names: string[]): Promise<string[]> {
    const versions: string[] = [];
    for (const name of names) versions.push((await create(name)).metadata.resourceVersion);
    return versions;
  }

  async function label(name: string, labels: Record<string, string | null>): Promise<Json> {
    const answer = await client.patch("merge", at(name), { metadata: { labels } });
    assertAnswer(answer, 200);
    return answer.body;
  }

  async function remove(name: string): Promise<void> {
    assertAnswer(await client.delete(at(name)), 200);
  }
  return { namespace, path, at, create, fill, label, remove };
}

/** The names in a list, in its order. */
export function namesOf(answer: Answer): string[] {
  assertAnswer(answer, 200);
  return answer.body.items.map(({ metadata }: Json) => metadata.name);
}

export function assertBadRequest(answer: Answer, message: string | RegExp): void {
  assertStatus(answer, 400, "BadRequest", message, { details: undefined });
}

/** Asserts that the query is refused as a whole, with these causes: field, reason and message. */
export function assertInvalidOptions(answer: Answer, ...causes: [field: string, reason: string, message: string][]) {
  const texts = causes.map(([field, , message]) => `${field}: ${message}`);
  const text = texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`;
  assertStatus(answer, 422, "Invalid", `ListOptions.meta.k8s.io "" is invalid: ${text}`, {
    details: {
      name: undefined,
      group: "meta.k8s.io",
      kind: "ListOptions",
      causes: causes.map(([field, reason, message]) => ({ field, reason, message })),
    },
  });
}

/** Asserts the answer to a resourceVersion that is not there yet; the real server waits three seconds for it. */
export function assertTooLarge(answer: Answer, version: string): void {
  const message = new RegExp(`^Timeout: Too large resource version: ${version}, current: [0-9]+$`);
  assertStatus(answer, 504, "Timeout", message, {
    details: {
      causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version", field: undefined }],
      retryAfterSeconds: 1,
    },
  });
}
