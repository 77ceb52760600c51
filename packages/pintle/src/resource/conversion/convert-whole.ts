/**
 * One conversion without loss: the declared function does what it can, what the object carries of the other version is put back in, and what
 * that version cannot say is carried on.
 */
import {
  annotationsBytes,
  copyJson,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  maxAnnotationsBytes,
} from "@pintle/machinery";
import type { StructuralSchema } from "@pintle/schema";
import type { z } from "zod";
import { managedStatusKeys } from "../managed-status.ts";
import type { VersionedObject } from "../resource.ts";
import { fillDefaults } from "./fill-defaults.ts";
import { findLoss, restore } from "./loss.ts";
import {
  isTooLarge,
  otherVersionsAnnotation,
  readOtherVersions,
  tooLarge,
  writeOtherVersions,
} from "./other-versions.ts";

/** One end of a conversion. */
export interface ConversionEnd {
  readonly version: string;
  readonly spec: z.ZodType;
  readonly status: z.ZodObject | undefined;
  readonly schema: StructuralSchema;
}

type Convert = (object: VersionedObject<unknown, unknown>) => { readonly spec: unknown; readonly status?: unknown };

export interface ConversionWay {
  readonly from: ConversionEnd;
  readonly to: ConversionEnd;
  readonly there: Convert;
  readonly back: Convert;
  /** Of the resource, both ends included. */
  readonly versions: readonly string[];
  /** Whether the object is about to be stored: then it is better refused than stored without a part of it. */
  readonly isWrite: boolean;
}

export function convertWhole(object: JsonObject, way: ConversionWay): JsonObject {
  const { from, to, there, back, versions } = way;
  const metadata = objectAt(object, "metadata");
  const { [otherVersionsAnnotation]: carried, ...annotations } = objectAt(metadata, "annotations");
  const losses = new Map(readOtherVersions(carried, versions));
  const plain = convertFields(object, there, from, to);
  const loss = losses.get(to.version);
  if (loss && isTooLarge(loss)) throw new Error(unwritable(from, to));
  const whole = loss ? restoreFields(plain, loss, to) : plain;
  losses.delete(to.version);
  losses.delete(from.version);
  const lost = findLoss(convertFields({ metadata, ...whole }, back, to, from), fieldsOf(object), from.schema);
  if (lost) losses.set(from.version, lost);
  const next = withLosses(annotations, losses, way);
  const isSaid = Object.keys(next).length > 0 || carried !== undefined;
  return { ...(isSaid && { metadata: { annotations: next } }), ...whole };
}

function unwritable({ version }: ConversionEnd, to: ConversionEnd): string {
  return `${to.version} says more of this object than ${version} can carry: write it as ${to.version}`;
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = getOwn(object, key);
  return isJsonObject(value) ? value : {};
}

function fieldsOf(object: JsonObject): JsonObject {
  const [spec, status] = [getOwn(object, "spec"), getOwn(object, "status")];
  return { ...(spec !== undefined && { spec }), ...(status !== undefined && { status }) };
}

/** What the framework itself reports is the same in all versions; so is the whole status where both ends declare the same. */
function convertFields(object: JsonObject, convert: Convert, from: ConversionEnd, to: ConversionEnd): JsonObject {
  const converted = convert(object as unknown as VersionedObject<unknown, unknown>);
  const { spec, status } = (converted ?? {}) as { readonly spec?: JsonValue; readonly status?: JsonValue };
  if (spec === undefined) {
    throw new TypeError(`the conversion to ${to.version} gave no spec: its function has to return one at once`);
  }
  const before = getOwn(object, "status");
  const said = status ?? (from.status === to.status ? before : undefined) ?? {};
  const told = isJsonObject(said) ? { ...managedOf(objectOr(before)), ...said } : said;
  const isTold = status !== undefined || before !== undefined;
  return fillDefaults(copyJson({ spec, ...(isTold && { status: told }) }), to.schema) as JsonObject;
}

function objectOr(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function managedOf(status: JsonObject): JsonObject {
  const managed: JsonObject = {};
  for (const key of managedStatusKeys) {
    const value = getOwn(status, key);
    if (value !== undefined) managed[key] = value;
  }
  return managed;
}

/**
 * Annotations are edited by people. What would make an object of them that its schema does not allow is not put back in, nor is anything that
 * only the operator has to say.
 */
function restoreFields(plain: JsonObject, loss: JsonObject, to: ConversionEnd): JsonObject {
  const restored = restore(plain, loss, to.schema);
  if (!isJsonObject(restored)) return plain;
  const [status, plainStatus] = [getOwn(restored, "status"), getOwn(plain, "status")];
  const whole: JsonObject = { ...fieldsOf(restored) };
  if (isJsonObject(status)) {
    const declared = Object.entries(status).filter(([key]) => !(managedStatusKeys as readonly string[]).includes(key));
    whole.status = { ...Object.fromEntries(declared), ...managedOf(objectOr(plainStatus)) };
  }
  return isValid(whole, to) ? whole : plain;
}

function isValid({ spec, status }: JsonObject, to: ConversionEnd): boolean {
  if (!to.spec.safeParse(spec).success) return false;
  if (status === undefined) return true;
  if (!isJsonObject(status)) return false;
  return Object.entries(to.status?.shape ?? {}).every(([key, schema]) => {
    const value = getOwn(status, key);
    return value === undefined || (schema as z.ZodType).safeParse(value).success;
  });
}

function withLosses(annotations: JsonObject, losses: ReadonlyMap<string, JsonObject>, way: ConversionWay): JsonObject {
  const text = writeOtherVersions(losses);
  if (text === undefined) return annotations;
  const carrying = { ...annotations, [otherVersionsAnnotation]: text };
  if (annotationsBytes(carrying as Record<string, string>) <= maxAnnotationsBytes) return carrying;
  if (way.isWrite) throw new Error(unwritable(way.to, way.from));
  const marker = writeOtherVersions(new Map([[way.from.version, tooLarge]]));
  return marker === undefined ? annotations : { ...annotations, [otherVersionsAnnotation]: marker };
}
