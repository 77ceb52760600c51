/** The real server's verdict on what well-known projects ship, against ours: definitions, examples, and what becomes of them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { equalJson, type JsonObject } from "@pintle/machinery";
import { type Answer, assertAnswer, type Json } from "../conformance/answer.ts";
import { Client } from "../conformance/client.ts";
import { eventually } from "../conformance/eventually.ts";
import { startRealControlPlane } from "../real/control-plane.ts";
import { missing } from "../tools.ts";
import {
  type CustomResourceDefinition,
  findProjects,
  type ProjectKind,
  type ProjectManifest,
  type ReadProject,
} from "./read-projects.ts";

const { skip: unreachable, found: read } = findProjects();
const skip = unreachable || missing("real");

/** Two channels of one project define the same kinds, so they cannot be installed together. */
const isAlone = ({ name }: ReadProject) => name === "Gateway API, experimental";

test("the real server accepts the same definitions and decides on the manifests as we do", { skip }, () =>
  judgeAll(read.filter((project) => !isAlone(project))),
);

test("so it does with the experimental channel of Gateway API", { skip }, () => judgeAll(read.filter(isAlone)));

async function judgeAll(projects: readonly ReadProject[]): Promise<void> {
  await using plane = await startRealControlPlane();
  const client = new Client({ name: "real", ...plane });
  try {
    const definitions = projects.flatMap(({ definitionObjects }) => definitionObjects);
    await Promise.all(definitions.map((definition) => install(client, definition)));
    const differences: string[] = [];
    const verdicts = { accepted: 0, refused: 0 };
    for (const manifest of projects.flatMap(({ manifests }) => manifests)) {
      const { isAccepted, difference } = await judge(client, manifest);
      verdicts[isAccepted ? "accepted" : "refused"] += 1;
      if (difference !== undefined) differences.push(`${manifest.file}: ${difference}`);
    }
    assert.deepEqual(differences, []);
    assert.ok(verdicts.accepted >= 90 && verdicts.refused >= 30, JSON.stringify(verdicts));
  } finally {
    await client.close();
  }
}

async function install(client: Client, definition: CustomResourceDefinition): Promise<void> {
  const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  // Conversion asks a webhook, and nobody is there to answer.
  const { conversion: _, ...spec } = definition.spec;
  assertAnswer(await client.create(path, { ...definition, spec, status: undefined }), 201);
  const { group, names, versions } = definition.spec;
  await eventually(async () => {
    for (const { name } of versions.filter(({ served }) => served))
      assertAnswer(await client.get(`/apis/${group}/${name}/${names.plural}`), 200);
  }, 120_000);
}

interface Verdict {
  readonly isAccepted: boolean;
  /** What the server said or did otherwise than we. */
  readonly difference: string | undefined;
}

async function judge(client: Client, { object, kind }: ProjectManifest): Promise<Verdict> {
  const { spec } = kind.definition;
  const scoped = spec.scope === "Namespaced" ? { namespace: "default" } : {};
  const { status: _, ...withoutStatus } = object;
  const sent = {
    ...(kind.version.subresources?.status ? withoutStatus : object),
    metadata: { name: "judged", ...scoped },
  } as JsonObject;
  const folder = scoped.namespace ? "namespaces/default/" : "";
  const path = `/apis/${spec.group}/${kind.version.name}/${folder}${spec.names.plural}`;
  const answer = await client.create(path, sent, { dryRun: "All" });
  return { isAccepted: answer.status === 201, difference: differenceTo(answer, kind, sent) };
}

function differenceTo(answer: Answer, { compiled }: ProjectKind, sent: JsonObject): string | undefined {
  const prepared = compiled.prepare(sent);
  const errors = prepared.error ? [prepared.error] : compiled.validate(prepared.object);
  const ours = errors.map(({ path, type, body }) => `${path} ${type} ${body}`).sort();
  const theirs = ((answer.body.details?.causes ?? []) as Json[])
    .map(({ field, reason, message }) => `${field} ${reason} ${message}`)
    .sort();
  if (!equalJson(ours, theirs)) return `${answer.status}: ${JSON.stringify({ ours, theirs })}`;
  if (answer.status !== 201) return ours.length > 0 ? undefined : answer.text;
  const unknown = answer.warnings.filter((text) => text.startsWith("unknown field")).sort();
  const pruned = prepared.unknownFields.map((field) => `unknown field ${JSON.stringify(field)}`).sort();
  if (!equalJson(unknown, pruned)) return JSON.stringify({ unknown, pruned });
  const stored = { ...answer.body, metadata: undefined };
  const expected = { ...prepared.object, metadata: undefined } as unknown as JsonObject;
  return equalJson(stored, expected) ? undefined : JSON.stringify({ stored, expected });
}
