/**
 * The judge's own client: HTTP and JSON, nothing of our packages. It sends what a test says, hides nothing of the answer and retries nothing.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { Agent, request as send } from "undici";
import type { Certificate } from "../real/certificates.ts";
import { type Answer, assertAnswer, type Json } from "./answer.ts";
import { startWatch, type Watch } from "./watch.ts";

/** What a test file is handed, by the file that the environment variable `PINTLE_SERVER` names. */
export interface ServerDescription {
  /** Which server is judged: `real`, or one of ours. */
  readonly name: string;
  readonly url: string;
  readonly ca: string;
  readonly tokens: Readonly<Record<string, string>>;
  /** To issue client and front proxy certificates: `openAuthority(server.clientCa)`. */
  readonly clientCa: Certificate;
  readonly proxyCa: Certificate;
  readonly kubeconfig: string;
}

export interface RequestOptions {
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string or bytes go out as they are, anything else as JSON. */
  readonly body?: Json;
  /** Whose token is sent: a user of the server, `null` for none, a text with a dot for a token itself. `admin` unless said. */
  readonly as?: string | null;
}

export type PatchType = "json" | "merge" | "strategic" | "apply";

const patchTypes: Record<PatchType, string> = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
};

export class Client {
  readonly server: ServerDescription;
  readonly #agent: Agent;

  constructor(server: ServerDescription) {
    this.server = server;
    this.#agent = new Agent({ connect: { ca: server.ca }, bodyTimeout: 0, allowH2: false });
  }

  async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const sent = this.#prepare(method, path, options);
    const { statusCode, headers, body } = await send(this.server.url + sent.path, {
      method: method as "GET",
      headers: sent.headers,
      body: options.body instanceof Uint8Array ? options.body : (sent.body ?? null),
      dispatcher: this.#agent,
    });
    const text = await body.text();
    return {
      request: sent,
      status: statusCode,
      headers,
      warnings: warningsOf(headers.warning),
      text,
      body: parse(text),
    };
  }

  get(path: string, query: RequestOptions["query"] = {}, options: RequestOptions = {}): Promise<Answer> {
    return this.request("GET", path, { ...options, query });
  }

  create(path: string, body: Json, query: RequestOptions["query"] = {}, options: RequestOptions = {}): Promise<Answer> {
    return this.request("POST", path, { ...options, body, query });
  }

  update(path: string, body: Json, query: RequestOptions["query"] = {}, options: RequestOptions = {}): Promise<Answer> {
    return this.request("PUT", path, { ...options, body, query });
  }

  /** The `apply` type needs a field manager, in the query. */
  patch(
    type: PatchType,
    path: string,
    body: Json,
    query: RequestOptions["query"] = {},
    options: RequestOptions = {},
  ): Promise<Answer> {
    return this.request("PATCH", path, {
      ...options,
      body,
      query,
      headers: { ...options.headers, "content-type": patchTypes[type] },
    });
  }

  delete(
    path: string,
    body?: Json,
    query: RequestOptions["query"] = {},
    options: RequestOptions = {},
  ): Promise<Answer> {
    return this.request("DELETE", path, { ...options, body, query });
  }

  /** Opens a watch; the test takes events from it one by one and closes it with `await using`. */
  watch(path: string, query: RequestOptions["query"] = {}, options: RequestOptions = {}): Promise<Watch> {
    const sent = this.#prepare("GET", path, { ...options, query: { watch: true, ...query } });
    return startWatch(this.server.url, sent, this.#agent);
  }

  /** A namespace of the test's own, so that tests run side by side. Gives its name. */
  async namespace(labels: Record<string, string> = {}): Promise<string> {
    const name = uniqueName("ns");
    assertAnswer(await this.create("/api/v1/namespaces", { metadata: { name, labels } }), 201);
    return name;
  }

  close(): Promise<void> {
    return this.#agent.close();
  }

  #prepare(
    method: string,
    path: string,
    { query = {}, headers = {}, body, as = "admin" }: RequestOptions,
  ): Answer["request"] {
    const search = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
    ).toString();
    const token = as === null ? undefined : (this.server.tokens[as] ?? as);
    const text =
      body === undefined || body instanceof Uint8Array
        ? undefined
        : typeof body === "string"
          ? body
          : JSON.stringify(body);
    return {
      method,
      path: search === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${search}`,
      headers: {
        accept: "application/json",
        "user-agent": "conformance/1.0",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text }),
    };
  }
}

/** The client for the server that this test file was handed. */
export function connect(): Client {
  const path = process.env.PINTLE_SERVER;
  if (path === undefined) throw new Error("a conformance chapter needs a server: run `make test-real`");
  return new Client(JSON.parse(readFileSync(path, "utf8")));
}

/** A name that nothing else has: tests share a server. */
export function uniqueName(prefix: string): string {
  return `${prefix}-${randomBytes(5).toString("hex")}`;
}

function warningsOf(header: string | string[] | undefined): string[] {
  return [header ?? []]
    .flat()
    .flatMap((value) => [...value.matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)].map((match) => unquote(match[1])));
}

function unquote(text = ""): string {
  return text.replace(/\\(.)/g, "$1");
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
