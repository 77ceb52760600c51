/** The zod types that have no structural schema: why, and what to write instead. */
import type { z } from "zod";
import type { SchemaWalk } from "./schema-walk.ts";

type Refusal = readonly [reason: string, remedy: string];

const changed: Refusal = [
  "the API server stores what was written, it does not transform values",
  "declare the form that is stored, and convert it in the reconciler",
];
const notJson = (what: string, remedy: string): Refusal => [`JSON has no ${what}`, remedy];
const leftOut = "leave the key out";

const refusals: ReadonlyMap<string, Refusal> = new Map<string, Refusal>([
  ["transform", changed],
  ["pipe", changed],
  ["catch", ["the API server refuses what is wrong, it does not replace it", "write .default(…) for what is absent"]],
  ["success", changed],
  ["bigint", notJson("bigint", "write k8s.int64()")],
  ["date", notJson("dates", "write k8s.time()")],
  ["map", notJson("Map", "write z.record(z.string(), …)")],
  ["set", notJson("Set", "write k8s.listSet(…)")],
  ["symbol", notJson("symbols", leftOut)],
  ["undefined", notJson("undefined", leftOut)],
  ["void", notJson("undefined", leftOut)],
  ["nan", notJson("NaN", leftOut)],
  ["function", notJson("functions", leftOut)],
  ["promise", notJson("promises", "write the type of the value itself")],
  ["file", notJson("files", "write z.base64(), or refer to a ConfigMap or Secret")],
  ["never", ["a value that cannot exist needs no schema", leftOut]],
  ["null", ["a value that is always null says nothing", "leave the key out, or write .nullable() on its type"]],
  ["tuple", ["all items of a list have one schema", "write z.object({ … }) with a key for each, or z.array(…)"]],
  [
    "custom",
    ["a check in code cannot be run by the API server", "write its type in zod, and k8s.rule(…) for the rest"],
  ],
  ["template_literal", ["templates have no keyword", "write z.string().regex(/…/)"]],
  [
    "intersection",
    ["a structural schema has one type at every place", "write one object: z.object({ … }).extend({ … })"],
  ],
]);

export function refuseType(schema: z.core.$ZodType, path: string, walk: SchemaWalk): void {
  const { type } = schema._zod.def;
  const [reason, remedy] = refusals.get(type) ?? [
    `zod's type ${type} is not known here`,
    "write k8s.preserveUnknown()",
  ];
  walk.refuse(path, reason, remedy);
}

/** Unions are written for several reasons, and most have a form of their own in Kubernetes. */
export function refuseUnion(options: readonly z.core.$ZodType[], path: string, walk: SchemaWalk): void {
  const types = new Set(options.map(({ _zod: { def } }) => def.type));
  const reason = "a union has no structural schema: every place has one type";
  walk.refuse(path, reason, remedyOfUnion(types));
}

function remedyOfUnion(types: ReadonlySet<string>): string {
  const areAll = (...wanted: string[]) => [...types].every((type) => wanted.includes(type));
  if (areAll("literal", "enum")) return "write z.enum([…]) or z.literal([…]) with all values";
  if (types.has("null")) return "write .nullable() on the other type";
  if (types.has("undefined")) return "write .optional() on the other type";
  if (types.has("string") && areAll("string", "number")) return "write k8s.intOrString()";
  if (areAll("object")) return "write one z.object with optional keys, and k8s.rule(…) for which of them go together";
  return "choose one type, or write k8s.preserveUnknown()";
}
