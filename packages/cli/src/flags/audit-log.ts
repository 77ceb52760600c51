/** A file of audit events, a line each, written before the request goes on. One that has grown too large is put aside under its time. */
import { closeSync, fstatSync, openSync, readdirSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import type { Clock } from "@pintle/machinery";

export interface AuditLogOptions {
  readonly path: string;
  readonly clock: Clock;
  /** 0 for no limit. */
  readonly maxBytes: number;
  /** How many files put aside are kept; 0 for all. */
  readonly maxBackups: number;
  /** How long they are kept; 0 for ever. */
  readonly maxAgeMs: number;
}

export interface AuditLog extends Disposable {
  /** Throws where the line cannot be written. */
  write(line: string): void;
}

/** Throws Node's error where the file cannot be opened. */
export function openAuditLog(options: AuditLogOptions): AuditLog {
  const { path, maxBytes } = options;
  // What is written down may hold secrets: it is for the user's eyes.
  const open = () => openSync(path, "a", 0o600);
  // A number that is closed is soon somebody else's file: it is forgotten with its file, and the old one is kept until there is a new one.
  let file: number | undefined = open();
  let bytes = fstatSync(file).size;

  function beginAnew(old: number): number {
    putAside(options);
    file = open();
    bytes = 0;
    closeSync(old);
    removeOld(options);
    return file;
  }

  return {
    write(line) {
      if (file === undefined) throw new Error("the audit log is closed");
      const left = Buffer.from(line);
      const isFull = maxBytes > 0 && bytes > 0 && bytes + left.length > maxBytes;
      const target = isFull ? beginAnew(file) : file;
      // A disk may take a part of what it is given.
      for (let written = 0; written < left.length; ) {
        const length = writeSync(target, left, written);
        written += length;
        bytes += length;
      }
    },
    [Symbol.dispose]() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

function putAside({ path, clock }: AuditLogOptions): void {
  const { folder, stem, extension } = nameParts(path);
  const time = new Date(clock.now()).toISOString().slice(0, -1).replaceAll(":", "-");
  try {
    renameSync(path, join(folder, `${stem}-${time}${extension}`));
  } catch (error) {
    // Somebody else has put it aside, or we have and could not begin anew then.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

function removeOld({ path, clock, maxBackups, maxAgeMs }: AuditLogOptions): void {
  const { folder, stem, extension } = nameParts(path);
  const now = clock.now();
  const aside = readdirSync(folder)
    .filter((name) => name.startsWith(`${stem}-`) && name.endsWith(extension) && timeIn(name, stem) !== undefined)
    .sort()
    .reverse();
  for (const [index, name] of aside.entries()) {
    const isTooMany = maxBackups > 0 && index >= maxBackups;
    const isTooOld = maxAgeMs > 0 && now - (timeIn(name, stem) ?? now) > maxAgeMs;
    if (isTooMany || isTooOld) rmSync(join(folder, name), { force: true });
  }
}

function nameParts(path: string): { readonly folder: string; readonly stem: string; readonly extension: string } {
  const extension = extname(path);
  return { folder: dirname(path), stem: basename(path, extension), extension };
}

/** When a file was put aside; `undefined` for one that was not. */
function timeIn(name: string, stem: string): number | undefined {
  const match = /^([0-9-]{10}T[0-9]{2})-([0-9]{2})-([0-9]{2}\.[0-9]{3})/.exec(name.slice(stem.length + 1));
  const time = match ? Date.parse(`${match[1]}:${match[2]}:${match[3]}Z`) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
