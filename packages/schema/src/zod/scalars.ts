/** Scalars as Kubernetes writes them. Each chains like any zod type: `int32().min(0).default(1)`. */
import type { IntOrString } from "@pintle/machinery";
import { z } from "zod";
import type { StructuralSchema } from "../structural-schema.ts";
import { withKeywords } from "./kubernetes-check.ts";

/** A whole number of 32 bits: replicas, ports, percentages. */
export function int32(): z.ZodInt32 {
  return z.int32();
}

/** A whole number as large as JavaScript's numbers are exact: seconds, bytes, generations. */
export function int64(): z.ZodInt {
  return z.int();
}

/** A number with a fraction. Kubernetes' conventions advise against it: writers and readers round differently. */
export function float(): z.ZodNumber {
  return withKeywords(z.number(), { keywords: { format: "double" } });
}

/** What Kubernetes reads as a quantity: sign, decimal number, and a suffix of either family or an exponent. */
const quantityPattern = /^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$/;

/** An amount such as `500m` or `1Gi`, always a string: in YAML a bare number has to be quoted. */
export function quantity(): z.ZodString {
  return z.string().regex(quantityPattern);
}

/** Either form of an amount, for fields that are handed on to Kubernetes' own kinds: those accept bare numbers as well. */
export function looseQuantity(): z.ZodType<IntOrString, IntOrString> {
  return intOrStringWith(z.union([z.int(), quantity()]), { pattern: quantityPattern.source });
}

/** A number or a name, such as a Service's `targetPort`. */
export function intOrString(): z.ZodType<IntOrString, IntOrString> {
  return intOrStringWith(z.union([z.int(), z.string()]), {});
}

/** A port by its number, or by the name that a container gives it. */
export function portOrName(): z.ZodType<IntOrString, IntOrString> {
  // At least one letter, and no dash that has no letter or digit on both sides.
  const name = /^([0-9]+-?)*[a-z](-?[a-z0-9])*$/;
  const schema = z.union([z.int().min(1).max(65_535), z.string().max(15).regex(name)]);
  return intOrStringWith(schema, { minimum: 1, maximum: 65_535, maxLength: 15, pattern: name.source });
}

/** A count or a share of the whole, such as `maxSurge`: `3` or `25%`, never negative. */
export function intOrPercent(): z.ZodType<IntOrString, IntOrString> {
  const percent = /^[0-9]+%$/;
  return intOrStringWith(z.union([z.int().min(0), z.string().regex(percent)]), { minimum: 0, pattern: percent.source });
}

function intOrStringWith(
  schema: z.ZodType<IntOrString, IntOrString>,
  restrictions: StructuralSchema,
): z.ZodType<IntOrString, IntOrString> {
  const keywords: StructuralSchema = {
    "x-kubernetes-int-or-string": true,
    anyOf: [{ type: "integer" }, { type: "string" }],
    ...restrictions,
  };
  return withKeywords(schema, { keywords, isWhole: true });
}

/** A span of time as Go writes it: `1h30m`, `500ms`. The server's format `duration` would also take `3 days`, which nobody reads. */
export function duration(): z.ZodString {
  return z.string().regex(/^[+-]?(0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$/);
}

/** A point in time: `2026-01-31T08:00:00Z`, with any offset. */
export function time(): z.ZodISODateTime {
  return z.iso.datetime({ offset: true });
}
