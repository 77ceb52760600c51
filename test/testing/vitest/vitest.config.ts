/** The packages are the sources of the repository. Node loads them by itself, as it loads what is installed in node_modules. */
import { defineConfig } from "vitest/config";

const conditions = ["pintle-source"];

// biome-ignore lint/style/noDefaultExport: vitest looks for it.
export default defineConfig({
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    server: { deps: { external: [/\/packages\/[^/]+\/src\//] } },
    poolOptions: { forks: { execArgv: conditions.map((condition) => `--conditions=${condition}`) } },
  },
});
