/** A server whose admission asks policies, for tests: policies and bindings are stored as they stand, parameters and namespaces too. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@pintle/machinery";
import type { AccessDecision, AccessQuestion } from "../../pipeline/authorizer.ts";
import { encodeStored } from "../../registry/stored-object.ts";
import { type Answer, type Json, maps, RestFixture } from "../../rest/rest-fixture.test.ts";
import type { Storage } from "../../storage/storage.ts";
import type { AdmissionChain } from "../admission.ts";
import { type AdmissionPlugin, chainPlugins } from "../admission-plugin.ts";
import { createMutatingPolicies } from "./mutating-policies.ts";
import { createValidatingPolicies } from "./validating-policies.ts";

export type PolicyKind = "validating" | "mutating";

export class PoliciesFixture {
  readonly server: RestFixture;
  /** What the authorizer was asked. */
  readonly asked: AccessQuestion[] = [];
  /** How often something was listed. */
  lists = 0;
  /** Whether lists fail. */
  isBroken = false;
  decide: (question: AccessQuestion) => AccessDecision = () => ({ decision: "allow", reason: "because" });

  /** Plugins that come after the policies may be given. */
  constructor(...others: readonly AdmissionPlugin[]) {
    let chain: AdmissionChain | undefined;
    const admission: AdmissionChain = {
      mutate: async (attributes) => chain?.mutate(attributes),
      validate: async (attributes) => chain?.validate(attributes),
    };
    this.server = new RestFixture({ admission });
    const parts = {
      storage: this.#observe(this.server.storage),
      registry: () => this.server.registry,
      authorizer: async (question: AccessQuestion) => {
        this.asked.push(question);
        return this.decide(question);
      },
    };
    chain = chainPlugins([createMutatingPolicies(parts), ...others, createValidatingPolicies(parts)]);
  }

  #observe(storage: Storage): Storage {
    return {
      revision: () => storage.revision(),
      get: (key, options) => storage.get(key, options),
      swap: (key, expected, value, options) => storage.swap(key, expected, value, options),
      watch: (request, watcher) => storage.watch(request, watcher),
      compact: (revision) => storage.compact(revision),
      close: () => storage.close(),
      list: async (request) => {
        if (this.isBroken) throw new Error("the disk is gone");
        this.lists += 1;
        return storage.list(request);
      },
    };
  }

  /** Stores an object under its path behind `/registry/`, in place of what is there. */
  async store(path: string, object: JsonObject): Promise<void> {
    const key = `/registry/${path}`;
    const { storage } = this.server;
    const { entry } = await storage.get(key);
    const { isDone } = await storage.swap(key, entry?.revision ?? 0, encodeStored(object, "declared"));
    assert.ok(isDone);
  }

  async remove(path: string): Promise<void> {
    const { entry } = await this.server.storage.get(`/registry/${path}`);
    await this.server.storage.swap(`/registry/${path}`, entry?.revision ?? 0, undefined);
  }

  /** A policy for everything, and bindings of it: one unless said. */
  async install(kind: PolicyKind, name: string, spec: Json, ...bindings: readonly Json[]): Promise<void> {
    await this.store("namespaces/ns", {
      metadata: { name: "ns", labels: { team: "blue" } },
      status: { phase: "Active" },
    });
    await this.store(`${kind}admissionpolicies/${name}`, {
      metadata: { name },
      spec: { failurePolicy: "Fail", matchConstraints, ...spec },
    });
    for (const [index, binding] of (bindings.length === 0 ? [{}] : bindings).entries()) {
      const bindingName = `${name}-${index}`;
      await this.store(`${kind}admissionpolicybindings/${bindingName}`, {
        metadata: { name: bindingName },
        spec: { policyName: name, validationActions: ["Deny"], ...binding },
      });
    }
  }

  /** Creates a ConfigMap. */
  create(data: Json = {}, metadata: Json = {}): Promise<Answer> {
    return this.server.create(maps, { metadata: { name: "made", ...metadata }, data }, { dryRun: "All" });
  }
}

export const matchConstraints = {
  resourceRules: [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*"] }],
  matchPolicy: "Equivalent",
  namespaceSelector: {},
  objectSelector: {},
};

/** Asserts what a ValidatingAdmissionPolicy says no with. */
export function assertDenied(answer: Answer, message: string, policy = "p", binding = "p-0"): void {
  const why = `ValidatingAdmissionPolicy '${policy}' with binding '${binding}' denied request: ${message}`;
  assert.deepEqual([answer.status, answer.body.message], [422, `configmaps "made" is forbidden: ${why}`]);
}

test("a server without policies lists them once, and never again", async () => {
  const fixture = new PoliciesFixture();
  assert.equal((await fixture.create()).status, 201);
  const { lists } = fixture;
  assert.equal((await fixture.create()).status, 201);
  assert.equal(fixture.lists, lists);
});
