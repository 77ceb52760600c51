/**
 * One state of one object in a copy: known by its key, uid and version from the beginning, decoded when somebody looks at it, once.
 *
 * What was decoded, or that it cannot be, is kept in place of the text.
 */
import type { UndecodedObject } from "@pintle/client";
import { formatObjectKey, type JsonObject } from "@pintle/machinery";
import type { ObjectReader } from "./object-reader.ts";
import type { UndecodableObjectError } from "./undecodable-object-error.ts";

export class StoredObject {
  /** `namespace/name`, or `name`. */
  readonly key: string;
  /** Empty for objects of cluster scope. */
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** By the number of each index: the values that the object is found by. */
  indexValues: (readonly string[])[] | undefined;
  readonly #reader: ObjectReader;
  #source: UndecodedObject | undefined;
  #object: JsonObject | undefined;
  #failure: UndecodableObjectError | undefined;

  constructor(source: UndecodedObject, reader: ObjectReader) {
    this.key = formatObjectKey(source);
    this.namespace = source.namespace;
    this.uid = source.uid;
    this.resourceVersion = source.resourceVersion;
    this.#reader = reader;
    this.#source = source;
  }

  /** The object, the same at each call. Throws an `UndecodableObjectError`, which is reported once. */
  read(): JsonObject {
    if (this.#object === undefined) this.#decode();
    if (this.#object !== undefined) return this.#object;
    throw this.#failure;
  }

  /** The object, or nothing where it cannot be decoded. */
  readIfDecodable(): JsonObject | undefined {
    if (this.#object === undefined) this.#decode();
    return this.#object;
  }

  #decode(): void {
    const source = this.#source;
    if (source === undefined) return;
    this.#source = undefined;
    const { object, failure } = this.#reader.read(source, this);
    this.#object = object;
    this.#failure = failure;
    // Who looks at the report finds the object as it will be from now on.
    if (failure !== undefined) this.#reader.report(failure);
  }
}
