/**
 * Where files from elsewhere may be written: below one path, and through no link.
 *
 * Names come from a container that may be hostile. One that leads out of the place is refused before anything is touched; a link on
 * the way, which an earlier copy or somebody else may have put there, is refused as well.
 */
import { StreamError } from "../stream-error.ts";

/** The parts of a name in an archive below the base that was asked for, or an error when it lies outside. */
export function partsBelow(path: string, base: string): readonly string[] {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  const isOutside = path.startsWith("/") || parts.includes("..") || path.includes("\0") || path.includes("\\");
  if (isOutside || (base !== "" && parts[0] !== base)) {
    throw new StreamError(
      `the archive holds ${JSON.stringify(path.slice(0, 200))}, which is outside of what was asked for`,
    );
  }
  return base === "" ? parts : parts.slice(1);
}

/** The local path. Everything above its last part is a folder afterwards, and neither that part nor one above it is a link. */
export async function placeBelow(target: string, parts: readonly string[]): Promise<string> {
  const { lstat, mkdir } = await import("node:fs/promises");
  const { dirname } = await import("node:path");
  await mkdir(dirname(target), { recursive: true });
  let place = target;
  for (const part of parts) {
    await mkdir(place).catch(ignoreExisting);
    place = `${place}/${part}`;
    const found = await lstat(place).catch(ignoreMissing);
    if (found?.isSymbolicLink()) throw new StreamError(`${place} is a link: nothing is written through it`);
  }
  return place;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}
