/**
 * Lets what is published load the half of `@pintle/machinery` that it needs: a module all of whose imports from there are also exported by
 * `@pintle/machinery/core` takes them from it. Both are made of the same files, so that there is one `ApiError` for all.
 */
import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";

const whole = "@pintle/machinery";
const core = `${whole}/core`;
const statement = /^(?:import|export) (?!type )\{([^}]*)\} from "@pintle\/machinery";$/gm;

export const machineryCore: Plugin = {
  name: "machinery-core",
  async setup(build) {
    const known = new Set(Object.keys(await import("@pintle/machinery/core")));
    build.onResolve({ filter: /^@pintle\/machinery$/ }, ({ importer }) => {
      const names = namesFrom(readFileSync(importer, "utf8"));
      const isCore = names.length > 0 && names.every((name) => known.has(name));
      return { path: isCore ? core : whole, external: true, sideEffects: false };
    });
  },
};

/** The values that a module imports, and not the types; empty where it does so in a way that is not understood. */
function namesFrom(source: string): readonly string[] {
  const lists = [...source.matchAll(statement)].map(([, names = ""]) => names.split(","));
  return lists
    .flat()
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "))
    .map((name) => name.split(" as ")[0] ?? name);
}
