/** What is wrong with what a version says besides its schema: every path has to lead to something of the right type. */
import { Buffer } from "node:buffer";
import type { StructuralSchema } from "@pintle/schema";
import type { z } from "zod";
import { managedStatusKeys } from "./managed-status.ts";
import { type Columns, columnProblems } from "./printer-columns.ts";
import type { Problem } from "./problem.ts";
import type { ScalePaths } from "./resource.ts";
import { findInSchema } from "./schema-path.ts";

export interface CheckedVersion {
  readonly status?: z.ZodObject | undefined;
  readonly columns?: Columns | undefined;
  readonly scale?: ScalePaths | undefined;
  readonly selectableFields?: readonly string[] | undefined;
  readonly deprecated?: boolean | string | undefined;
}

export function versionProblems(
  version: CheckedVersion,
  schema: StructuralSchema,
  conditions: readonly string[],
): Problem[] {
  const { status, columns = {}, scale, selectableFields = [], deprecated } = version;
  return [
    ...statusProblems(status),
    ...columnProblems(columns, schema, conditions),
    ...(scale ? scaleProblems(scale, schema) : []),
    ...selectableProblems(selectableFields, schema),
    ...(typeof deprecated === "string" ? warningProblems(deprecated) : []),
  ];
}

function statusProblems(status: z.ZodObject | undefined): Problem[] {
  return managedStatusKeys
    .filter((key) => status !== undefined && Object.hasOwn(status.shape, key))
    .map((key) => ({ path: `status.${key}`, why: "every status has it: take it out of the schema" }));
}

function scaleProblems({ replicas, statusReplicas, selector }: ScalePaths, schema: StructuralSchema): Problem[] {
  return [
    ...scalePathProblems("replicas", replicas, { roots: ["spec"], type: "integer" }, schema),
    ...scalePathProblems("statusReplicas", statusReplicas, { roots: ["status"], type: "integer" }, schema),
    ...(selector === undefined
      ? []
      : scalePathProblems("selector", selector, { roots: ["spec", "status"], type: "string" }, schema)),
  ];
}

interface Expected {
  readonly roots: readonly string[];
  readonly type: string;
}

function scalePathProblems(key: string, path: string, { roots, type }: Expected, schema: StructuralSchema): Problem[] {
  const at = `scale.${key}`;
  if (typeof path !== "string") return [{ path: at, why: `write a path in ${roots.join(" or ")}` }];
  if (!roots.includes(path.replace(/^\./, "").split(".")[0] ?? "")) {
    return [{ path: at, why: `${JSON.stringify(path)} is not in ${roots.join(" or ")}` }];
  }
  return plainFieldProblems(at, path, [type], schema);
}

const maxSelectable = 8;

function selectableProblems(fields: readonly string[], schema: StructuralSchema): Problem[] {
  const plain = fields.map((field) => String(field).replace(/^\./, ""));
  const problems = plain.flatMap((field, index) => {
    const at = `selectableFields[${index}]`;
    if (field.startsWith("metadata")) return [{ path: at, why: "name and namespace can be selected by always" }];
    if (plain.indexOf(field) < index) return [{ path: at, why: `${JSON.stringify(field)} stands there twice` }];
    return plainFieldProblems(at, field, ["string", "boolean", "integer"], schema);
  });
  if (fields.length <= maxSelectable) return problems;
  return [...problems, { path: "selectableFields", why: `the API server allows ${maxSelectable} of them at most` }];
}

function plainFieldProblems(at: string, path: string, types: readonly string[], schema: StructuralSchema): Problem[] {
  const found = findInSchema(schema, path);
  if (!found.found) return [{ path: at, why: `${JSON.stringify(path)} leads nowhere: ${found.why}` }];
  if (found.hasItems) return [{ path: at, why: `${JSON.stringify(path)} leads through a list, which cannot be here` }];
  const type = found.schema?.type ?? "anything";
  if (types.includes(type)) return [];
  return [{ path: at, why: `${JSON.stringify(path)} is of type ${type}, and has to be ${types.join(" or ")}` }];
}

const maxWarningBytes = 256;

function warningProblems(warning: string): Problem[] {
  const isPrintable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(warning);
  if (isPrintable && Buffer.byteLength(warning) <= maxWarningBytes) return [];
  return [{ path: "deprecated", why: `the warning is one line of text, ${maxWarningBytes} bytes at most` }];
}
