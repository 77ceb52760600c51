/** How the built-in kinds are shown, held to the Tables that the real server answered with. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { StrategyRequest, TableColumns } from "@pintle/apiserver";
import { columnsOf, createBuiltInResources, scaleColumns } from "@pintle/controlplane";
import { type BuiltInResource, builtInResources } from "@pintle/kinds/tables";
import { applyMergePatch, createSeededRandom, createVirtualClock, type JsonObject } from "@pintle/machinery";
import type { Json } from "../conformance/answer.ts";
import { readSequences } from "./corpus.ts";
import { mask } from "./mask.ts";
import type { Step } from "./sequence.ts";

interface Answer {
  readonly request: string;
  readonly status: number;
  readonly body: Json;
}

interface Place {
  readonly resource: BuiltInResource;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

/** When everything was made that is not of 2001. It was looked at within the second: the age of an IPAddress, which has no column, is not masked. */
const madeAt = "2026-01-01T00:00:00Z";
const nowMs = Date.parse(madeAt) + 500;

const clock = createVirtualClock();
const random = createSeededRandom(42);
const never = async () => assert.fail("nothing else is asked for");
const served = createBuiltInResources({
  clock,
  random,
  objects: { get: never, rewrite: never, delete: never, list: async () => [] },
  reviews: { mayAccess: never, authenticate: never, rulesOf: never, audiences: [], issueToken: never },
});

function placeOf(path: string): Place | undefined {
  const [root, ...parts] = path.replace(/\?.*/, "").split("/").slice(1);
  const [group = "", version, ...rest] = root === "api" ? ["", ...parts] : parts;
  const [plural, name, subresource] = rest[0] === "namespaces" && rest.length > 2 ? rest.slice(2) : rest;
  const resource = builtInResources.find(
    (known) => known.group === group && known.version === version && known.plural === plural,
  );
  return resource && { resource, name, subresource };
}

function servedAs({ group, plural, version }: BuiltInResource) {
  const resource = served.find((candidate) => candidate.group === group && candidate.plural === plural);
  const found = resource?.versions.find((candidate) => candidate.version === version);
  assert.ok(resource && found);
  return { strategy: resource.strategy, version: found };
}

/** The object as the server would keep it and show it in this version. */
async function create(of: BuiltInResource, sent: JsonObject): Promise<JsonObject> {
  const { strategy, version } = servedAs(of);
  const context = { clock, user: { name: "admin", groups: [] } };
  const request = { context, namespace: "", name: "", isDryRun: false, subresource: "" } as unknown as StrategyRequest;
  const given = {
    creationTimestamp: madeAt,
    uid: random.uuid(),
    ...(of.scope === "Namespaced" && { namespace: "{ns}" }),
  };
  const normal = version.normalize?.(sent) ?? sent;
  const complete = version.default?.(normal) ?? normal;
  const stored = version.toStorage?.(complete) ?? complete;
  const named = { ...stored, metadata: { ...(stored.metadata as JsonObject), ...given } };
  const begun = (await strategy.begin?.(named, undefined, request))?.object ?? named;
  const prepared = strategy.prepareCreate?.(begun, request) ?? begun;
  return version.fromStorage?.(prepared) ?? prepared;
}

/** Follows a sequence and knows at each Table what the objects were like; scales have the names of their objects too. */
class Follower {
  readonly #objects = new Map<string, JsonObject>();

  async follow({ method, path, query, body }: Step, answer: Answer | undefined): Promise<void> {
    const place = placeOf(path);
    if (!place || query?.dryRun !== undefined) return;
    const { resource, name, subresource } = place;
    const kind = subresource === "scale" ? "Scale" : resource.kind;
    if (answer && answer.status < 300 && answer.body.kind === kind) this.#keep(kind, unmask(answer.body));
    if (answer !== undefined) return;
    const found = this.#objects.get(`${kind}/${name}`);
    if (method === "POST" && name === undefined) this.#keep(kind, await create(resource, body as JsonObject));
    else if (found && method === "DELETE") this.#keep(kind, markDeleted(kind, found));
    else if (found && subresource === "status") this.#keep(kind, changeStatus(resource, found, body));
  }

  /** As columns read them: in the storage version. */
  objectsAt({ resource, name, subresource }: Place): JsonObject[] {
    if (subresource === "scale") return this.#find(`Scale/${name}`);
    const toStorage = servedAs(resource).version.toStorage ?? ((object) => object);
    if (name === undefined) return [...this.#objects.values()].map(toStorage);
    return this.#find(`${resource.kind}/${name}`).map(toStorage);
  }

  #find(key: string): JsonObject[] {
    const found = this.#objects.get(key);
    return found ? [found] : [];
  }

