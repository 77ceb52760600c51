/** Plays a sequence of writes on one object with our code, in the form in which the oracle's part `apply` plays it. */
import { readFileSync } from "node:fs";
import {
  ApiError,
  applyObject,
  excludeFields,
  type FieldSetFilter,
  includePrefixes,
  type JsonObject,
  type PathPattern,
  parseFieldsV1,
  type Shape,
  type StatusCause,
  updateObject,
} from "@pintle/machinery";
import { type ToyVersion, toyVersions } from "./toy-versions.ts";

export interface WritesInput {
  /** By name; others are files of the test data. */
  shapes?: { [name: string]: Shape };
  kind: string;
  apiVersion: string;
  versions: { [apiVersion: string]: ToyVersion };
  resetFields?: { [subresource: string]: { [apiVersion: string]: FilterInput } };
  live?: JsonObject;
  steps: WriteStep[];
}

export interface FilterInput {
  exclude?: JsonObject;
  include?: string[][];
}

export interface WriteStep {
  op: "apply" | "update";
  manager: string;
  object: JsonObject;
  force?: boolean;
  apiVersion?: string;
  subresource?: string;
}

export interface WriteOutcome {
  object?: JsonObject;
  error?: string;
  code?: number;
  causes?: StatusCause[];
}

export interface PlayedWrite {
  step: WriteStep;
  outcome: WriteOutcome;
  /** The object before the write, in its version, and what the apply said of it. */
  live: JsonObject;
  isChanged: boolean | undefined;
  /** The object after the write, or as it was where the write failed. */
  result: JsonObject;
}

export function playWrites(input: WritesInput): PlayedWrite[] {
  const shapes = new Map(Object.keys(input.versions).map((version) => [version, readShape(input, version)]));
  const versions = toyVersions(input.versions, shapes);
  let live: JsonObject = input.live ?? { apiVersion: input.apiVersion, kind: input.kind };
  return input.steps.map((step, index) => {
    const apiVersion = step.apiVersion ?? input.apiVersion;
    const before = versions.convert(live, apiVersion);
    const write = {
      live: before,
      apiVersion,
      kind: input.kind,
      shape: shapes.get(apiVersion) as Shape,
      manager: step.manager,
      subresource: step.subresource ?? "",
      time: `2020-01-01T00:00:${String(index).padStart(2, "0")}Z`,
      resetFields: readFilters(input.resetFields?.[step.subresource ?? ""] ?? {}),
      versions,
    };
    try {
      const { object, changed } =
        step.op === "apply"
          ? applyObject({ ...write, applied: step.object, force: step.force ?? false })
          : { ...updateObject({ ...write, updated: step.object }), changed: undefined };
      live = object;
      return { step, outcome: { object }, live: before, isChanged: changed, result: live };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { step, outcome: failed(error), live: before, isChanged: undefined, result: live };
    }
  });
}

function failed(error: ApiError): WriteOutcome {
  const causes = error.causes.toSorted((left, right) => ((left.message ?? "") < (right.message ?? "") ? -1 : 1));
  return { error: error.message, code: error.code, ...(causes.length > 0 && { causes }) };
}

const files = new Map<string, Shape>();

function readShape(input: WritesInput, version: string): Shape {
  const name = input.versions[version]?.shape ?? "";
  const known = input.shapes?.[name] ?? files.get(name);
  if (known) return known;
  const url = new URL(`../../packages/machinery/testdata/shapes/${name}.json`, import.meta.url);
  const shape: Shape = JSON.parse(readFileSync(url, "utf8"));
  files.set(name, shape);
  return shape;
}

function readFilters(filters: { [apiVersion: string]: FilterInput }): Map<string, FieldSetFilter> {
  return new Map(
    Object.entries(filters).map(([apiVersion, { exclude, include = [] }]) => [
      apiVersion,
      exclude ? excludeFields(parseFieldsV1(exclude)) : includePrefixes(...include.map(readPattern)),
    ]),
  );
}

function readPattern(names: string[]): PathPattern {
  return names.map((name) => (name === "*" ? "*" : { type: "field", name }));
}

/** The texts of Go's JSON reader are its own affair: of what it says about fieldsV1 only the beginning counts. */
export function comparable(outcome: WriteOutcome): WriteOutcome {
  const { error } = outcome;
  const unreadable = /^failed to decode managed fields: error decoding versioned set/.exec(error ?? "");
  return unreadable ? { ...outcome, error: unreadable[0] } : outcome;
}
