/**
 * Writes the events of one form of one endpoint. What several watchers of that form are told is written once.
 *
 * In JSON and the version of the storage an event is its stored bytes in a frame. Everything else is made from the parsed object.
 */
import { resourceOfKind } from "@pintle/kinds/tables";
import { type Clock, createFailureStatus, type JsonObject, type Status } from "@pintle/machinery";
import { rowsOfKept } from "../registry/kept-rows.ts";
import { fromStorageVersion, type ResourceEndpoint } from "../registry/resource-endpoint.ts";
import { decodeStored, writeStored } from "../registry/stored-object.ts";
import type { StoredValue } from "../storage/storage.ts";
import { encodeObject } from "../wire/encode-object.ts";
import type { ResponseForm } from "../wire/negotiate.ts";
import { toPartialObjectMetadata } from "../wire/partial-object-metadata.ts";
import { createTable, defaultColumns, type IncludeObject, type TableRows } from "../wire/table.ts";
import { normalizeBuiltIn } from "../wire/typed/normalize-built-in.ts";
import { frameEvent, type WatchEventType } from "./frame-event.ts";
import type { ResourceEvent } from "./resource-events.ts";
import { shownBytes } from "./watch-selection.ts";

export interface WatchForm {
  readonly endpoint: ResourceEndpoint;
  readonly form: ResponseForm;
  readonly includeObject: IncludeObject;
}

export class WatchEncoder {
  readonly #endpoint: ResourceEndpoint;
  readonly #form: ResponseForm;
  readonly #includeObject: IncludeObject;
  readonly #clock: Clock;
  readonly #typeName: string | undefined;
  readonly #isVerbatim: boolean;
  readonly #isTable: boolean;
  readonly #memory: Readonly<Record<ResourceEvent["type"], string>>;
  /** Of the Tables of a watch only the first has columns. */
  #isFirst = true;

  constructor({ endpoint, form, includeObject }: WatchForm, clock: Clock) {
    const { resource, version, apiVersion } = endpoint;
    // Lines of a stream are never broken.
    this.#form = { ...form, isPretty: false };
    this.#endpoint = endpoint;
    this.#includeObject = includeObject;
    this.#clock = clock;
    const gvk = { group: resource.group, version: version.version, kind: resource.kind };
    this.#typeName = resource.isBuiltIn ? resourceOfKind(gvk)?.type : undefined;
    const isAsStored = version === endpoint.storageVersion && version.fromStorage === undefined;
    this.#isVerbatim = form.mediaType === "json" && form.as === "object" && isAsStored;
    this.#isTable = form.as === "table";
    const name = [form.mediaType, form.as, form.version, includeObject, apiVersion].join(" ");
    this.#memory = { ADDED: `ADDED ${name}`, MODIFIED: `MODIFIED ${name}`, DELETED: `DELETED ${name}` };
  }

  /** An event of now, which others are told at the same time. */
  encodeEvent(event: ResourceEvent, type: ResourceEvent["type"]): Uint8Array {
    const make = () => this.encodeStored(shownBytes(event, type), type);
    return this.#isTable && this.#isFirst ? make() : event.remember(this.#memory[type], make);
  }

  /** An object, or an event of the past: it is written for this watch alone, since ages in Tables go on. */
  encodeStored(stored: StoredValue, type: ResourceEvent["type"]): Uint8Array {
    if (this.#isVerbatim) return frameEvent("json", type, writeStored(stored));
    const kept = decodeStored(stored);
    if (this.#isTable) return this.#encodeTable(type, kept, rowsOfKept([kept], this.#endpoint));
    return this.#encode(type, fromStorageVersion(this.#endpoint, kept));
  }

  /** Nothing but a revision, and where the initial events end a word about that. */
  encodeBookmark(revision: number, isEndOfInitialEvents: boolean): Uint8Array {
    const { apiVersion, resource } = this.#endpoint;
    const annotations = { "k8s.io/initial-events-end": "true" };
    const metadata = { resourceVersion: String(revision), ...(isEndOfInitialEvents && { annotations }) };
    const object: JsonObject = { kind: resource.kind, apiVersion, metadata };
    // Go prints fields of an empty object that are never left out.
    return this.#encode("BOOKMARK", this.#typeName ? normalizeBuiltIn(object, this.#typeName) : object);
  }

  encodeError(status: Status): Uint8Array {
    return this.#frame("ERROR", status as unknown as JsonObject, "meta/v1.Status");
  }

  #encode(type: WatchEventType, object: JsonObject): Uint8Array {
    const { as, version } = this.#form;
    if (as === "table") return this.#encodeTable(type, object, { objects: [object] });
    if (as === "partial") {
      return this.#frame(type, toPartialObjectMetadata(object, version), "meta/v1.PartialObjectMetadata");
    }
    return this.#frame(type, object, this.#typeName);
  }

  #encodeTable(type: WatchEventType, object: JsonObject, rows: TableRows): Uint8Array {
    const hasHeaders = this.#isFirst;
    this.#isFirst = false;
    const table = createTable({
      columns: this.#endpoint.version.columns ?? defaultColumns,
      ...rows,
      listMetadata: object.metadata as JsonObject,
      includeObject: this.#includeObject,
      version: this.#form.version,
      nowMs: this.#clock.now(),
      hasHeaders,
    });
    return this.#frame(type, table, undefined);
  }

  #frame(type: WatchEventType, object: JsonObject, typeName: string | undefined): Uint8Array {
    const { mediaType } = this.#form;
    const bytes = encodeObject(object, this.#form, typeName);
    // JSON ends with a line break, which comes behind the whole event instead.
    return frameEvent(mediaType, type, [mediaType === "json" ? bytes.subarray(0, -1) : bytes]);
  }
}

/** What a client of a stream is told of a failure that is no answer of the API. */
export function statusOfBrokenEvent(error: unknown): Status {
  return createFailureStatus("InternalError", `unable to encode watch object: ${String(error)}`);
}
