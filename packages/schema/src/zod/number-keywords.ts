/**
 * The keywords of numbers. Integers carry the format that the API server enforces: `int32`, or `int64` with the bounds within which
 * JavaScript's numbers are exact, because a reconciler could not read more than that anyway.
 */
import type { z } from "zod";
import type { StructuralSchema } from "../structural-schema.ts";
import { refuseCheck } from "./refused-check.ts";
import type { SchemaWalk } from "./schema-walk.ts";

interface NumberKind {
  readonly keywords: StructuralSchema;
  readonly lowest: number;
  readonly highest: number;
  /** Whether the format itself keeps values within lowest and highest. */
  readonly isBoundByFormat: boolean;
}

const int64: NumberKind = {
  keywords: { type: "integer", format: "int64" },
  lowest: Number.MIN_SAFE_INTEGER,
  highest: Number.MAX_SAFE_INTEGER,
  isBoundByFormat: false,
};

const integerKinds: ReadonlyMap<string, NumberKind> = new Map<string, NumberKind>([
  [
    "int32",
    { keywords: { type: "integer", format: "int32" }, lowest: -(2 ** 31), highest: 2 ** 31 - 1, isBoundByFormat: true },
  ],
  ["uint32", { ...int64, lowest: 0, highest: 2 ** 32 - 1 }],
  ["safeint", int64],
]);

const float: NumberKind = {
  keywords: { type: "number", format: "double" },
  lowest: -Number.MAX_VALUE,
  highest: Number.MAX_VALUE,
  isBoundByFormat: true,
};

interface Bound {
  readonly value: number;
  readonly isExclusive: boolean;
}

type NumberCheckDef =
  | z.core.$ZodCheckLessThanDef
  | z.core.$ZodCheckGreaterThanDef
  | z.core.$ZodCheckMultipleOfDef
  | z.core.$ZodCheckNumberFormatDef;

/** `isFloat` is set by `k8s.float()`: whoever wants fractions has to say so. */
export function numberKeywords(
  checks: readonly z.core.$ZodCheck[],
  isFloat: boolean,
  path: string,
  walk: SchemaWalk,
): StructuralSchema {
  const kind = readKind(checks, isFloat, path, walk);
  const isInteger = kind !== float;
  const lower: Bound[] = [];
  const upper: Bound[] = [];
  const factors: number[] = [];
  for (const check of checks) {
    const def = check._zod.def as NumberCheckDef;
    if (def.check === "number_format") continue;
    if (def.check === "greater_than") lower.push({ value: Number(def.value), isExclusive: !def.inclusive });
    else if (def.check === "less_than") upper.push({ value: Number(def.value), isExclusive: !def.inclusive });
    else if (def.check === "multiple_of") factors.push(Number(def.value));
    else refuseCheck(check, path, walk);
  }
  refuseLimits([...lower, ...upper], kind, path, walk);
  const minimum = isInteger ? lower.map((bound) => roundBound(bound, Math.ceil)) : lower;
  const maximum = isInteger ? upper.map((bound) => roundBound(bound, Math.floor)) : upper;
  const wholeFactors = readFactors(factors, path, walk);
  const [multipleOf] = wholeFactors;
  const also = [
    ...wholeFactors.slice(1).map((factor) => ({ multipleOf: factor })),
    ...(isInteger
      ? []
      : [...limitsOfWholes(lower, "lower", path, walk), ...limitsOfWholes(upper, "upper", path, walk)]),
  ];
  return {
    ...kind.keywords,
    ...minimumOf(minimum, kind),
    ...maximumOf(maximum, kind),
    ...(multipleOf !== undefined && { multipleOf }),
    ...(also.length > 0 && { allOf: also }),
  };
}

