/** Copies a file or a folder into a container, by the `tar` that has to be in it. Links are copied as links. */
import { posix } from "node:path";
import { type ExecSession, startExec } from "../exec.ts";
import type { PodPlace, StreamContext } from "../open-web-socket.ts";
import { StreamEndedError, StreamError } from "../stream-error.ts";
import { writeTar } from "./write-tar.ts";

export interface CopyOptions {
  /** The path of the file or the folder that is there. */
  readonly from: string;
  /** The path that it gets. The folder above has to be there in a container; on this machine it is made. */
  readonly to: string;
  /** The only one unless said. */
  readonly container?: string;
  readonly signal?: AbortSignal | undefined;
}

const maxComplaintBytes = 4_096;

/** What is at `from` on this machine is at `to` in the container afterwards; folders are merged, files replaced. */
export async function copyToPod(context: StreamContext, pod: PodPlace, options: CopyOptions): Promise<void> {
  const { container, from, to, signal } = options;
  const { lstat } = await import("node:fs/promises");
  // Asked first: a path that is not there should not start anything in the container.
  await lstat(from);
  const place = posix.normalize(to).replace(/(?<=.)\/+$/, "");
  const base = posix.basename(place);
  const command = ["tar", "xmf", "-", "-C", posix.dirname(place)];
  const asked = { command, stdin: true, stdout: false, signal, ...(container && { container }) };
  await using session = await startExec(context, pod, asked);
  await finishTar(session, async () => {
    for await (const bytes of writeTar(from, base === "" ? "." : base)) await session.write(bytes);
    await session.end();
  });
}

/**
 * Does the work beside a `tar` in the container, and waits for its end. Where `tar` fails the work ends too early, and what `tar` says
 * is the reason.
 */
export async function finishTar(session: ExecSession, work: () => Promise<void>): Promise<void> {
  const complaint = readComplaint(session.stderr);
  const ended = await work().then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof StreamEndedError) return error;
      throw error;
    },
  );
  const { code } = await session.exit;
  if (code !== 0) throw new StreamError(`tar in the container ended with code ${code}: ${await complaint}`);
  if (ended) throw ended;
}

async function readComplaint(stderr: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let left = maxComplaintBytes;
  try {
    for await (const bytes of stderr) {
      if (left > 0) parts.push(bytes.subarray(0, left));
      left -= bytes.length;
    }
  } catch {
    // That the connection broke off is told by the exit.
  }
  return Buffer.concat(parts).toString("utf8").trim();
}
