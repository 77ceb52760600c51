/**
 * The folder of a plane, which at most one plane has at a time.
 *
 * ```text
 *   .pintle/           for its owner alone
 *     plane.json       while a plane runs: who it is and where
 *     kubeconfig       while a plane runs, unless it is wanted elsewhere
 *     log              what the last plane in the background had to say
 *     .gitignore       for all of it
 * ```
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CommandError } from "../run-program.ts";
import {
  formatPlaneRecord,
  isRunning,
  type PlaneRecord,
  parsePlaneRecord,
  readPlaneRecord,
  recordName,
} from "./plane-record.ts";
import { identifyProcess } from "./process-identity.ts";
import { quoteForShell } from "./quote-for-shell.ts";

/** In the working directory, as a project's plane is its own: others run beside it, and it is ended where it was started. */
export const usualFolder = ".pintle";

/** The folder is claimed until this is disposed of; nothing that others could take for a running plane is left then. */
export interface FolderClaim extends Disposable {
  readonly isReady: boolean;
  /** Tells others that the plane is ready, and where. */
  tellReady(url: string): void;
}

/** Makes the folder where it is not there, and says where it is. */
export function openDataFolder(path: string): string {
  if (path === "") throw new CommandError("--data-dir takes a folder, not nothing");
  const folder = resolve(path);
  try {
    if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) {
      writeFileSync(join(folder, ".gitignore"), "*\n", { mode: 0o600 });
    }
  } catch (error) {
    throw refuseFolder(folder, error);
  }
  if (statSync(folder).uid !== process.getuid?.()) {
    throw new CommandError(`--data-dir ${folder}: it belongs to another user, name a folder of your own`);
  }
  return folder;
}

/** Refuses a folder in which a plane runs. What one that was killed has left is put out of the way. */
export function claimFolder(folder: string, about: Pick<PlaneRecord, "kubeconfig" | "log">): FolderClaim {
  const own: PlaneRecord = { pid: process.pid, process: identifyProcess(process.pid) ?? "", ...about };
  takeFolder(folder, own);
  let isReady = false;
  return {
    get isReady() {
      return isReady;
    },
    tellReady(url) {
      if (!isSame(readPlaneRecord(folder), own)) {
        throw new CommandError(`another plane has taken ${folder}: start again, or choose another with --data-dir`);
      }
      const draft = writeDraft(folder, { ...own, url });
      renameSync(draft, join(folder, recordName));
      isReady = true;
    },
    [Symbol.dispose]: () => clearFolder(folder, own),
  };
}

/** Takes away what says that this plane runs, unless another has the folder by now. Its log stays. */
export function clearFolder(folder: string, gone: PlaneRecord): void {
  if (!isSame(readIfOurs(folder), gone)) return;
  if (dirname(gone.kubeconfig) === folder) rmSync(gone.kubeconfig, { force: true });
  rmSync(join(folder, recordName), { force: true });
}

/** The command that ends the plane of a folder. */
export function formatDown(folder: string): string {
  return folder === resolve(usualFolder) ? "pintle down" : `pintle down --data-dir ${quoteForShell(folder)}`;
}

/** Whoever ends a stale plane's claim may meet another who does the same: more often than this it is not by accident. */
const maxAttempts = 10;

/** A link is made only where there is no file yet, so of several processes one gets the folder. */
function takeFolder(folder: string, own: PlaneRecord): void {
  const place = join(folder, recordName);
  const draft = writeDraft(folder, own);
  try {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      if (linkIfFree(draft, place, folder)) return;
      const holder = readPlaneRecord(folder);
      if (holder === undefined) continue;
      if (isRunning(holder)) throw refuseSecond(folder, holder);
      putAside(folder, holder);
    }
    throw new CommandError(`others take ${folder} again and again: choose another with --data-dir`);
  } finally {
    rmSync(draft, { force: true });
  }
}

function writeDraft(folder: string, record: PlaneRecord): string {
  const draft = join(folder, `${recordName}.${process.pid}`);
  try {
    rmSync(draft, { force: true });
    writeFileSync(draft, formatPlaneRecord(record), { mode: 0o600, flag: "wx" });
  } catch (error) {
    throw refuseFolder(folder, error);
  }
  return draft;
}

function linkIfFree(draft: string, place: string, folder: string): boolean {
  try {
    linkSync(draft, place);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw refuseFolder(folder, error);
  }
}

/** What was left by a plane that is gone. It may have been replaced by a living one since it was read, which then gets it back. */
function putAside(folder: string, gone: PlaneRecord): void {
  const place = join(folder, recordName);
  const aside = `${place}.${process.pid}.gone`;
  try {
    renameSync(place, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw refuseFolder(folder, error);
  }
  const isStale = isSame(parsePlaneRecord(readFileSync(aside, "utf8")), gone);
  if (!isStale) linkIfFree(aside, place, folder);
  else if (gone.log !== undefined) keepOldLog(gone.log);
  rmSync(aside, { force: true });
}

/** Why a plane in the background came to its end is still to be read when another runs. */
function keepOldLog(log: string): void {
  try {
    renameSync(log, `${log}.old`);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

function isSame(one: PlaneRecord | undefined, other: PlaneRecord): boolean {
  return one?.pid === other.pid && one.process === other.process;
}

/** On the way out nobody is helped by complaints about the file. */
function readIfOurs(folder: string): PlaneRecord | undefined {
  try {
    return readPlaneRecord(folder);
  } catch {
    return undefined;
  }
}

function refuseSecond(folder: string, { pid, url }: PlaneRecord): CommandError {
  const where = url === undefined ? "" : ` at ${url}`;
  return new CommandError(
    `a plane runs in ${folder} already (pid ${pid})${where}: end it with ${formatDown(folder)}, or choose another folder with --data-dir`,
  );
}

function refuseFolder(folder: string, error: unknown): CommandError {
  return new CommandError(`--data-dir ${folder}: it cannot be written (${codeOf(error)}), name a folder that can`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
