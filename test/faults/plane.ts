/**
 * The control plane that a file of faults is tried on, in this process. After each test it has to be as well as before: it answers,
 * it still has what was acknowledged, no failure of its own was logged, and nobody has touched the prototype of all objects.
 */
import assert from "node:assert/strict";
import { after, afterEach } from "node:test";
import type { Storage } from "@pintle/apiserver";
import { type ControlPlaneOptions, type ListeningControlPlane, startControlPlane } from "@pintle/controlplane";
import type { Clock, Logger, Random, TransportResponse } from "@pintle/machinery";
import { type Answer, assertAnswer, type Json } from "../conformance/answer.ts";
import { Client, type PatchType, uniqueName } from "../conformance/client.ts";
import { eventually } from "../conformance/eventually.ts";

export interface PlaneOptions {
  readonly storage?: Storage;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly users?: readonly { readonly name: string; readonly groups: readonly string[] }[];
  readonly identity?: NonNullable<ControlPlaneOptions["identity"]>;
  readonly audit?: NonNullable<ControlPlaneOptions["audit"]>;
}

export interface Sending {
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string, bytes and pieces of bytes go in as they are, anything else as JSON. */
  readonly body?: Json;
  readonly signal?: AbortSignal;
  /** A user of the plane. The server itself, who may do everything, unless said. */
  readonly as?: string;
}

const patchTypes: Record<PatchType, string> = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
};
const witness = "/api/v1/namespaces/default/configmaps/witness";
const prototypeKeys = String(Reflect.ownKeys(Object.prototype).map(String));

/** Starts the plane, and ends it when the tests of this file are over. */
export async function startPlane(options: PlaneOptions = {}): Promise<Plane> {
  const failures: string[] = [];
  const running = await startControlPlane({ ...options, listen: {}, logger: collectErrors(failures) });
  const plane = new Plane(running, failures);
  const metadata = { name: "witness", annotations: { seen: "äöü \u{1f600}" } };
  const written = await plane.create("/api/v1/namespaces/default/configmaps", { metadata, data: { a: "b" } });
  assertAnswer(written, 201);
  afterEach(() => plane.assertUnharmed(written.text));
  after(() => plane.stop());
  return plane;
}

export class Plane {
  readonly running: ListeningControlPlane;
  /** What the server logged as errors. A test that provokes one takes it out. */
  readonly failures: string[];
  #client: Client | undefined;

  constructor(running: ListeningControlPlane, failures: string[]) {
    this.running = running;
    this.failures = failures;
  }

  /** The same server over sockets, as `admin`. */
  get client(): Client {
    const { url, ca, tokens, clientCa, proxyCa } = this.running;
    this.#client ??= new Client({ name: "pintle", url, ca, tokens, clientCa, proxyCa, kubeconfig: "" });
    return this.#client;
  }

  /** Gives the answer with its body still to be read, for watches. */
  open(method: string, path: string, sending: Sending = {}): Promise<TransportResponse> {
    const { query = {}, headers = {}, signal, as } = sending;
    const body = bytesOf(sending.body);
    const { server, transportFor } = this.running;
    return (as === undefined ? server.loopback : transportFor(as)).request({
      method,
      path,
      query: Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      signal,
    });
  }

  async ask(method: string, path: string, sending: Sending = {}): Promise<Answer> {
    const { status, headers, body } = await this.open(method, path, sending);
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(pieces));
    const sent = typeof sending.body === "string" ? sending.body : JSON.stringify(sending.body);
    const search = new URLSearchParams(
      Object.entries(sending.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
    );
    return {
      request: { method, path: search.size > 0 ? `${path}?${search}` : path, headers: {}, ...(sent && { body: sent }) },
      status,
      headers: headers as Answer["headers"],
      warnings: [headers.warning ?? []].flat().flatMap((line) => /^299 \S+ "(.*)"$/.exec(line)?.[1] ?? []),
      text,
      body: parse(text),
    };
  }

