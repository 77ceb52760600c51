/** The files that a certificate stands in, as the machine has them: read with a limit, and watched by the directory that they are in. */
import { watch } from "node:fs";
import { open } from "node:fs/promises";

export interface CertificateFiles {
  /** The text of a file. Rejects with Node's error, whose `code` is `ENOENT` where there is none. */
  read(path: string): Promise<string>;
  /** Calls back after something in the directory has changed, until disposed. Throws where that cannot be watched. */
  watch(directory: string, onChange: () => void, onError: (error: unknown) => void): Disposable;
}

/** A chain of certificates has some ten thousand. */
const longestFileBytes = 1024 * 1024;

export const processCertificateFiles: CertificateFiles = {
  async read(path) {
    await using file = await open(path);
    const { size } = await file.stat();
    if (size > longestFileBytes) throw new Error(`it has more than ${longestFileBytes} bytes`);
    return await file.readFile("utf8");
  },

  watch(directory, onChange, onError) {
    // Whoever mounts Secrets swaps the link `..data` in the directory, so that the files themselves tell nothing.
    const watcher = watch(directory, { persistent: false }, onChange);
    watcher.on("error", onError);
    return { [Symbol.dispose]: () => watcher.close() };
  },
};
