/**
 * What a plane that runs tells other commands, in a file of its data folder: who it is and where.
 *
 * The file outlives a plane that is killed. Whether its plane still runs is therefore asked of the system, never concluded from the file.
 */
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "../run-program.ts";
import { identifyProcess } from "./process-identity.ts";

export interface PlaneRecord {
  readonly pid: number;
  /** What `identifyProcess` says of it, so that nobody takes another process of that number for it. */
  readonly process: string;
  readonly kubeconfig: string;
  /** Once it is ready. */
  readonly url?: string;
  /** Where a plane in the background says what it has to say. */
  readonly log?: string;
}

export const recordName = "plane.json";

const version = 1;

export function formatPlaneRecord(record: PlaneRecord): string {
  return `${JSON.stringify({ version, ...record }, undefined, 2)}\n`;
}

/** `undefined` for what is no such record, or one that a later version wrote. */
export function parsePlaneRecord(text: string): PlaneRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const fields: { readonly [Key in keyof PlaneRecord | "version"]?: unknown } = value;
  const { pid, process, kubeconfig, url, log } = fields;
  if (fields.version !== version || !Number.isSafeInteger(pid) || Number(pid) < 1) return undefined;
  if (typeof process !== "string" || typeof kubeconfig !== "string") return undefined;
  return {
    ...{ pid: Number(pid), process, kubeconfig },
    ...(typeof url === "string" && { url }),
    ...(typeof log === "string" && { log }),
  };
}

/** The record of a folder, where there is one. Refuses what others wrote: what it says is believed, down to whom to end. */
export function readPlaneRecord(folder: string): PlaneRecord | undefined {
  const path = join(folder, recordName);
  let text: string;
  try {
    text = readOwnFile(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code === undefined) throw error;
    throw new CommandError(`${path} cannot be read (${code}): choose another folder with --data-dir`);
  }
  const record = parsePlaneRecord(text);
  if (record) return record;
  throw new CommandError(
    `${path} was not written by this version of pintle: end what runs there and delete it, or choose another folder with --data-dir`,
  );
}

function readOwnFile(path: string): string {
  const file = openSync(path, "r");
  try {
    if (fstatSync(file).uid === process.getuid?.()) return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
  throw new CommandError(`${path} belongs to another user: choose another folder with --data-dir`);
}

export function isRunning(record: PlaneRecord): boolean {
  return identifyProcess(record.pid) === record.process;
}
