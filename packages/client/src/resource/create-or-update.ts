/** Brings one object into a wanted state, whether it is there or not, and writes nothing where nothing would change. */
import { ApiError, copyJson, equalJson, type JsonValue, type KubernetesObject } from "@pintle/machinery";
import type { ResourceVerbs } from "./resource.ts";
import type { AnyManifest } from "./resource-requests.ts";
import type { WriteOptions } from "./write-options.ts";

export interface CreatedOrUpdated<Read> {
  readonly object: Read;
  readonly operation: "created" | "updated" | "unchanged";
}

/**
 * Asks for the wanted state with a copy of the object, or with nothing where there is none, and creates or updates it. A conflict is thrown:
 * see `retryOnConflict`.
 */
export async function createOrUpdate<Read extends KubernetesObject, Write extends AnyManifest>(
  resource: Pick<ResourceVerbs<Read, Write>, "get" | "create" | "update">,
  name: string,
  decide: (found: Read | undefined) => Write | Promise<Write>,
  options: WriteOptions = {},
): Promise<CreatedOrUpdated<Read>> {
  const found = await ignoreNotFound(resource.get(name, { signal: options.signal, timeoutMs: options.timeoutMs }));
  // Who decides may change what it is given, so the comparison needs one that nobody has touched.
  const wanted = named(
    await decide(found === undefined ? undefined : (copyJson(asJson(found)) as unknown as Read)),
    name,
  );
  if (found === undefined) return { object: await resource.create(wanted, options), operation: "created" };
  if (equalJson(asJson(found), asJson(wanted))) return { object: found, operation: "unchanged" };
  return { object: await resource.update(wanted, options), operation: "updated" };
}

function named<Write extends AnyManifest>(manifest: Write, name: string): Write {
  return { ...manifest, metadata: { ...manifest.metadata, name } };
}

function asJson(object: object): JsonValue {
  return object as JsonValue;
}

/** The result, or `undefined` where there is no such object: `await ignoreNotFound(pods.delete("a"))`. */
export async function ignoreNotFound<Result>(result: Promise<Result>): Promise<Result | undefined> {
  try {
    return await result;
  } catch (error) {
    if (ApiError.is(error, "NotFound")) return undefined;
    throw error;
  }
}
