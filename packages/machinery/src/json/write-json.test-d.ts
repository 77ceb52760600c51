import { type JsonReading, readJson } from "./read-json.ts";
import { writeJson } from "./write-json.ts";

interface Meta {
  readonly name: string;
  readonly labels?: { readonly [key: string]: string } | undefined;
}

export function accepted(meta: Meta): string[] {
  return [writeJson(meta), writeJson([meta]), writeJson(1n), writeJson(null), writeJson(readJson("{}").value)];
}

export function refused(reading: JsonReading): void {
  // @ts-expect-error: undefined is no JSON value.
  writeJson(undefined);
  // @ts-expect-error: nor is a symbol.
  writeJson(Symbol("a"));
  // @ts-expect-error: what was read may be a list or a string, so a field is reached only after a check.
  reading.value.metadata;
}
