/** What rules say about objects, held to what the real server answered: every object of the corpus, created or changed. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { applyMergePatch, equalJson, getOwn, type JsonObject, readJson } from "@pintle/machinery";
import { type CompiledSchema, compileSchema, type StructuralSchema } from "@pintle/schema";
import type { Json } from "../conformance/answer.ts";
import { readSequences } from "./corpus.ts";
import { mask } from "./mask.ts";
import type { RecordedAnswer } from "./play.ts";
import type { Sequence, Step } from "./sequence.ts";

const files = [...(await readSequences())].filter(([file]) => /^(cel-|crd-schemas-objects)/.test(file));

/** The judged steps of a sequence take the recorded answers one after the other. */
function readAnswers(file: string): ReadonlyMap<string, RecordedAnswer[]> {
  const { sequences } = JSON.parse(readFileSync(new URL(`recorded/${file}.json`, import.meta.url), "utf8"));
  return new Map(sequences.map(({ name, answers }: { name: string; answers: RecordedAnswer[] }) => [name, answers]));
}

/** Integers beyond 2^53 are read from the text, as a server reads them. */
function onTheWire(body: Json): JsonObject {
  return readJson(JSON.stringify(body)).value as JsonObject;
}

/** As much of a server as the sequences need: one definition, and the objects that were stored. */
class SmallServer {
  #definition: JsonObject = {};
  #compiled: CompiledSchema = compileSchema({});
  #hasStatus = false;
  readonly #stored = new Map<string, JsonObject>();

  define(step: Step): void {
    const patched = step.method === "PATCH" ? applyMergePatch(this.#definition, step.body) : step.body;
    this.#definition = patched as JsonObject;
    const { spec } = patched as { spec: { versions: { schema: Json; subresources?: Json }[] } };
    const [version] = spec.versions;
    this.#compiled = compileSchema(version?.schema?.openAPIV3Schema as StructuralSchema);
    this.#hasStatus = version?.subresources?.status !== undefined;
  }

  write(step: Step): { causes: Json[]; warnings: string[]; object: JsonObject } {
    const old = step.method === "POST" ? undefined : this.#stored.get(String(step.path.split("/")[5]));
    const isStatusUpdate = step.path.endsWith("/status");
    const body = step.method === "PATCH" ? (applyMergePatch(old ?? {}, step.body) as JsonObject) : onTheWire(step.body);
    const { object: read, error, unknownFields } = this.#compiled.prepare(body);
    const { status, ...rest } = isStatusUpdate ? { ...old, status: getOwn(read, "status") } : read;
    const keptStatus = this.#hasStatus && !isStatusUpdate ? old?.status : status;
    const object: JsonObject = keptStatus === undefined ? (rest as JsonObject) : { ...rest, status: keptStatus };
    const warnings = unknownFields.map((path) => `unknown field "${path}"`);
    const options = { isStatusUpdate, warn: (text: string) => void warnings.push(text) };
    const errors = error ? [error] : this.#compiled.validate(object, old, options);
    const causes = errors.map(({ type, body: message, path }) => ({ reason: type, message, field: path }));
    const { name } = object.metadata as { name: string };
    if (errors.length === 0 && step.query?.dryRun === undefined) this.#stored.set(name, object);
    return { causes: mask(causes, "{ns}"), warnings: mask(warnings, "{ns}"), object };
  }
}

function sorted(causes: readonly Json[]): Json[] {
  const show = ({ field, message }: Json) => `${field}: ${message}`;
  return causes.toSorted((left, right) => (show(left) < show(right) ? -1 : 1));
}

let judged = 0;

function playOurs({ name, steps }: Sequence, answers: readonly RecordedAnswer[]): string[] {
  const server = new SmallServer();
  const left = [...answers];
  const differences: string[] = [];
  for (const step of steps) {
    const answer = step.silent ? undefined : left.shift();
    if (step.path.includes("/customresourcedefinitions") && step.body) server.define(step);
    else if (step.body) {
      const { causes, warnings, object } = server.write(step);
      if (!answer) continue;
      judged += 1;
      const about = `${name}: ${step.method} ${JSON.stringify(step.body)}`;
      const ours = JSON.stringify([causes.length > 0, sorted(causes), warnings]);
      const theirs = JSON.stringify([
        answer.status >= 400,
        sorted(answer.body.details?.causes ?? []),
        answer.warnings ?? [],
      ]);
      if (ours !== theirs) differences.push(`${about}\n  ours   ${ours}\n  theirs ${theirs}`);
      const isStored = answer.status < 300 && equalJson(mask(object.spec, "{ns}") ?? null, answer.body.spec ?? null);
      if (answer.status < 300 && !isStored) differences.push(`${about}: ${JSON.stringify(object.spec)}`);
    }
  }
  return differences;
}

for (const [file, sequences] of files) {
  test(`${file}: each object is taken or refused as by the real server, in the same words`, () => {
    const answers = readAnswers(file);
    const differences = sequences.flatMap((sequence) => playOurs(sequence, answers.get(sequence.name) ?? []));
    assert.equal(differences.length, 0, `${differences.length} differ:\n${differences.join("\n")}`);
  });
}

test("all objects of the corpus are held to the real server", () => assert.ok(judged >= 1_739, `${judged} objects`));
