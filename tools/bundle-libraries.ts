/**
 * Puts the modules of the libraries that every program loads into a few files each, in place of
 * what the compiler made of them: to look for two hundred modules takes more time and memory than all the code in them. Packages stay apart,
 * so that there is one `ApiError` for all. Declarations are the compiler's.
 */
import { globSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { joinChunks } from "./join-chunks.ts";
import { machineryCore } from "./machinery-core.ts";

export const bundledLibraries = ["machinery", "client", "runtime", "schema", "pintle"] as const;

const root = fileURLToPath(new URL("../", import.meta.url));

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly "pintle-source": string; readonly default: string }>>;
}

/** Writes the files that the package's exports name, and those they share, below the folder: `index.js`, `parts/…`. */
export async function bundleLibrary(name: string, outdir: string): Promise<void> {
  const folder = `${root}packages/${name}`;
  const { exports }: Manifest = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: Object.values(exports).map(({ "pintle-source": source, default: made }) => ({
      in: source,
      out: made.replace(/^\.\/dist\/|\.js$/g, ""),
    })),
    outdir,
    bundle: true,
    // What is loaded on first use is a file of its own, and so is what several exports share.
    splitting: true,
    chunkNames: "parts/[name]-[hash]",
    format: "esm",
    platform: "node",
    target: "node22",
    packages: "external",
    plugins: [machineryCore],
    metafile: true,
    logLevel: "warning",
  });
  const main = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === "src/index.ts")?.[0];
  if (name === "pintle" && main)
    await joinChunks({ root: folder, outputs: metafile.outputs }, main, `${outdir}/parts/index.js`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of bundledLibraries) {
    const dist = `${root}packages/${name}/dist`;
    for (const path of globSync("**/*.js", { cwd: dist })) rmSync(`${dist}/${path}`);
    // The compiler has to make all of its modules again before somebody builds on them.
    rmSync(`${root}.build/${name}.tsbuildinfo`, { force: true });
    await bundleLibrary(name, dist);
  }
}
