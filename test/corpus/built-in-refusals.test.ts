/** What is wrong with objects of built-in kinds, in the words of the real server. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createResourceEndpoint, type StrategyRequest, validateMetadataOnCreate } from "@pintle/apiserver";
import { createBuiltInResources } from "@pintle/controlplane";
import { type BuiltInResource, builtInResources } from "@pintle/kinds/tables";
import {
  ApiError,
  createSeededRandom,
  createVirtualClock,
  getOwn,
  isJsonObject,
  type JsonObject,
} from "@pintle/machinery";
import { readSequences } from "./corpus.ts";
import { mask } from "./mask.ts";
import type { Step } from "./sequence.ts";

interface Cause {
  readonly message: string;
  readonly field: string;
}

interface Answer {
  readonly status: number;
  readonly body: { readonly details?: { readonly causes?: readonly Cause[] } };
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

function resourceOf({ method, path }: Step): BuiltInResource | undefined {
  if (method !== "POST") return undefined;
  const parts = path.split("/").filter((part) => part !== "");
  const [group, version, ...rest] = parts[0] === "api" ? ["", ...parts.slice(1)] : parts.slice(1);
  const plural = rest[0] === "namespaces" && rest.length === 3 ? rest[2] : rest.length === 1 ? rest[0] : undefined;
  return builtInResources.find(
    (resource) => resource.plural === plural && resource.group === group && resource.version === version,
  );
}

/** What we say of an object: of its metadata and of what the kind itself looks at. */
async function refuse({ group, plural, version: name, scope }: BuiltInResource, sent: JsonObject): Promise<string[]> {
  const resource = resources.find((candidate) => candidate.group === group && candidate.plural === plural);
  const version = resource?.versions.find((candidate) => candidate.version === name);
  assert.ok(resource && version);
  const { strategy } = resource;
  const context = { clock, warnings: [], user: { name: "admin", groups: [] }, info: { group, version: name } };
  const request = { context, namespace: "default", name: "", isDryRun: true, subresource: "" };
  const call = request as unknown as StrategyRequest;
  const normal = version.normalize?.(sent) ?? sent;
  const complete = version.default?.(normal) ?? normal;
  const stored = version.toStorage?.(complete) ?? complete;
  const metadata = { ...(getOwn(stored, "metadata") as JsonObject | undefined), uid: random.uuid() };
  const named: JsonObject = {
    ...stored,
    metadata: scope === "Cluster" ? metadata : { ...metadata, namespace: "default" },
  };
  try {
    const begun = (await strategy.begin?.(named, undefined, call))?.object ?? named;
    const prepared = strategy.prepareCreate?.(begun, call) ?? begun;
    const endpoint = createResourceEndpoint(resource, version);
    const errors = [
      ...validateMetadataOnCreate(prepared, endpoint),
      ...(strategy.validateCreate?.(prepared, call) ?? []),
    ];
    return errors.map(String);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return (error.status.details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
  }
}

async function judge(file: string): Promise<{ agreed: number; differing: string[] }> {
  const text = readFileSync(new URL(`recorded/${file}.json`, import.meta.url), "utf8");
  const answers = new Map<string, Answer[]>(
    JSON.parse(text).sequences.map((entry: { name: string; answers: Answer[] }) => [entry.name, entry.answers]),
  );
  let agreed = 0;
  const differing: string[] = [];
  for (const { name, steps } of (await readSequences()).get(file) ?? []) {
    const left = [...(answers.get(name) ?? [])];
    for (const step of steps) {
      const answer = step.silent ? undefined : left.shift();
      const resource = answer?.status === 422 ? resourceOf(step) : undefined;
      if (!resource?.verbs.includes("get") || !isJsonObject(step.body)) continue;
      const said: string[] = mask(await refuse(resource, step.body as JsonObject), "{ns}");
      const wanted = (answer?.body.details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
      const isSame = [...new Set(said)].toSorted().join("\n") === [...new Set(wanted)].toSorted().join("\n");
      if (isSame) agreed += 1;
      else
        differing.push(
          `${resource.kind}: ${name}\n  wanted ${wanted.join("\n         ")}\n  said   ${said.join("\n         ")}`,
        );
    }
  }
  return { agreed, differing };
}

/** How many of the refusals of a file are ours, word for word; what is missing shows with SHOW_DIFFERENCES=1. */
const leastAgreed: Readonly<Record<string, number>> = {
  "invalid-autoscaling": 78,
  "invalid-configuration": 72,
  "invalid-containers": 140,
  "invalid-jobs": 88,
  "invalid-metadata": 102,
  "invalid-networking": 87,
  "invalid-pods": 135,
  "invalid-rbac": 62,
  "invalid-scheduling": 54,
  "invalid-services": 108,
  "invalid-storage": 92,
  "invalid-volumes": 96,
  "invalid-workloads": 131,
};

for (const [file, least] of Object.entries(leastAgreed)) {
  test(`${file}: what we refuse is told in the real server's words`, async () => {
    const { agreed, differing } = await judge(file);
    if (process.env.SHOW_DIFFERENCES) console.log(differing.join("\n"));
    assert.ok(agreed >= least, `${agreed} of ${agreed + differing.length} agree, no longer ${least}`);
  });
}
