/** Sequences in which several managers write one object: sharing, conflict, force, giving up, and each type of patch. */
import type { Json } from "../conformance/answer.ts";
import type { PatchType } from "../conformance/client.ts";
import type { Contested } from "./contested-fields.ts";
import { mutate } from "./mutate.ts";
import type { Sequence, Step } from "./sequence.ts";

type Query = NonNullable<Step["query"]>;

export function applied(fieldManager: string, path: string, body: Json, query: Query = {}): Step {
  return { method: "PATCH", patch: "apply", path, query: { fieldManager, ...query }, body };
}

export function patched(patch: PatchType, path: string, body: Json, query?: Query): Step {
  return { method: "PATCH", patch, path, body, ...(query === undefined ? {} : { query }) };
}

/** What is not in the sequence's namespace has to be taken away. */
function leaving(collection: string, path: string): Step[] {
  return collection.includes("{ns}") ? [] : [{ method: "DELETE", path, silent: true }];
}

export function contestsOf({ collection, object, field, values, keys = {} }: Contested): Sequence[] {
  const path = `${collection}/${object.metadata.name}`;
  const { apiVersion, kind, metadata } = object;
  const whole = (value: Json) => mutate(object, field, value);
  const part = (value: Json) => mutate({ apiVersion, kind, metadata, ...keys }, field, value);
  const nothing = { apiVersion, kind, metadata };
  const [first, second] = values;
  const sequence = (what: string, ...steps: Step[]): Sequence => ({
    name: `${apiVersion} ${kind}: ${what}`,
    steps: [...steps, ...leaving(collection, path)],
  });
  return [
    sequence(
      "two managers share a value until both give it up",
      applied("alpha", path, whole(first)),
      applied("beta", path, part(first)),
      applied("alpha", path, object),
      applied("beta", path, nothing),
    ),
    sequence(
      "another value is a conflict, and force takes the field",
      applied("alpha", path, whole(first)),
      applied("beta", path, part(second)),
      applied("beta", path, part(second), { force: true }),
      applied("alpha", path, whole(first)),
      applied("alpha", path, object),
    ),
    sequence(
      "a patch takes an applied field, and the next apply conflicts with it",
      applied("alpha", path, whole(first)),
      patched("merge", path, mergeOf(field, second, object), { fieldManager: "hand" }),
      applied("alpha", path, whole(first)),
      applied("alpha", path, whole(first), { force: true }),
      applied("alpha", path, whole(first)),
    ),
  ];
}

/** One kind and each type of patch: setting, changing, removing the field. */
export function patchesOf({ collection, object, field, values, keys = {} }: Contested): Sequence {
  const path = `${collection}/${object.metadata.name}`;
  const [first, second] = values;
  const pointer = (field.match(/[^.[\]]+/g) ?? []).map((key) => `/${key}`).join("");
  return {
    name: `${object.apiVersion} ${object.kind}: set, changed and removed by each type of patch`,
    steps: [
      { method: "POST", path: collection, body: mutate(object, field, first) },
      patched("json", path, [
        { op: "test", path: pointer, value: first },
        { op: "replace", path: pointer, value: second },
      ]),
      patched("json", path, [{ op: "remove", path: pointer }]),
      patched("merge", path, mergeOf(field, first, object)),
      patched("merge", path, mergeOf(field, null, object)),
      patched("strategic", path, mutate(keys, field, second)),
      patched("strategic", path, mutate(keys, field, null)),
      { method: "DELETE", path },
    ],
  };
}

/** A merge patch has to name a list whole. */
function mergeOf(field: string, value: Json, object: Json): Json {
  if (!field.includes("[")) return mutate({}, field, value);
  const [list = ""] = field.split("[");
  return { [list]: mutate(object, field, value)[list] };
}