  #keep(kind: string, object: JsonObject): void {
    this.#objects.set(`${kind}/${(object.metadata as JsonObject).name}`, object);
  }
}

function markDeleted(kind: string, object: JsonObject): JsonObject {
  const deleted = { ...object, metadata: { ...(object.metadata as JsonObject), deletionTimestamp: madeAt } };
  return kind === "Namespace" ? { ...deleted, status: { phase: "Terminating" } } : deleted;
}

function changeStatus(of: BuiltInResource, object: JsonObject, patch: Json): JsonObject {
  const { version } = servedAs(of);
  const changed = applyMergePatch(object, patch) as JsonObject;
  const normal = version.normalize?.(changed) ?? changed;
  return version.default?.(normal) ?? normal;
}

/** What is masked becomes something of its type again, so that times have an age and selectors are valid. */
function unmask(value: Json): Json {
  if (value === "<time>") return madeAt;
  if (value === "<nodePort>") return 30_000;
  if (value === "<uuid>") return random.uuid();
  if (Array.isArray(value)) return value.map(unmask);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unmask(inner)]));
}

/** The Table as we would answer, masked like the recording. */
function showTable({ definitions, cells, conditions }: TableColumns, objects: readonly JsonObject[]): Json {
  const rows = objects.map((object) => {
    const said = conditions?.(object) ?? [];
    return { cells: cells(object, nowMs), ...(said.length > 0 && { conditions: said }) };
  });
  const columnDefinitions = definitions.map(({ name, type, format = "", description = "", priority = 0 }) => {
    return { name, type, format, description, priority };
  });
  return mask({ kind: "Table", columnDefinitions, rows }, "{ns}");
}

async function* recordedTables(
  file: string,
): AsyncGenerator<{ name: string; table: Json; place: Place; follower: Follower }> {
  const sequences = (await readSequences()).get(file) ?? [];
  const recording = JSON.parse(readFileSync(new URL(`recorded/${file}.json`, import.meta.url), "utf8"));
  const answers = new Map<string, Answer[]>(recording.sequences.map((entry: Json) => [entry.name, entry.answers]));
  for (const { name, steps } of sequences) {
    const left = [...(answers.get(name) ?? [])];
    const follower = new Follower();
    for (const step of steps) {
      const answer = step.silent ? undefined : left.shift();
      await follower.follow(step, answer);
      const place = placeOf(step.path);
      if (place && answer?.body?.kind === "Table") yield { name, table: answer.body, place, follower };
    }
  }
}

/** Ours for the Table that was asked for; `undefined` for kinds that show only when they were made. */
function columnsAt({ resource, subresource }: Place): TableColumns | undefined {
  return subresource === "scale" ? scaleColumns : columnsOf(resource);
}

const files: readonly (readonly [file: string, rows: number])[] = [
  ["kinds-tables-core", 57],
  ["kinds-tables-pods", 43],
  ["kinds-tables-groups", 43],
  ["kinds-core", 15],
  ["kinds-workloads", 11],
  ["kinds-networking", 8],
  ["kinds-storage", 11],
  ["kinds-identity", 11],
  ["kinds-admission", 8],
  ["kinds-subresources", 6],
];

for (const [file, rows] of files) {
  test(`${file}: each row has the cells and conditions that the real server gave it`, async () => {
    let agreed = 0;
    const differing: string[] = [];
    for await (const { name, table, place, follower } of recordedTables(file)) {
      const columns = columnsAt(place);
      if (!columns) continue;
      const ours: Json[] = showTable(columns, follower.objectsAt(place)).rows;
      for (const { object: _, ...row } of table.rows as Json[]) {
        // Only lists of Pods have more rows than one, and the names of Pods come first.
        const shown = ours.length === 1 ? ours[0] : ours.find(({ cells }) => cells[0] === row.cells[0]);
        if (isDeepStrictEqual(shown, row)) agreed += 1;
        else differing.push(`${name}\n  recorded ${JSON.stringify(row)}\n  ours     ${JSON.stringify(shown)}`);
      }
    }
    assert.equal(differing.join("\n"), "");
    assert.equal(agreed, rows);
  });
}

test("columns are defined and described as the real server does it", async () => {
  const compared = new Set<string>();
  for (const [file] of files) {
    for await (const { name, table, place } of recordedTables(file)) {
      const columns = columnsAt(place);
      if (!columns) continue;
      assert.deepEqual(showTable(columns, []).columnDefinitions, table.columnDefinitions, name);
      compared.add(`${place.resource.type} ${place.subresource}`);
    }
  }
  assert.equal(compared.size, 59);
});
