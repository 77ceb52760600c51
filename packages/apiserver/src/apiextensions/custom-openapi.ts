/**
 * The OpenAPI documents of custom resources, beside or within those of the built-in kinds.
 *
 * A document is made when somebody asks for it or for its hash, and kept until a definition of its group changes.
 */
import { Buffer } from "node:buffer";
import { compareUtf8, isJsonObject, type JsonObject, readJson } from "@pintle/machinery";
import {
  type CustomResource,
  type DefinitionSpec,
  hashOpenApi,
  mergeOpenApiV3,
  type OpenApiV3Document,
  publishOpenApiV2,
  publishOpenApiV3,
  servedResourcesOf,
  writeOpenApi,
} from "@pintle/schema/openapi";
import { emptyOpenApi, type OpenApiSource } from "../openapi/openapi-source.ts";
import { type Definition, servedNamesOf } from "./definition.ts";

export interface CustomOpenApi extends OpenApiSource {
  /** What is published from now on. */
  publish(definitions: readonly Definition[]): void;
}

interface Document {
  readonly bytes: Uint8Array;
  readonly hash: string;
}

/** Without documents of built-in kinds there are only those of the definitions. */
export function createCustomOpenApi(builtIn: OpenApiSource = emptyOpenApi): CustomOpenApi {
  let definitions: readonly Definition[] = [];
  let resources = new Map<string, CustomResource[]>();
  let documents = new Map<string, Document>();
  let wholeV2: ReturnType<OpenApiSource["wholeV2"]> | undefined;

  function documentOf(name: string, published: readonly CustomResource[]): Document {
    const known = documents.get(name);
    if (known) return known;
    const [first, ...rest] = [...published].sort((left, right) => compareUtf8(left.plural, right.plural));
    const parts = [first, ...rest].filter((each) => each !== undefined).map((each) => publishOpenApiV3([each]));
    const bytes = Buffer.from(writeOpenApi(mergeOpenApiV3(parts as [OpenApiV3Document])));
    const document = { bytes, hash: hashOpenApi(bytes) };
    documents.set(name, document);
    return document;
  }

  return {
    publish(next) {
      const before = documents;
      documents = new Map();
      const found = groupByDocument(next);
      // What did not change is not made again: a server may have hundreds of definitions.
      for (const [name, document] of before) {
        if (isUnchanged(resources.get(name), found.get(name))) documents.set(name, document);
      }
      definitions = next;
      resources = found;
      wholeV2 = undefined;
    },

    hashes() {
      const hashes = new Map(builtIn.hashes());
      for (const [name, published] of resources) {
        if (!hashes.has(name)) hashes.set(name, documentOf(name, published).hash);
      }
      return hashes;
    },

    async document(name) {
      const published = resources.get(name);
      return (await builtIn.document(name)) ?? (published && documentOf(name, published).bytes);
    },

    wholeV2() {
      wholeV2 ??= definitions.length === 0 ? builtIn.wholeV2() : mergeV2(builtIn, resources.values().toArray().flat());
      return wholeV2;
    },
  };
}

function groupByDocument(definitions: readonly Definition[]): Map<string, CustomResource[]> {
  const all = definitions.flatMap((definition) =>
    servedResourcesOf({ ...definition.spec, names: servedNamesOf(definition) } as DefinitionSpec),
  );
  return Map.groupBy(all, ({ group, version }) => `apis/${group}/${version}`);
}

/** Schemas are parts of definitions, which are parsed anew only when they are another. */
function isUnchanged(before: readonly CustomResource[] = [], after: readonly CustomResource[] = []): boolean {
  return (
    before.length === after.length &&
    before.every((resource, index) => {
      const other = after[index];
      return (
        other?.plural === resource.plural &&
        other.kind === resource.kind &&
        other.schema === resource.schema &&
        other.subresources === resource.subresources &&
        other.selectableFields === resource.selectableFields
      );
    })
  );
}

/** One document of version 2 has everything; the built-in one comes first where both have the same. */
async function mergeV2(
  builtIn: OpenApiSource,
  resources: readonly CustomResource[],
): ReturnType<OpenApiSource["wholeV2"]> {
  const { document } = await builtIn.wholeV2();
  const { value } = readJson(document);
  const own = publishOpenApiV2(resources) as unknown as JsonObject;
  const whole: JsonObject = isJsonObject(value) ? { ...value } : {};
  for (const key of ["paths", "definitions", "parameters"]) whole[key] = mergeMaps(own[key], whole[key]);
  const bytes = Buffer.from(writeOpenApi(whole));
  return { document: bytes, hash: hashOpenApi(bytes) };
}

function mergeMaps(one: unknown, other: unknown): JsonObject {
  const merged = { ...(one as JsonObject), ...(other as JsonObject) };
  return Object.fromEntries(Object.entries(merged).sort(([left], [right]) => compareUtf8(left, right)));
}
