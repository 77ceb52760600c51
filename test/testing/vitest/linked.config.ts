/** The same where vite loads the packages as it loads one's own code, which it does with those of a workspace. */
import { defineConfig } from "vitest/config";

// biome-ignore lint/style/noDefaultExport: vitest looks for it.
export default defineConfig({
  ssr: { resolve: { conditions: ["pintle-source"] } },
  // Vite compiles what the first test needs while that test runs.
  test: { testTimeout: 60_000 },
});
