/**
 * Objects of built-in kinds that are nearly right: one that the real server accepted, with a thing or two changed at random. What is
 * put in has the type that the field has, so that it is validation that judges it; words are those that stood in fields of that name.
 */
import { readFileSync } from "node:fs";
import { type BuiltInResource, builtInResources, type FieldRow, typeNamed } from "@pintle/kinds/tables";
import { type Random, randomBelow } from "@pintle/machinery";
import type { Json } from "../conformance/answer.ts";
import { readSequences } from "./corpus.ts";

export interface AcceptedObject {
  readonly resource: BuiltInResource;
  readonly object: Json;
}

export interface AcceptedObjects {
  readonly objects: readonly AcceptedObject[];
  /** Texts by the name of the field that they stood in. */
  readonly words: ReadonlyMap<string, readonly string[]>;
}

/** What the corpus' creations of objects that can be read again were sent, where the real server took it. */
export async function readAcceptedObjects(): Promise<AcceptedObjects> {
  const objects: AcceptedObject[] = [];
  const words = new Map<string, Set<string>>();
  for (const [file, sequences] of await readSequences()) {
    if (!/^(invalid|kinds)-/.test(file)) continue;
    const recording = JSON.parse(readFileSync(new URL(`recorded/${file}.json`, import.meta.url), "utf8"));
    const answers = new Map<string, Json[]>(recording.sequences.map((entry: Json) => [entry.name, entry.answers]));
    for (const { name, steps } of sequences) {
      const left = [...(answers.get(name) ?? [])];
      for (const { method, path, body, silent } of steps) {
        const answer = silent ? { status: 201 } : left.shift();
        const resource = method === "POST" && typeof body === "object" ? resourceAt(path) : undefined;
        if (!resource?.verbs.includes("get")) continue;
        const object = JSON.parse(JSON.stringify(body).replaceAll("{ns}", "default"));
        collectWords(object, "", words);
        if (answer?.status === 201) objects.push({ resource, object });
      }
    }
  }
  return { objects, words: new Map([...words].map(([key, texts]) => [key, [...texts]])) };
}

export function collectionOf({ group, version, plural, scope }: BuiltInResource): string {
  const place = scope === "Cluster" ? "" : "namespaces/default/";
  return `${group === "" ? "/api" : `/apis/${group}`}/${version}/${place}${plural}`;
}

function resourceAt(path: string): BuiltInResource | undefined {
  return builtInResources.find((resource) => path.replace("{ns}", "default") === collectionOf(resource));
}

function collectWords(value: Json, key: string, words: Map<string, Set<string>>): void {
  if (typeof value === "string" && value.length < 300) words.set(key, (words.get(key) ?? new Set()).add(value));
  else if (Array.isArray(value)) for (const item of value) collectWords(item, key, words);
  else if (value && typeof value === "object") {
    for (const [inner, item] of Object.entries(value)) collectWords(item, inner, words);
  }
}

const oddWords = [
  ...["", "a", "A", "a b", "a/b", "a.b", "a_b", "-a", "1", "/a", "../a", "None", "example.com/a"],
  ...["10.0.0.1", "::1", "10.0.0.0/8", "x".repeat(64), "x".repeat(254)],
];
const mapKeys = ["a", "cpu", "memory", "A B", "example.com/x", "storage", "kubernetes.io/os", ""];
const scalars: readonly [kind: RegExp, values: readonly Json[]][] = [
  [/^u?int/, [-1, 0, 1, 2, 80, 100, 600, 3600, 65_536, 2_147_483_647]],
  [/^bool$/, [true, false]],
  [/^Quantity$/, ["-1", "0", "1", "500m", "1Gi", "2", "100m"]],
  [/^IntOrString$/, [-1, 0, 80, "http", "50%", "101%", "x%", "", 65_536]],
  [/Time$/, ["2001-01-01T00:00:00Z"]],
  [/^(FieldsV1|RawExtension|JSON)$/, [{}]],
  [/byte/, ["YQ=="]],
];

/** Kept as they are: what says which object it is. */
const fixed = new Set(["kind", "apiVersion", "status", "metadata"]);

export function createMutator(words: ReadonlyMap<string, readonly string[]>, random: Random) {
  const happens = (percent: number) => randomBelow(random, 100) < percent;
  const pick = <Item>(items: readonly Item[]): Item => items[randomBelow(random, items.length)] as Item;

  function make(type: string, name: string, depth: number): Json {
    if (type.startsWith("[]")) {
      return Array.from({ length: randomBelow(random, 3) }, () => make(type.slice(2), name, depth - 1));
    }
    if (type.startsWith("map[]")) {
      const entries = Array.from({ length: randomBelow(random, 3) }, () => pick(mapKeys));
      return Object.fromEntries(entries.map((key) => [key, make(type.slice("map[]".length), name, depth - 1)]));
    }
    const fields = fieldsOf(type);
    if (fields.length === 0) return makeScalar(type.split(".").at(-1) ?? "", name);
    const chosen = depth <= 0 ? [] : fields.filter(() => happens(35));
    return Object.fromEntries(chosen.map((field) => [field.name, make(field.type, field.name, depth - 1)]));
  }

  function makeScalar(kind: string, name: string): Json {
    const [, values] = scalars.find(([pattern]) => pattern.test(kind)) ?? [];
    if (values) return structuredClone(pick(values));
    const known = words.get(name) ?? [];
    return known.length > 0 && happens(67) ? pick(known) : pick(oddWords);
  }

  function mutateList(list: readonly Json[], type: string, name: string): Json {
    if (list.length === 0) return [make(type, name, 2)];
    const index = randomBelow(random, list.length);
    if (happens(67)) return list.toSpliced(index, 1, mutate(list[index], type, name));
    return [...list, happens(50) ? list[index] : make(type, name, 2)];
  }

  /** The value with something in it changed, added or left out. */
  function mutate(value: Json, type: string, name = ""): Json {
    if (type.startsWith("[]")) return mutateList(Array.isArray(value) ? value : [], type.slice(2), name);
    const fields = fieldsOf(type).filter((field) => name !== "" || !fixed.has(field.name));
    if (fields.length === 0 || value === null || typeof value !== "object") return make(type, name, 2);
    const present = fields.filter((field) => value[field.name] !== undefined);
    const field = pick(present.length > 0 && happens(65) ? present : fields);
    const { [field.name]: found, ...rest } = value;
    if (found !== undefined && happens(12)) return rest;
    const isNew = found === undefined || happens(10);
    return { ...value, [field.name]: isNew ? make(field.type, field.name, 2) : mutate(found, field.type, field.name) };
  }

  function mutateObject(object: Json, { type }: BuiltInResource): Json {
    const once = mutate(structuredClone(object), type);
    return happens(50) ? mutate(once, type) : once;
  }

  function mutateStatus(object: Json, { type }: BuiltInResource): Json {
    const status = fieldsOf(type).find(({ name }) => name === "status");
    if (status === undefined) return object;
    const once = mutate(object.status ?? {}, status.type, status.name);
    return { ...object, status: mutate(once, status.type, status.name) };
  }

  return { mutateObject, mutateStatus };
}

function fieldsOf(type: string): FieldRow[] {
  return (typeNamed(type)?.fields ?? []).flatMap((field) => (field.isInline ? fieldsOf(field.type) : [field]));
}