function readKind(checks: readonly z.core.$ZodCheck[], isFloat: boolean, path: string, walk: SchemaWalk): NumberKind {
  const formats = checks
    .map(({ _zod: { def } }) => def as NumberCheckDef)
    .filter((def) => def.check === "number_format");
  const kinds = formats.flatMap(({ format }) => integerKinds.get(format) ?? []);
  if (isFloat && kinds.length > 0) {
    walk.refuse(path, "k8s.float() is not for whole numbers", "write k8s.int32() or k8s.int64()");
  } else if (!isFloat && kinds.length === 0) {
    const reason = "fractions are not written alike everywhere, so Kubernetes' conventions advise against them";
    walk.refuse(path, reason, "write k8s.int32(), k8s.int64() or k8s.quantity(), or k8s.float() if it must be");
  }
  const [narrowest = float] = kinds.sort((left, right) => left.highest - right.highest);
  return narrowest;
}

function refuseLimits(bounds: readonly Bound[], kind: NumberKind, path: string, walk: SchemaWalk): void {
  for (const { value } of bounds) {
    if (value >= kind.lowest && value <= kind.highest) continue;
    const remedy = `stay between ${kind.lowest} and ${kind.highest}`;
    walk.refuse(path, `the limit ${value} is out of the numbers' range`, remedy);
  }
}

/** The API server cuts the fraction of an integer's limit off, so it is rounded inwards here. */
function roundBound({ value, isExclusive }: Bound, inwards: (value: number) => number): Bound {
  // Adding zero turns -0, which -0.5 is rounded up to, into 0.
  const rounded = inwards(value) + 0;
  return { value: rounded, isExclusive: isExclusive && rounded === value };
}

/**
 * Whole numbers are held against the whole part of a limit even where fractions are allowed: to the API server 0 is not below 0.5.
 * A second limit mends that where the first is too wide. Where it is too narrow nothing can.
 */
function limitsOfWholes(
  bounds: readonly Bound[],
  side: "lower" | "upper",
  path: string,
  walk: SchemaWalk,
): StructuralSchema[] {
  return bounds.flatMap(({ value, isExclusive }): StructuralSchema[] => {
    const isCutOutwards = side === "lower" ? value > 0 : value < 0;
    if (Number.isInteger(value) || isExclusive === isCutOutwards) return [];
    if (isCutOutwards) {
      const whole = Math.trunc(value);
      const isLower = side === "lower";
      return [isLower ? { minimum: whole, exclusiveMinimum: true } : { maximum: whole, exclusiveMaximum: true }];
    }
    const reason = `the API server would refuse ${Math.trunc(value)} for the limit ${value}, whose fraction it cuts off`;
    walk.refuse(path, reason, "write .min(…) or .max(…), which include the limit, or a CEL rule: k8s.rule(…)");
    return [];
  });
}

function minimumOf(bounds: readonly Bound[], kind: NumberKind): StructuralSchema {
  const highest = Math.max(...bounds.map(({ value }) => value));
  if (bounds.length === 0) return kind.isBoundByFormat ? {} : { minimum: kind.lowest };
  const isExclusive = bounds.some((bound) => bound.value === highest && bound.isExclusive);
  return { minimum: highest, ...(isExclusive && { exclusiveMinimum: true }) };
}

function maximumOf(bounds: readonly Bound[], kind: NumberKind): StructuralSchema {
  const lowest = Math.min(...bounds.map(({ value }) => value));
  if (bounds.length === 0) return kind.isBoundByFormat ? {} : { maximum: kind.highest };
  const isExclusive = bounds.some((bound) => bound.value === lowest && bound.isExclusive);
  return { maximum: lowest, ...(isExclusive && { exclusiveMaximum: true }) };
}

/** Factors are whole for all numbers, because the API server cuts their fractions off as well. */
function readFactors(factors: readonly number[], path: string, walk: SchemaWalk): readonly number[] {
  for (const factor of factors) {
    if (factor > 0 && Number.isSafeInteger(factor)) continue;
    const reason = `the API server cannot tell whether a number is a multiple of ${factor}`;
    walk.refuse(path, reason, "give .multipleOf() a positive whole number, or write a CEL rule: k8s.rule(…)");
  }
  return factors;
}
