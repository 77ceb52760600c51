/** Sequences that show the life of an object: what it becomes when created, changed, given a status, printed and deleted. */
import type { Json } from "../conformance/answer.ts";
import { mutate } from "./mutate.ts";
import type { Sequence, Step } from "./sequence.ts";

/** What kubectl sends to have an object printed by the server. */
export const asTable = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };

export interface Circumstances {
  /** Says what is special, when the kind has another life too. */
  readonly what?: string;
  /** Written through the status subresource before the object is printed. */
  readonly status?: Json;
  /** What the server's own controllers add after a moment; waited for, so that nothing depends on when they come. */
  readonly settled?: Json;
  /** The same after the change, before the object is printed. */
  readonly settledAgain?: Json;
}

/**
 * The object is created, changed by a PUT with its resourceVersion, offered once more as it was without a resourceVersion (a dry run: not every
 * kind takes it), printed as a Table and deleted. An object that is not in a namespace needs `{ns}` in its name: sequences run side by side.
 */
export function lifeOf(
  collection: string,
  object: Json,
  change: Readonly<Record<string, Json>>,
  { what, status, settled, settledAgain }: Circumstances = {},
): Sequence {
  const path = `${collection}/${object.metadata.name}`;
  const changed = withChanges(object, { ...change, "metadata.resourceVersion": "{rv}" });
  const steps: Step[] = [
    { method: "POST", path: collection, body: object },
    ...(settled === undefined ? [] : [{ method: "GET", path, until: settled, silent: true } as const]),
    { method: "PUT", path, body: changed },
    { method: "PUT", path, query: { dryRun: "All" }, body: object },
    ...(status === undefined ? [] : [{ method: "PUT", path: `${path}/status`, body: { ...changed, status } } as const]),
    ...(settledAgain === undefined ? [] : [{ method: "GET", path, until: settledAgain, silent: true } as const]),
    { method: "GET", path, headers: asTable },
    { method: "DELETE", path },
  ];
  return { name: `${object.apiVersion} ${object.kind}${what === undefined ? "" : `: ${what}`}`, steps };
}

/** An object that is only asked something: it is answered, not stored. */
export function reviewOf(collection: string, what: string, object: Json): Sequence {
  const name = `${object.apiVersion} ${object.kind}: ${what}`;
  return { name, steps: [{ method: "POST", path: collection, body: object }] };
}

/** The object is made, given a status where one is said, and printed. */
export function rowOf(collection: string, what: string, object: Json, status?: Json): Sequence {
  const path = `${collection}/${object.metadata.name}`;
  const steps: Step[] = [
    { method: "POST", path: collection, body: object, silent: true },
    ...(status === undefined
      ? []
      : [{ method: "PATCH", patch: "merge", path: `${path}/status`, body: { status }, silent: true } as const]),
    { method: "GET", path, headers: asTable },
    ...(collection.includes("{ns}") ? [] : [{ method: "DELETE", path, silent: true } as const]),
  ];
  return { name: `${object.apiVersion} ${object.kind}: ${what}`, steps };
}

function withChanges(object: Json, change: Readonly<Record<string, Json>>): Json {
  return Object.entries(change).reduce((changed, [path, value]) => mutate(changed, path, value), object);
}