  get(path: string, query: Sending["query"] = {}): Promise<Answer> {
    return this.ask("GET", path, { query });
  }

  create(path: string, body: Json, query: Sending["query"] = {}): Promise<Answer> {
    return this.ask("POST", path, { body, query });
  }

  update(path: string, body: Json, query: Sending["query"] = {}): Promise<Answer> {
    return this.ask("PUT", path, { body, query });
  }

  patch(type: PatchType, path: string, body: Json, query: Sending["query"] = {}): Promise<Answer> {
    return this.ask("PATCH", path, { body, query, headers: { "content-type": patchTypes[type] } });
  }

  delete(path: string, body?: Json, query: Sending["query"] = {}): Promise<Answer> {
    return this.ask("DELETE", path, { body, query });
  }

  /** The path of the ConfigMaps in a namespace of the test's own. */
  async configMaps(): Promise<string> {
    const name = uniqueName("ns");
    assertAnswer(await this.create("/api/v1/namespaces", { metadata: { name } }), 201);
    return `/api/v1/namespaces/${name}/configmaps`;
  }

  /** Declares cluster-wide Things with this schema, in a group of the test's own, and waits until they are served. */
  async things(schema: Json, version: Json = {}): Promise<Things> {
    const things = new Things(schema, version);
    assertAnswer(await this.create(definitions, things.definition), 201);
    await eventually(async () => assertAnswer(await this.get(things.path), 200));
    return things;
  }

  async assertUnharmed(written: string): Promise<void> {
    assert.deepEqual(this.failures.splice(0), [], "the server logged errors");
    assert.equal(String(Reflect.ownKeys(Object.prototype).map(String)), prototypeKeys);
    const answer = await this.get(witness);
    assertAnswer(answer, 200);
    assert.equal(answer.text, written);
  }

  async stop(): Promise<void> {
    await this.#client?.close();
    await this.running.stop();
  }
}

export const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** A schema that takes anything. */
export const anything = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

/** A kind of custom resources in a group that nothing else uses. */
export class Things {
  readonly group = `${uniqueName("things")}.example.com`;
  readonly definition: Json;

  constructor(schema: Json, version: Json = {}) {
    const served = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema }, ...version };
    this.definition = {
      metadata: { name: `things.${this.group}` },
      spec: { group: this.group, scope: "Cluster", names: { plural: "things", kind: "Thing" }, versions: [served] },
    };
  }

  get path(): string {
    return `/apis/${this.group}/v1/things`;
  }

  get definitionPath(): string {
    return `${definitions}/${this.definition.metadata.name}`;
  }

  thing(name: string, more: Json = {}): Json {
    return { apiVersion: `${this.group}/v1`, kind: "Thing", ...more, metadata: { name, ...more.metadata } };
  }

  /** A Thing whose spec is written out. */
  text(name: string, spec: string): string {
    return `{"apiVersion":"${this.group}/v1","kind":"Thing","metadata":{"name":"${name}"},"spec":${spec}}`;
  }
}

/** Runs the work and asserts that this process spent no more than that on it. Limits are twenty times the usual, or more. */
export async function within<Result>(limitMs: number, work: () => Promise<Result>): Promise<Result> {
  const start = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(start);
  assert.ok((user + system) / 1_000 < limitMs, `it took ${(user + system) / 1_000} ms instead of ${limitMs}`);
  return result;
}

function bytesOf(body: Json): Uint8Array | AsyncIterable<Uint8Array> | undefined {
  if (body === undefined || body instanceof Uint8Array || body?.[Symbol.asyncIterator]) return body;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function collectErrors(failures: string[]): Logger {
  const logger: Logger = {
    debug() {},
    info() {},
    warn() {},
    error: (message, { error } = {}) =>
      void failures.push(`${message}: ${error instanceof Error ? error.stack : String(error)}`),
    with: () => logger,
  };
  return logger;
}
