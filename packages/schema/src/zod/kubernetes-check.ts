/**
 * How Kubernetes' own keywords hang on a zod schema: as a check that lets every value pass, or holds it to what the keywords mean.
 *
 * Checks are part of a schema's definition. So the keywords survive `.optional()`, `.default()`, `.describe()`, `.extend()` and every
 * further check, and zod itself refuses what would lose them (`.pick()` and `.merge()` of an object with checks). An entry in a
 * registry would be lost by `.extend()` without a word.
 */
import type { z } from "zod";
import type { StructuralSchema } from "../structural-schema.ts";

export interface KubernetesKeywords {
  readonly keywords: StructuralSchema;
  /** Set where the keywords are all there is to say about the value, so that the zod type below is not looked at. */
  readonly isWhole?: boolean;
}

interface KubernetesCheckDef extends z.core.$ZodCheckDef, KubernetesKeywords {
  readonly check: "kubernetes";
}

type Validate = (payload: z.core.ParsePayload) => void;

/** The same schema with the keywords on it. `validate` adds zod's issues where the keywords restrict the value. */
export function withKeywords<Schema extends z.ZodType>(
  schema: Schema,
  { keywords, isWhole = false }: KubernetesKeywords,
  validate: Validate = () => {},
): Schema {
  const def: KubernetesCheckDef = { check: "kubernetes", keywords, isWhole };
  return schema.check({ _zod: { def, check: validate, onattach: [] } });
}

/** The keywords that a check carries, if it is one of ours. */
export function keywordsOfCheck(check: z.core.$ZodCheck): KubernetesKeywords | undefined {
  const { def } = check._zod;
  return def.check === "kubernetes" ? (def as KubernetesCheckDef) : undefined;
}
