/**
 * Turns what a verb has to say into bytes, in the form that was negotiated. JSON of the stored version goes out as it is stored; all else
 * is parsed, converted, and written anew.
 */
import { Buffer } from "node:buffer";
import { resourceOfKind } from "@pintle/kinds/tables";
import { ApiError, type Clock, createFailureStatus, type JsonObject } from "@pintle/machinery";
import type { ServerRequest, ServerResponse } from "../pipeline/server-request.ts";
import { rowsOfKept } from "../registry/kept-rows.ts";
import type { ObjectList } from "../registry/list-objects.ts";
import { metadataOf } from "../registry/object-metadata.ts";
import { fromStorageVersion, type ResourceEndpoint } from "../registry/resource-endpoint.ts";
import { decodeStored, writeStored } from "../registry/stored-object.ts";
import type { TableColumns } from "../registry/table-columns.ts";
import type { StoredValue } from "../storage/storage.ts";
import { encodeList } from "../wire/encode-list.ts";
import { encodeObject } from "../wire/encode-object.ts";
import { sortKeys } from "../wire/json/sorted-keys.ts";
import { negotiateResponse, type ResponseForm } from "../wire/negotiate.ts";
import { toPartialObjectMetadata, toPartialObjectMetadataList } from "../wire/partial-object-metadata.ts";
import {
  createRow,
  createTable,
  defaultColumns,
  inOrderOf,
  readIncludeObject,
  type TableInput,
  type TableRows,
} from "../wire/table.ts";
import { listMetadataOf } from "./list-metadata.ts";
import type { RestResult } from "./rest-result.ts";
import { writeList } from "./write-list.ts";

const newline = Buffer.from("\n");

export interface ResponseWriter {
  write(result: RestResult): Promise<ServerResponse>;
}

/**
 * Negotiates at once, so that a request which accepts nothing of ours does nothing either. Without columns there are no Tables.
 */
export function createResponseWriter(
  request: ServerRequest,
  endpoint: ResourceEndpoint,
  columns: TableColumns | undefined,
  clock: Clock,
): ResponseWriter {
  const { headers, query } = request;
  const form = negotiateResponse(headers.accept, {
    protobuf: endpoint.resource.isBuiltIn === true,
    transforms: columns ? true : "metadata",
    stream: false,
    query,
    userAgent: headers["user-agent"],
  });
  const includeObject = form.as === "table" ? readIncludeObject(query) : "None";
  const writing: Writing = { form, endpoint, columns: columns ?? defaultColumns, clock, includeObject };
  return {
    write: async (result) => ({
      status: result.status,
      headers: { "content-type": form.contentType },
      body: await bodyOf(result, writing),
    }),
  };
}

interface Writing {
  readonly form: ResponseForm;
  readonly endpoint: ResourceEndpoint;
  readonly columns: TableColumns;
  readonly clock: Clock;
  readonly includeObject: ReturnType<typeof readIncludeObject>;
}

type Body = NonNullable<ServerResponse["body"]>;

async function bodyOf(result: RestResult, writing: Writing): Promise<Body> {
  const { form, endpoint, clock } = writing;
  const isPlain = form.mediaType === "json" && form.as === "object" && !form.isPretty;
  const asStored = isPlain && endpoint.version === endpoint.storageVersion;
  switch (result.type) {
    case "stored":
      if (asStored) return [...writeStored(result.stored), newline];
      return writeKept(decodeStored(result.stored), writing);
    case "kept":
      return writeKept(inOrder(result.object, endpoint), writing);
    case "object":
      if (result.otherType === undefined) return writeObject(result.object, writing);
      // A Status is told as it is, whatever was asked for.
      if (form.as !== "object" && result.otherType !== statusType) return writeObject(result.object, writing);
      return encodeObject(result.object, form, result.otherType);
    case "list":
      if (asStored) return writeList(endpoint, result.list, clock);
      if (result.list.entries.length > readAtOnce) return writeLongList(result.list, writing);
      return writeShortList(result.list, writing);
    case "objects":
      return writeObjects(
        result.items,
        result.resourceVersion === "" ? {} : { resourceVersion: result.resourceVersion },
        writing,
      );
  }
}

/** What was not stored has not been sorted yet. */
function inOrder(object: JsonObject, { resource }: ResourceEndpoint): JsonObject {
  return resource.isCustom ? (sortKeys(object) as JsonObject) : object;
}

function writeKept(object: JsonObject, writing: Writing): Uint8Array {
  if (writing.form.as !== "table") return writeObject(fromStorageVersion(writing.endpoint, object), writing);
  return writeTable(rowsOfKept([object], writing.endpoint), metadataOf(object), writing);
}

function read(stored: StoredValue, endpoint: ResourceEndpoint): JsonObject {
  return fromStorageVersion(endpoint, decodeStored(stored));
}

/** Longer lists are written item by item: to make all of them and write them at once would keep everybody waiting. */
const readAtOnce = 200;

async function writeLongList(list: ObjectList, writing: Writing): Promise<Body> {
  const { form, endpoint, clock } = writing;
  const metadata = listMetadataOf(endpoint, list);
  if (form.as === "table") return writeLongTable(await readAll(list.entries, writing), metadata, writing);
  if (form.as === "partial") checkPartial(writing, true);
  const items = list.entries.values().map((entry) => itemOf(read(entry, endpoint), writing));
  const itemType = form.as === "partial" ? partialType : typeNameOf(endpoint);
  return encodeList({ frame: frameOf(metadata, writing), itemsKey: "items", items, itemType }, form, clock);
}

