/** The defaults of built-in kinds, held to what the real server answered to objects that lacked them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { StrategyRequest } from "@pintle/apiserver";
import { createBuiltInResources } from "@pintle/controlplane";
import { type BuiltInResource, builtInResources } from "@pintle/kinds/tables";
import { createSeededRandom, createVirtualClock, getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import type { Json } from "../conformance/answer.ts";
import { readSequences } from "./corpus.ts";
import { mask } from "./mask.ts";
import type { Step } from "./sequence.ts";

interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

interface Created {
  readonly name: string;
  readonly resource: BuiltInResource;
  readonly sent: JsonObject;
  readonly answered: JsonObject;
}

/** The objects that were created, with the answers. */
async function* createdObjects(): AsyncGenerator<Created> {
  for (const [file, sequences] of await readSequences()) {
    if (!file.startsWith("kinds-")) continue;
    const text = readFileSync(new URL(`recorded/${file}.json`, import.meta.url), "utf8");
    const answers = new Map<string, Answer[]>(
      JSON.parse(text).sequences.map((entry: { name: string; answers: Answer[] }) => [entry.name, entry.answers]),
    );
    for (const { name, steps } of sequences) {
      const left = [...(answers.get(name) ?? [])];
      for (const step of steps) {
        const answer = step.silent ? undefined : left.shift();
        const resource = answer?.status === 201 ? resourceOf(step) : undefined;
        if (!resource || !answer || !isJsonObject(step.body) || answer.body.kind !== resource.kind) continue;
        yield {
          name: `${file}: ${name}`,
          resource,
          sent: named(step.body as JsonObject),
          answered: named(answer.body),
        };
      }
    }
  }
}

/** The object in a namespace that could be one. */
function named(object: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(object).replaceAll("{ns}", "shop"));
}

function resourceOf({ method, path }: Step): BuiltInResource | undefined {
  if (method !== "POST") return undefined;
  const [, core, , group, groupVersion, grouped] =
    /^\/(?:api\/(v1)\/(?:namespaces\/[^/]+\/)?([^/]+)|apis\/([^/]+)\/([^/]+)\/(?:namespaces\/[^/]+\/)?([^/]+))$/.exec(
      path,
    ) ?? [];
  const plural = core ? path.slice(path.lastIndexOf("/") + 1) : grouped;
  return builtInResources.find(
    (resource) =>
      resource.plural === plural && resource.group === (group ?? "") && resource.version === (core ?? groupVersion),
  );
}

/** What admission plugins add; they have a place of their own. */
const admitted: Readonly<Record<string, readonly string[]>> = {
  Pod: ["tolerations", "priority", "preemptionPolicy"],
  Node: ["taints"],
};

function contentOf(object: JsonObject, kind: string): Json {
  const { metadata, apiVersion: _, kind: __, ...content } = object;
  const spec = getOwn(content, "spec");
  const dropped = admitted[kind] ?? [];
  if (isJsonObject(spec) && dropped.length > 0) {
    content.spec = Object.fromEntries(Object.entries(spec).filter(([key]) => !dropped.includes(key)));
  }
  const labels = isJsonObject(metadata) ? (getOwn(metadata, "labels") ?? {}) : {};
  return mask({ ...content, labels } as Json, "shop");
}

const clock = createVirtualClock();
const random = createSeededRandom(42);
const never = async () => assert.fail("nothing else is asked for");
const resources = createBuiltInResources({
  clock,
  random,
  objects: { get: never, rewrite: never, delete: never, list: async () => [] },
  reviews: { mayAccess: never, authenticate: never, rulesOf: never, audiences: [], issueToken: never },
});

/** The object as the server would store it: completed, given what the server gives, and made ready. */
async function create({ group, plural, version: name, scope }: BuiltInResource, sent: JsonObject): Promise<JsonObject> {
  const resource = resources.find((candidate) => candidate.group === group && candidate.plural === plural);
  const version = resource?.versions.find((candidate) => candidate.version === name);
  assert.ok(resource && version);
  const { strategy, versions } = resource;
  const context = {
    clock,
    warnings: [],
    user: { name: "admin", uid: "admin", groups: ["system:masters", "system:authenticated"] },
  };
  const request = { context, namespace: "", name: "", isDryRun: false, subresource: "" } as unknown as StrategyRequest;
  const normal = version.normalize?.(sent) ?? sent;
  const complete = version.default?.(normal) ?? normal;
  const stored = version.toStorage?.(complete) ?? complete;
  const metadata = { ...(getOwn(stored, "metadata") as JsonObject), uid: random.uuid() };
  const placed = { ...stored, metadata: scope === "Cluster" ? metadata : { ...metadata, namespace: "shop" } };
  const begun = (await strategy.begin?.(placed, undefined, request))?.object ?? placed;
  const prepared = strategy.prepareCreate?.(begun, request) ?? begun;
  assert.deepEqual(strategy.validateCreate?.(prepared, request).map(String) ?? [], []);
  const canonical = strategy.canonicalize?.(prepared) ?? prepared;
  const kept = resource.storedAs ? canonical : (versions[0]?.normalize?.(canonical) ?? canonical);
  return version.normalize?.(version.fromStorage?.(kept) ?? kept) ?? kept;
}

test("an object that is created is completed as the real server completes it", async () => {
  let agreed = 0;
  const differing: string[] = [];
  for await (const { name, resource, sent, answered } of createdObjects()) {
    if (!resource.verbs.includes("get")) continue;
    try {
      const created = await create(resource, sent);
      assert.deepEqual(contentOf(created, resource.kind), contentOf(answered, resource.kind));
      agreed += 1;
    } catch (error) {
      differing.push(`${name}: ${error instanceof Error ? error.message : ""}`);
    }
  }
  assert.equal(differing.join("\n\n"), "");
  assert.ok(agreed >= 108, `${agreed} objects`);
});
