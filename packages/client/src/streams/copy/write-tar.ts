/** A file or a folder of this machine as a tar archive. Links are sent as links, never followed. */
import type { Stats } from "node:fs";
import { StreamError } from "../stream-error.ts";
import { blockBytes, formatTarHeader, paddingAfter } from "./tar-header.ts";

/** The archive of what is at `local`, in which it is called `name`. */
export async function* writeTar(local: string, name: string): AsyncGenerator<Uint8Array, void> {
  yield* writeMember(local, name);
  yield new Uint8Array(2 * blockBytes);
}

async function* writeMember(local: string, path: string): AsyncGenerator<Uint8Array, void> {
  const { lstat, readdir, readlink } = await import("node:fs/promises");
  const stats = await lstat(local);
  const { mode } = stats;
  if (stats.isDirectory()) {
    yield formatTarHeader({ path: `${path}/`, type: "directory", mode, sizeBytes: 0, target: "" });
    for (const child of (await readdir(local)).toSorted()) yield* writeMember(`${local}/${child}`, `${path}/${child}`);
  } else if (stats.isSymbolicLink()) {
    const target = await readlink(local);
    yield formatTarHeader({ path, type: "symlink", mode, sizeBytes: 0, target });
  } else if (stats.isFile()) {
    yield* writeFile(local, path, stats);
  } else {
    throw new StreamError(`${local} is neither a file nor a folder nor a link`);
  }
}

async function* writeFile(local: string, path: string, stats: Stats): AsyncGenerator<Uint8Array, void> {
  const { createReadStream } = await import("node:fs");
  const { mode, size } = stats;
  yield formatTarHeader({ path, type: "file", mode, sizeBytes: size, target: "" });
  let written = 0;
  // The header has promised a length: a file that grows meanwhile is sent as long as it was.
  if (size > 0) {
    for await (const chunk of createReadStream(local, { end: size - 1 })) {
      written += chunk.length;
      yield chunk;
    }
  }
  if (written !== size) throw new StreamError(`${local} became shorter while it was read`);
  yield paddingAfter(size);
}
