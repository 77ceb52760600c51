/** A server whose admission asks webhooks in the same process, for tests: they answer what the test says, and what they were asked is kept. */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import type { TransportRequest, TransportResponse } from "@pintle/machinery";
import { encodeStored } from "../../registry/stored-object.ts";
import { type Json, RestFixture } from "../../rest/rest-fixture.test.ts";
import type { AdmissionChain } from "../admission.ts";
import { chainPlugins } from "../admission-plugin.ts";
import { createMutatingWebhooks } from "./mutating-webhooks.ts";
import { createValidatingWebhooks } from "./validating-webhooks.ts";

export type HookKind = "mutating" | "validating";

/** Gives the `response` without its uid, a whole answer, or what the transport gives. */
export type Respond = (request: Json) => Json | Promise<Json>;

export class HooksFixture {
  readonly asked: Json[] = [];
  readonly sent: TransportRequest[] = [];
  readonly #answers = new Map<string, Respond>();
  readonly server: RestFixture;

  constructor(options: ConstructorParameters<typeof RestFixture>[0] = {}) {
    let chain: AdmissionChain | undefined;
    const admission: AdmissionChain = {
      mutate: async (attributes) => chain?.mutate(attributes),
      validate: async (attributes) => chain?.validate(attributes),
    };
    this.server = new RestFixture({ ...options, admission });
    const parts = {
      storage: this.server.storage,
      registry: () => this.server.registry,
      authorizer: async () => ({ decision: "allow" }) as const,
      connectWebhook: ({ url = "" }) => ({
        url,
        transport: { request: (sent: TransportRequest) => this.#answer(sent) },
      }),
    };
    chain = chainPlugins([createMutatingWebhooks(parts), createValidatingWebhooks(parts)]);
  }

  /** A configuration with one webhook, or several that are given by their fields. */
  async install(kind: HookKind, respond: Respond, ...hooks: readonly Json[]): Promise<void> {
    const name = `config-${String(this.#answers.size).padStart(3, "0")}`;
    const webhooks = (hooks.length > 0 ? hooks : [{}]).map((hook) => ({
      name: "hook.example.com",
      clientConfig: { url: `https://hooks.example.com/${name}` },
      rules: [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*"] }],
      failurePolicy: "Fail",
      matchPolicy: "Equivalent",
      namespaceSelector: {},
      objectSelector: {},
      sideEffects: "None",
      timeoutSeconds: 10,
      admissionReviewVersions: ["v1"],
      ...hook,
    }));
    this.#answers.set(`/${name}`, respond);
    const stored = encodeStored({ metadata: { name }, webhooks }, "declared");
    await this.server.storage.swap(`/registry/${kind}webhookconfigurations/${name}`, 0, stored);
  }

  async #answer(sent: TransportRequest): Promise<TransportResponse> {
    this.sent.push(sent);
    const review = JSON.parse(Buffer.from(sent.body as Uint8Array).toString());
    this.asked.push(review.request);
    const answer = await this.#answers.get(sent.path)?.(review.request);
    if (answer?.headers) return answer;
    if (answer?.kind) return respondWith(JSON.stringify(answer));
    const { apiVersion, kind, request } = review;
    return respondWith(JSON.stringify({ apiVersion, kind, response: { uid: request.uid, ...answer } }));
  }
}

export function respondWith(body: string | AsyncIterable<Uint8Array>, status = 200): TransportResponse {
  return { status, headers: { "content-type": "text/plain" }, body: typeof body === "string" ? bytesOf(body) : body };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

export const allow: Respond = () => ({ allowed: true });

/** Allows, and changes the object. */
export function change(...operations: Json[]): Respond {
  return () => patchOf(JSON.stringify(operations));
}

export function patchOf(text: string): Json {
  return { allowed: true, patchType: "JSONPatch", patch: Buffer.from(text).toString("base64") };
}

test("a server without webhooks asks nobody", async () => {
  const { server, asked } = new HooksFixture();
  await server.make("/api/v1/namespaces/ns/configmaps", { metadata: { name: "a" } });
  assert.deepEqual(asked, []);
});
