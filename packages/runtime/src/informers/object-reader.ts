/**
 * Makes of an object's text what a copy hands out: without managedFields unless they are wanted, transformed, and frozen where that is
 * asked for, so that nobody changes what others read.
 */
import type { UndecodedObject } from "@pintle/client";
import { isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";
import { UndecodableObjectError } from "./undecodable-object-error.ts";

export interface ObjectReaderOptions {
  /** For reports. */
  readonly kind: string;
  readonly isMetadataOnly: boolean;
  readonly keepsManagedFields: boolean;
  readonly transform?: ((object: JsonObject) => JsonObject) | undefined;
  readonly freezes: boolean;
  readonly report: (error: unknown) => void;
}

/** One of the two. */
export interface ObjectReading {
  readonly object?: JsonObject;
  readonly failure?: UndecodableObjectError;
}

interface Known {
  readonly key: string;
  readonly resourceVersion: string;
}

export class ObjectReader {
  readonly #options: ObjectReaderOptions;
  readonly report: (error: unknown) => void;

  constructor(options: ObjectReaderOptions) {
    this.#options = options;
    this.report = options.report;
  }

  read(source: UndecodedObject, known: Known): ObjectReading {
    try {
      return { object: this.#read(source) };
    } catch (cause) {
      return { failure: new UndecodableObjectError(this.#options.kind, known, cause) };
    }
  }

  #read(source: UndecodedObject): JsonObject {
    const { transform, freezes } = this.#options;
    const decoded = source.decode();
    checkIdentity(decoded, source);
    const own = this.#keep(decoded);
    const object = transform === undefined ? own : transform(own);
    if (!isJsonObject(object)) throw new Error("the transform gave no object");
    if (freezes) freeze(object);
    return object;
  }

  /** What is kept of the object: all of it but the managedFields, or its metadata where the server gave more than was asked for. */
  #keep(object: JsonObject): JsonObject {
    const { keepsManagedFields, isMetadataOnly } = this.#options;
    const { metadata } = object;
    const isWhole = isMetadataOnly && object.kind !== "PartialObjectMetadata";
    const kept = isWhole ? { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata", metadata } : object;
    if (keepsManagedFields || !isJsonObject(metadata) || metadata.managedFields === undefined)
      return kept as JsonObject;
    const { managedFields: _dropped, ...rest } = metadata;
    return { ...kept, metadata: rest };
  }
}

/** A text that was understood otherwise than it decodes is not what was asked for under that name. */
function checkIdentity({ metadata }: JsonObject, source: UndecodedObject): void {
  const { name = "", namespace = "", uid = "", resourceVersion = "" } = isJsonObject(metadata) ? metadata : {};
  const isSame = name === source.name && namespace === source.namespace && uid === source.uid;
  if (isSame && resourceVersion === source.resourceVersion) return;
  const found: JsonObject = { name, namespace, uid, resourceVersion };
  const field = (["name", "namespace", "uid"] as const).find((each) => found[each] !== source[each]);
  throw new Error(`metadata.${field ?? "resourceVersion"} is not what it was taken for`);
}

function freeze(value: JsonValue): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Array.isArray(value) ? value : Object.values(value)) freeze(inner);
}