function writeLongTable(kept: readonly JsonObject[], metadata: JsonObject, writing: Writing): Promise<Body> {
  const rows = rowsOfKept(kept, writing.endpoint);
  const input = tableInputOf({ ...rows, objects: [] }, metadata, writing);
  const items = inOrderOf(input.columns, rows.objects)
    .values()
    .map((object) => createRow(object, input));
  return encodeList(
    { frame: { ...createTable(input), rows: [] }, itemsKey: "rows", items },
    writing.form,
    writing.clock,
  );
}

/** A list without items, in the order of keys that it is written in. */
function frameOf(metadata: JsonObject, { form, endpoint }: Writing): JsonObject {
  if (form.as === "partial") {
    return { ...toPartialObjectMetadataList([], metadata, form.version), items: [] };
  }
  const { listKind, apiVersion, resource } = endpoint;
  return resource.isBuiltIn
    ? { kind: listKind, apiVersion, metadata, items: [] }
    : { apiVersion, items: [], kind: listKind, metadata };
}

function itemOf(object: JsonObject, { form, endpoint }: Writing): JsonObject {
  if (form.as === "partial") return toPartialObjectMetadata(object, form.version);
  const { isBuiltIn, itemsNameKind = !isBuiltIn } = endpoint.resource;
  return itemsNameKind ? object : withoutKind(object);
}

function withoutKind({ kind: _, apiVersion: __, ...rest }: JsonObject): JsonObject {
  return rest;
}

async function writeShortList(list: ObjectList, writing: Writing): Promise<Uint8Array> {
  const { form, endpoint } = writing;
  const metadata = listMetadataOf(endpoint, list);
  const kept = await readAll(list.entries, writing);
  if (form.as === "table") return writeTable(rowsOfKept(kept, endpoint), metadata, writing);
  return writeObjects(
    kept.map((object) => fromStorageVersion(endpoint, object)),
    metadata,
    writing,
  );
}

async function readAll(entries: readonly StoredValue[], { clock }: Writing): Promise<JsonObject[]> {
  const objects: JsonObject[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index % readAtOnce === readAtOnce - 1) await clock.turn();
    objects.push(decodeStored(entry));
  }
  return objects;
}

function writeObject(object: JsonObject, writing: Writing): Uint8Array {
  const { form, endpoint } = writing;
  if (form.as === "table") return writeTable({ objects: [object] }, metadataOf(object), writing);
  if (form.as === "partial") {
    checkPartial(writing, false);
    return encodeObject(toPartialObjectMetadata(object, form.version), form, partialType);
  }
  return encodeObject(object, form, typeNameOf(endpoint));
}

const partialType = "meta/v1.PartialObjectMetadata";
const statusType = "meta/v1.Status";

/** Metadata is asked for by one kind for an object and by another for a list. */
function checkPartial({ form, endpoint }: Writing, isList: boolean): void {
  if (form.isPartialList === isList) return;
  const asked = `PartialObjectMetadata${form.isPartialList ? "List" : ""}`;
  const message = `you requested ${asked}, but the requested object is ${isList ? "" : "not "}a list (${goTypeOf(endpoint, isList)})`;
  throw new ApiError(createFailureStatus("NotAcceptable", message));
}

function goTypeOf({ resource }: ResourceEndpoint, isList: boolean): string {
  const suffix = isList ? "List" : "";
  if (!resource.isBuiltIn) return `*unstructured.Unstructured${suffix}`;
  const module = resource.group === "" ? "core" : resource.group.split(".", 1)[0];
  return `*${module}.${resource.kind}${suffix}`;
}

function writeObjects(objects: readonly JsonObject[], metadata: JsonObject, writing: Writing): Uint8Array {
  const { form, endpoint } = writing;
  if (form.as === "table") return writeTable({ objects }, metadata, writing);
  if (form.as === "partial") {
    checkPartial(writing, true);
    return encodeObject(toPartialObjectMetadataList(objects, metadata, form.version), form, `${partialType}List`);
  }
  const items = objects.map((object) => itemOf(object, writing));
  const typeName = typeNameOf(endpoint);
  return encodeObject({ ...frameOf(metadata, writing), items }, form, typeName && `${typeName}List`);
}

function writeTable(rows: TableRows, listMetadata: JsonObject, writing: Writing): Uint8Array {
  return encodeObject(createTable(tableInputOf(rows, listMetadata, writing)), writing.form);
}

function tableInputOf(rows: TableRows, listMetadata: JsonObject, writing: Writing): TableInput {
  const { form, columns, clock, includeObject } = writing;
  const { version } = form;
  return { columns, ...rows, listMetadata, includeObject, version, nowMs: clock.now(), hasHeaders: true };
}

/** The type in the tables of built-in kinds, which protobuf needs. */
function typeNameOf({ resource, version }: ResourceEndpoint): string | undefined {
  if (!resource.isBuiltIn) return undefined;
  return resourceOfKind({ group: resource.group, version: version.version, kind: resource.kind })?.type;
}
