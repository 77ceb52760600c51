/** How large values can be before there are any, in the API server's arithmetic: what the schema says, else what fits into a request. */
import { bytesType, type CelType, durationType, stringType, timestampType } from "@pintle/cel";
import type { StructuralSchema } from "../structural-schema.ts";

/** Larger requests are not read. */
export const maxRequestBytes = 3 * 1024 * 1024;

export interface TextSizes {
  readonly type: CelType;
  readonly minBytes: number;
  readonly maxBytes: number;
}

/** The type of a text by its format, and the bytes that it takes. */
export function textSizes(schema: StructuralSchema): TextSizes {
  const { format, maxLength } = schema;
  switch (format) {
    case "byte": {
      const maxBytes = maxLength == null ? maxRequestBytes - 2 : toSize(maxLength);
      return { type: bytesType, minBytes: 2, maxBytes };
    }
    case "duration":
      return { type: durationType, minBytes: 3, maxBytes: 32 };
    case "date":
      return { type: { kind: "timestamp", format: "date" }, minBytes: 12, maxBytes: 12 };
    case "date-time":
      return { type: timestampType, minBytes: 21, maxBytes: 32 };
    default:
      return { type: stringType, minBytes: 2, maxBytes: maxTextBytes(schema) };
  }
}

/** A character takes up to four bytes. */
function maxTextBytes({ maxLength, enum: values = [] }: StructuralSchema): number {
  if (maxLength != null) return toSize(maxLength, 4);
  if (values.length === 0) return maxRequestBytes - 2;
  return Math.max(0, ...values.map((value) => (typeof value === "string" ? utf8Length(value) : 0)));
}

/** How many values of this size, with what stands between them, fit into one request. */
export function maxElementsFitting(bytesEach: number): number {
  return Math.floor((maxRequestBytes - 2) / bytesEach);
}

/** A limit of a schema as a size. Go multiplies in 64 bits and reads the result without its sign. */
export function toSize(limit: number, factor = 1): number {
  if (limit <= 0) return 0;
  const product = limit * factor;
  return product <= Number.MAX_SAFE_INTEGER ? product : Number(BigInt.asUintN(64, BigInt(limit) * BigInt(factor)));
}

export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
