/** YAML's library, loaded when the first YAML comes or goes: most servers never see any, and it costs more to load than all of wire. */
import { createRequire } from "node:module";

export type YamlModule = typeof import("yaml");

let loaded: YamlModule | undefined;

export function yamlModule(): YamlModule {
  loaded ??= createRequire(import.meta.url)("yaml") as YamlModule;
  return loaded;
}
