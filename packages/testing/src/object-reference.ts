/** Which object is meant: a manifest, an object of the API, or just as much of one as tells it from all others. */
import type { DynamicResource, KindReference } from "@pintle/client";
import { formatObjectKey, UsageError } from "@pintle/machinery";

export interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: { readonly name?: string | undefined; readonly namespace?: string | undefined } | undefined;
}

/** An object that the server can be asked for. */
export interface NamedObject extends Pick<KindReference, "apiVersion" | "kind"> {
  readonly name: string;
  /** Where the reference names it. */
  readonly namespace?: string;
}

export function readReference(reference: ObjectReference): NamedObject {
  const { apiVersion, kind, metadata } = reference;
  const name = metadata?.name;
  if (typeof apiVersion !== "string" || typeof kind !== "string" || typeof name !== "string" || name === "") {
    throw new UsageError(
      "PINTLE_TEST_OBJECT_UNNAMED",
      "an object is named by its apiVersion, kind and metadata.name: give the manifest that was applied, or what get returned",
    );
  }
  const namespace = metadata?.namespace;
  return { apiVersion, kind, name, ...(namespace !== undefined && { namespace }) };
}

/** `ModelBox default/a`, as people say it. */
export function formatReference(object: NamedObject): string {
  return `${object.kind} ${formatObjectKey(object)}`;
}

interface DynamicClient {
  resource(kind: KindReference, place?: { readonly namespace?: string }): DynamicResource;
}

/** The objects of its kind, where it is. */
export function resourceOf(client: DynamicClient, { apiVersion, kind, namespace }: NamedObject): DynamicResource {
  return client.resource({ apiVersion, kind }, namespace === undefined ? {} : { namespace });
}
