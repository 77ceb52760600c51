/** Sequences that show how a server refuses a wrong object, made from a right one and a table of mutations. */
import type { Json } from "../conformance/answer.ts";
import { keysOf, mutate } from "./mutate.ts";
import type { Sequence, Step } from "./sequence.ts";

/** What is wrong, in words; where; and the wrong value, or none when the field is missing. */
export type Mutation = readonly [what: string, path: string, value?: Json];

/** Each is sent as a dry run unless said, so that one that is accepted with a warning leaves nothing behind. */
export function refusedCreations(
  collection: string,
  base: Json,
  mutations: readonly Mutation[],
  options: Pick<Step, "query"> = { query: { dryRun: "All" } },
): Sequence[] {
  return mutations.map(([what, path, value]) => ({
    name: `${base.apiVersion} ${base.kind}: ${what}`,
    steps: [{ method: "POST", path: collection, ...options, body: mutate(base, path, value) }],
  }));
}

/**
 * The base is stored and, when it looks like `until`, changed by a JSON patch of the one field, so that nothing else
 * differs. A base that is not in a namespace needs `{ns}` in its name: sequences run side by side.
 */
export function refusedUpdates(
  collection: string,
  base: Json,
  mutations: readonly Mutation[],
  until: Json = { metadata: { uid: /./ } },
): Sequence[] {
  const path = `${collection}/${base.metadata.name}`;
  return mutations.map(([what, field, value]) => ({
    name: `${base.apiVersion} ${base.kind}: ${what}`,
    steps: [
      { method: "POST", path: collection, body: base, silent: true },
      { method: "GET", path, until, silent: true },
      { method: "PATCH", patch: "json", path, query: { dryRun: "All" }, body: [operation(field, value)] },
      { method: "DELETE", path, silent: true },
    ],
  }));
}

/** The base is stored, and what is wrong is written to its status by a merge patch. */
export function refusedStatuses(collection: string, base: Json, mutations: readonly Mutation[]): Sequence[] {
  const path = `${collection}/${base.metadata.name}`;
  return mutations.map(([what, field, value]) => ({
    name: `${base.apiVersion} ${base.kind}: ${what}`,
    steps: [
      { method: "POST", path: collection, body: base, silent: true },
      {
        method: "PATCH",
        patch: "merge",
        path: `${path}/status`,
        query: { dryRun: "All" },
        body: mutate({}, field, value),
      },
      { method: "DELETE", path, silent: true },
    ],
  }));
}

/** `add` also replaces a member of an object, but would insert into a list. */
function operation(field: string, value: Json): Json {
  const path = keysOf(field)
    .map((key) => `/${key}`)
    .join("");
  if (value === undefined) return { op: "remove", path };
  return { op: field.endsWith("]") ? "replace" : "add", path, value };
}
