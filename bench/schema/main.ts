/** What a schema costs before its first object and with each one, against reading the same JSON. The run fails when a bar is missed. */
import { fieldPath, type JsonObject } from "@pintle/machinery";
import { checkStructuralSchema, compileSchema, type StructuralSchema } from "@pintle/schema";
import { type BenchRow, compare, cpuMicros, printHeader, printRows } from "../measure.ts";
import { schemaText, usualObject, wholeObject } from "./large-schema.ts";

/** A server reads definitions when it starts: compiling them must not be what it waits for. */
const bar = 10;

/** Few, because every run needs a schema that nothing has seen yet. */
const compilations = 40;
const usualText = JSON.stringify(usualObject);

const rows: BenchRow[] = [
  await benchFirst("compile 120 KB, first object of 2.8 KB", usualObject, bar),
  await benchFirst("compile 120 KB, first object touches every node", wholeObject, bar),
  await compare("check 120 KB as a definition", () => onFreshSchemas(check), parseSchema),
  await benchObject(),
];
printHeader();
printRows(rows);
console.log(
  `The schema has ${schemaText.length} bytes, the usual object ${usualText.length}; the peer is JSON.parse of the same text.`,
);
process.exitCode = rows.some(({ ratio, bar: limit = Number.POSITIVE_INFINITY }) => ratio > limit) ? 1 : 0;

function benchFirst(name: string, object: JsonObject, limit: number): Promise<BenchRow> {
  return compare(name, () => onFreshSchemas((schema) => judge(compileSchema(schema), object)), parseSchema, limit);
}

function benchObject(): Promise<BenchRow> {
  const compiled = compileSchema(JSON.parse(schemaText));
  return compare(
    "prepare and validate 2.8 KB",
    () => cpuMicros(() => judge(compiled, usualObject)),
    () => cpuMicros(() => JSON.parse(usualText)),
  );
}

function judge(compiled: ReturnType<typeof compileSchema>, object: JsonObject): void {
  if (compiled.validate(compiled.prepare(object).object).length > 0) throw new Error("the object is valid");
}

function check(schema: StructuralSchema): void {
  if (checkStructuralSchema(schema, fieldPath("openAPIV3Schema")).length > 0) throw new Error("the schema is sound");
}

function parseSchema(): number {
  return cpuMicros(() => JSON.parse(schemaText), compilations);
}

/** CPU of one run, each with a schema of its own: what is remembered about one must not help. */
function onFreshSchemas(run: (schema: StructuralSchema) => void): number {
  const fresh: StructuralSchema[] = Array.from({ length: compilations * 2 }, () => JSON.parse(schemaText));
  return cpuMicros(() => run(fresh.pop() as StructuralSchema), compilations);
}
