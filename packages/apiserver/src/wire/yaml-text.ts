/** YAML as the API server writes it: keys sorted, lists not indented, quoted what YAML 1.1 would take for something else than text. */
import type { JsonValue } from "@pintle/machinery";
import { yamlModule } from "./yaml-module.ts";

export function writeYaml(value: JsonValue): string {
  return yamlModule().stringify(value, {
    version: "1.1",
    sortMapEntries: true,
    indentSeq: false,
    lineWidth: 0,
    // Values that stand twice are written twice: an anchor would surprise readers that know none.
    aliasDuplicateObjects: false,
  });
}
