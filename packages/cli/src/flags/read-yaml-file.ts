/** What stands in a file of YAML or JSON that a flag names. */
import { readNamedFile, refuseFile } from "./read-named-file.ts";

export async function readYamlFile(flag: string, path: string): Promise<unknown> {
  const text = readNamedFile(flag, path);
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) {
    const [{ line } = { line: 0 }] = error.linePos ?? [];
    throw refuseFile(flag, path, `line ${line} is no YAML: ${error.message.split("\n", 1).join()}`);
  }
  return document.toJS({ maxAliasCount: 10 });
}
