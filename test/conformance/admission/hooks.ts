/** Admission webhooks of one test: their server, a namespace that only they watch, and every call that they received. */
import assert from "node:assert/strict";
import type { Json } from "../answer.ts";
import { assertAnswer } from "../answer.ts";
import { type Client, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import { RawAnswer, startWebhookServer, type WebhookServer } from "../webhook-server.ts";

export type HookKind = "mutating" | "validating";

export interface Call {
  /** The name of the webhook that was called. */
  readonly hook: string;
  /** The query of the call, as it was sent. */
  readonly query: string;
  readonly review: Json;
  readonly request: Json;
}

/** A webhook as a configuration lists it; what is not said is the plainest. `answer` gives the `response` without its uid. */
export interface Hook {
  readonly name: string;
  readonly answer?: (request: Json) => Json;
  readonly [field: string]: Json;
}

/** Their server also bears the name of a Service `hooks` in their namespace. */
export interface Hooks extends AsyncDisposable {
  readonly namespace: string;
  readonly configMaps: string;
  readonly server: WebhookServer;
  readonly calls: Call[];
  /** Registers a configuration and waits until it takes effect. Gives its name. */
  install(kind: HookKind, hooks: readonly Hook[], name?: string): Promise<string>;
}

export const configMapsCreated = [
  { operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] },
];

export async function startHooks(client: Client): Promise<Hooks> {
  const namespace = await client.namespace();
  const calls: Call[] = [];
  const answers = new Map<string, (request: Json) => Json>();
  const installed: string[] = [];
  const server = await startWebhookServer(
    async (path, review) => {
      const { pathname, search } = new URL(path, "https://hooks");
      const { request } = review;
      // The probe below; the test is not to see it.
      if (isProbe(request)) return reviewed(request, deny("installed"));
      const hook = pathname.slice(pathname.lastIndexOf("/") + 1);
      calls.push({ hook, query: search, review, request });
      return reviewed(request, await (answers.get(pathname) ?? allow)(request));
    },
    [`hooks.${namespace}.svc`],
  );

  async function install(kind: HookKind, hooks: readonly Hook[], name = uniqueName("hooks")): Promise<string> {
    for (const { name: hook, answer } of hooks) if (answer) answers.set(`/${name}/${hook}`, answer);
    const path = configurations(kind);
    const all = [probeHook(name, namespace), ...hooks].map((hook) => complete(hook, name, namespace, server));
    assertAnswer(await client.create(path, { metadata: { name }, webhooks: all }), 201);
    installed.push(`${path}/${name}`);
    await untilInstalled(client, namespace, name);
    return name;
  }

  async function dispose(): Promise<void> {
    await Promise.all(installed.map((path) => client.delete(path)));
    await server[Symbol.asyncDispose]();
  }
  const configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  return { namespace, configMaps, server, calls, install, [Symbol.asyncDispose]: dispose };
}

export function configurations(kind: HookKind): string {
  return `/apis/admissionregistration.k8s.io/v1/${kind}webhookconfigurations`;
}

export function allow(): Json {
  return { allowed: true };
}

export function deny(message?: string, code?: number): Json {
  const status = message === undefined && code === undefined ? undefined : { message, code };
  return { allowed: false, status };
}

/** Allows, and changes the object by a JSON patch. */
export function change(...operations: Json[]): Json {
  const patch = Buffer.from(JSON.stringify(operations)).toString("base64");
  return { allowed: true, patchType: "JSONPatch", patch };
}

/** Adds an entry to a ConfigMap's data. */
export function write(key: string, value: string): Json {
  return change({ op: "add", path: `/data/${key}`, value });
}

/** Selects the namespace by the label that the server gives to every namespace. */
export function inNamespace(namespace: string): Json {
  return { matchLabels: { "kubernetes.io/metadata.name": namespace } };
}

function complete({ answer: _, ...hook }: Hook, name: string, namespace: string, server: WebhookServer): Json {
  return {
    clientConfig: { url: `${server.url}/${name}/${hook.name}`, caBundle: server.caBundle },
    rules: configMapsCreated,
    namespaceSelector: inNamespace(namespace),
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    ...hook,
  };
}

function reviewed(request: Json, answer: Json): Json {
  // A test that wants another envelope gives all of it.
  if (answer instanceof RawAnswer || answer.kind !== undefined) return answer;
  const response = { uid: request.uid, ...answer };
  return { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response };
}

/*
 * A configuration takes effect a moment after its creation. Each brings a webhook of its own for one LimitRange that nobody else makes:
 * when that is denied, the whole configuration is in force.
 */
const probeLabel = "probe";

function isProbe(request: Json): boolean {
  return request.object?.metadata?.labels?.[probeLabel] !== undefined;
}

function probeHook(name: string, namespace: string): Hook {
  return {
    name: "probe.example.com",
    rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["limitranges"] }],
    namespaceSelector: inNamespace(namespace),
    objectSelector: { matchLabels: { [probeLabel]: name } },
  };
}

async function untilInstalled(client: Client, namespace: string, name: string): Promise<void> {
  const probe = { metadata: { name, labels: { [probeLabel]: name } }, spec: { limits: [] } };
  await eventually(async () => {
    const answer = await client.create(`/api/v1/namespaces/${namespace}/limitranges`, probe, { dryRun: "All" });
    assert.match(answer.text, /probe\.example\.com.* denied the request: installed/);
  });
}
