/** What the API server checks and what admission fills in: CEL rules on any value, and keys that are optional to write alone. */
import { z } from "zod";
import type { ValidationRule } from "../structural-schema.ts";
import { withKeywords } from "./kubernetes-check.ts";

/** A CEL rule on the value: `rule(z.object({ … }), { rule: "self.min <= self.max", message: "min is above max" })`. Rules add up. */
export function rule<Schema extends z.ZodType>(schema: Schema, validation: ValidationRule): Schema {
  return withKeywords(schema, { keywords: { "x-kubernetes-validations": [validation] } });
}

/** A value that stays as it was written first. While the key is optional it can still be added or removed. */
export function immutable<Schema extends z.ZodType>(schema: Schema): Schema {
  return rule(schema, { rule: "self == oldSelf", message: "is immutable" });
}

/** Optional to write and there to read, because admission fills it in. Where the value is a constant, `.default(…)` is simpler. */
export interface DefaultedByAdmission<Schema extends z.ZodType>
  extends z.ZodType<z.output<Schema>, z.input<Schema> | undefined, DefaultedInternals<Schema>> {}

interface DefaultedInternals<Schema extends z.ZodType>
  extends z.core.$ZodTypeInternals<z.output<Schema>, z.input<Schema> | undefined> {
  optin: "optional";
}

export function defaulted<Schema extends z.ZodType>(schema: Schema): DefaultedByAdmission<Schema> {
  return z.optional(schema) as unknown as DefaultedByAdmission<Schema>;
}
