/** The keywords of strings and lists that come from zod's checks. A keyword can stand once; a second pattern goes into `allOf`. */
import type { z } from "zod";
import type { StructuralSchema } from "../structural-schema.ts";
import { refuseCheck } from "./refused-check.ts";
import type { SchemaWalk } from "./schema-walk.ts";
import { type FormatDef, readFormat } from "./string-formats.ts";

type Writable = { -readonly [Keyword in keyof StructuralSchema]: StructuralSchema[Keyword] };

export function stringKeywords(checks: readonly z.core.$ZodCheck[], path: string, walk: SchemaWalk): StructuralSchema {
  const lengths = readLengths(checks, path, walk);
  const keywords: Writable = { type: "string" };
  if (lengths.minimum > 0) keywords.minLength = lengths.minimum;
  if (lengths.maximum !== undefined) keywords.maxLength = lengths.maximum;
  const further: StructuralSchema[] = [];
  for (const check of lengths.others) {
    const { def } = check._zod;
    if (def.check !== "string_format") {
      refuseCheck(check, path, walk);
      continue;
    }
    const reading = readFormat(def as FormatDef);
    if ("reason" in reading) walk.refuse(path, reading.reason, reading.remedy);
    else if (Object.keys(reading).some((keyword) => Object.hasOwn(keywords, keyword))) further.push(reading);
    else Object.assign(keywords, reading);
  }
  return further.length > 0 ? { ...keywords, allOf: further } : keywords;
}

export function listKeywords(
  items: StructuralSchema,
  checks: readonly z.core.$ZodCheck[],
  path: string,
  walk: SchemaWalk,
): StructuralSchema {
  const { minimum, maximum, others } = readLengths(checks, path, walk);
  for (const check of others) refuseCheck(check, path, walk);
  return {
    type: "array",
    ...(minimum > 0 && { minItems: minimum }),
    ...(maximum !== undefined && { maxItems: maximum }),
    items,
  };
}

type LengthDef = z.core.$ZodCheckMinLengthDef | z.core.$ZodCheckMaxLengthDef | z.core.$ZodCheckLengthEqualsDef;

interface Lengths {
  readonly minimum: number;
  readonly maximum: number | undefined;
  readonly others: readonly z.core.$ZodCheck[];
}

function readLengths(checks: readonly z.core.$ZodCheck[], path: string, walk: SchemaWalk): Lengths {
  const minima = [0];
  const maxima: number[] = [];
  const others: z.core.$ZodCheck[] = [];
  for (const check of checks) {
    const def = check._zod.def as LengthDef;
    if (def.check === "min_length") minima.push(def.minimum);
    else if (def.check === "max_length") maxima.push(def.maximum);
    else if (def.check === "length_equals") {
      minima.push(def.length);
      maxima.push(def.length);
    } else others.push(check);
  }
  for (const limit of [...minima, ...maxima]) {
    if (Number.isSafeInteger(limit) && limit >= 0) continue;
    walk.refuse(
      path,
      `a length of ${limit} is not a whole number`,
      "give .min(), .max() and .length() whole numbers from 0 on",
    );
  }
  return { minimum: Math.max(...minima), maximum: maxima.length > 0 ? Math.min(...maxima) : undefined, others };
}
