/** Admission policies of one test, bound to a namespace of its own and gone when it ends. */
import assert from "node:assert/strict";
import { assertAnswer, type Json } from "../answer.ts";
import { type Client, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";
import { inNamespace } from "./hooks.ts";

export type PolicyKind = "validating" | "mutating";

export interface Policies extends AsyncDisposable {
  readonly namespace: string;
  readonly configMaps: string;
  /**
   * Creates a policy for ConfigMaps in the namespace and a binding of the same name, each with what is given besides; waits until they
   * are in force. Gives their name.
   */
  install(kind: PolicyKind, spec: Json, ...bindings: Json[]): Promise<string>;
}

const root = "/apis/admissionregistration.k8s.io/v1";

export function policiesPath(kind: PolicyKind): string {
  return `${root}/${kind}admissionpolicies`;
}

export function bindingsPath(kind: PolicyKind): string {
  return `${root}/${kind}admissionpolicybindings`;
}

export function matching(namespace: string, resources = ["configmaps"], more: Json = {}): Json {
  const rule = { operations: ["CREATE", "UPDATE"], apiGroups: [""], apiVersions: ["v1"], resources };
  return { resourceRules: [{ ...rule, ...more }], namespaceSelector: inNamespace(namespace) };
}

export async function startPolicies(client: Client): Promise<Policies> {
  const namespace = await client.namespace();
  const made: string[] = [];

  async function create(path: string, name: string, spec: Json): Promise<void> {
    assertAnswer(await client.create(path, { metadata: { name }, spec }), 201);
    made.push(`${path}/${name}`);
  }

  async function createPair(kind: PolicyKind, name: string, spec: Json, bindings: readonly Json[]): Promise<void> {
    const actions = kind === "validating" ? { validationActions: ["Deny"] } : {};
    await create(policiesPath(kind), name, spec);
    for (const [index, binding] of bindings.entries()) {
      const bindingName = index === 0 ? name : `${name}-${index}`;
      await create(bindingsPath(kind), bindingName, { policyName: name, ...actions, ...binding });
    }
  }

  async function install(kind: PolicyKind, spec: Json, ...bindings: Json[]): Promise<string> {
    const name = uniqueName("policy");
    const defaults = kind === "mutating" ? { reinvocationPolicy: "Never" } : {};
    const whole = { matchConstraints: matching(namespace), ...defaults, ...spec };
    await createPair(kind, name, whole, bindings.length === 0 ? [{}] : bindings);
    await createPair(kind, `${name}-probe`, probeSpec(kind, namespace, name), [{}]);
    await untilInForce(client, namespace, name);
    return name;
  }

  async function dispose(): Promise<void> {
    await Promise.all(made.toReversed().map((path) => client.delete(path)));
  }
  const configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  return { namespace, configMaps, install, [Symbol.asyncDispose]: dispose };
}

/*
 * Policies take effect about a second after their creation, all that are there at that moment together. So a second policy, made after the
 * one under test, tells when both are in force: it acts on one LimitRange that nobody else makes.
 */
function probeSpec(kind: PolicyKind, namespace: string, name: string): Json {
  const matchConstraints = {
    ...matching(namespace, ["limitranges"]),
    objectSelector: { matchLabels: { probe: name } },
  };
  if (kind === "validating") {
    return { matchConstraints, validations: [{ expression: "false", message: "in force" }] };
  }
  const expression = '[JSONPatch{op: "add", path: "/metadata/annotations", value: {"probe": "in force"}}]';
  const mutations = [{ patchType: "JSONPatch", jsonPatch: { expression } }];
  return { matchConstraints, mutations, reinvocationPolicy: "Never" };
}

async function untilInForce(client: Client, namespace: string, name: string): Promise<void> {
  const probe = { metadata: { name: "probe", labels: { probe: name } }, spec: { limits: [] } };
  await eventually(async () => {
    const answer = await client.create(`/api/v1/namespaces/${namespace}/limitranges`, probe, { dryRun: "All" });
    assert.match(answer.text, /in force/);
  });
}
