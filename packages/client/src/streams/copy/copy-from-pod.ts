/**
 * Copies a file or a folder out of a container, by the `tar` that has to be in it.
 *
 * The archive is not trusted: see `local-folder.ts`. Symbolic links are left out and named in the result.
 */
import { constants } from "node:fs";
import { posix } from "node:path";
import { startExec } from "../exec.ts";
import type { PodPlace, StreamContext } from "../open-web-socket.ts";
import { type CopyOptions, finishTar } from "./copy-to-pod.ts";
import { partsBelow, placeBelow } from "./local-folder.ts";
import { readTar, type TarMember } from "./read-tar.ts";

export interface CopiedFiles {
  /** Links, devices and the like, as they are called in the archive. */
  readonly skipped: readonly string[];
}

/** What is at `from` in the container is at `to` on this machine afterwards; folders are merged, files replaced. */
export async function copyFromPod(context: StreamContext, pod: PodPlace, options: CopyOptions): Promise<CopiedFiles> {
  const { container, from, to, signal } = options;
  const absolute = posix.normalize(from).replace(/(?<=.)\/+$/, "");
  // The folder that the container starts in has no name in the archive either.
  const base = posix.basename(absolute).replace(/^\.$/, "");
  const command = ["tar", "cf", "-", "-C", posix.dirname(absolute), base === "" ? "." : `./${base}`];
  await using session = await startExec(context, pod, { command, signal, ...(container && { container }) });
  const skipped: string[] = [];
  await finishTar(session, async () => {
    for await (const member of readTar(session.stdout)) {
      if (!(await writeMember(member, base, to))) skipped.push(member.entry.path);
    }
  });
  return { skipped };
}

/** Whether it is of a type that is copied. */
async function writeMember({ entry, content }: TarMember, base: string, to: string): Promise<boolean> {
  const { copyFile, mkdir, open } = await import("node:fs/promises");
  const place = await placeBelow(to, partsBelow(entry.path, base));
  switch (entry.type) {
    case "directory":
      await mkdir(place, { recursive: true });
      return true;
    case "hardlink":
      await copyFile(await placeBelow(to, partsBelow(entry.target, base)), place);
      return true;
    case "file": {
      const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;
      // Neither set-user-ID nor the like: those are rights of another machine.
      await using file = await open(place, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, entry.mode & 0o777);
      for await (const bytes of content) await file.writeFile(bytes);
      return true;
    }
    default:
      return false;
  }
}
