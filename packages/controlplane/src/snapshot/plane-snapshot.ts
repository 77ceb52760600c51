/**
 * A plane as bytes: what it stores and who it believes, in a format that outlives the process.
 *
 * ```text
 *   pintle-snapshot 1 ⏎
 *   {"revision":…,"takenMs":…,"keys":{…},"entries":[[key, revision, length, time left], …]} ⏎
 *   the values, one behind the other
 *   SHA-256 of all that, 32 bytes
 * ```
 */
import { createHash } from "node:crypto";
import { UsageError } from "@pintle/machinery";
import type { SavedKeys } from "../identity/plane-keys.ts";

/** Bytes to be kept as they are, such as in a file. They hold keys and tokens: only those who may do everything should read them. */
export type PlaneSnapshot = Uint8Array;

export interface SnapshotContent {
  /** The newest revision of the storage. */
  readonly revision: number;
  /** By the plane's clock, in milliseconds since the epoch. */
  readonly takenMs: number;
  readonly keys: SavedKeys;
  /** Whether the plane has made its nodes, so that those that are not among the entries were deleted. */
  readonly hasNodes?: boolean;
  readonly entries: readonly SnapshotEntry[];
}

export interface SnapshotEntry {
  readonly key: string;
  /** Of its last change. */
  readonly revision: number;
  readonly value: Uint8Array;
  /** How long the key has to live, where it ends by itself. */
  readonly leftMs?: number;
}

interface Head extends Omit<SnapshotContent, "entries"> {
  readonly entries: readonly (readonly [key: string, revision: number, length: number, leftMs?: number])[];
}

const magic = "pintle-snapshot ";
const version = 1;
const lineBreak = 10;
const digestBytes = 32;

export function writeSnapshot({ entries, ...rest }: SnapshotContent): PlaneSnapshot {
  const head: Head = {
    ...rest,
    entries: entries.map(({ key, revision, value, leftMs }) =>
      leftMs === undefined ? [key, revision, value.length] : [key, revision, value.length, leftMs],
    ),
  };
  const lines = Buffer.from(`${magic}${version}\n${JSON.stringify(head)}\n`);
  const content = [lines, ...entries.map(({ value }) => value)];
  const digest = createHash("sha256");
  for (const piece of content) digest.update(piece);
  return Buffer.concat([...content, digest.digest()]);
}

/** Throws a `UsageError` for what is no snapshot, not a whole one, or one of another version. */
export function readSnapshot(snapshot: PlaneSnapshot): SnapshotContent {
  if (!(snapshot instanceof Uint8Array)) throw invalid("it is not made of bytes");
  const bytes = Buffer.from(snapshot.buffer, snapshot.byteOffset, snapshot.length);
  const found = /^pintle-snapshot (\d{1,9})\n/.exec(bytes.toString("latin1", 0, magic.length + 10))?.[1];
  if (found === undefined) throw invalid("it does not begin like one");
  if (Number(found) !== version) {
    throw new UsageError(
      "PINTLE_SNAPSHOT_VERSION",
      `the snapshot has version ${found} and this Pintle reads version ${version}: restore it with the Pintle that took it`,
    );
  }
  const end = bytes.length - digestBytes;
  const content = bytes.subarray(0, Math.max(0, end));
  if (
    !createHash("sha256")
      .update(content)
      .digest()
      .equals(bytes.subarray(Math.max(0, end)))
  ) {
    throw invalid("it is cut off, or was changed");
  }
  const start = content.indexOf(lineBreak) + 1;
  const stop = content.indexOf(lineBreak, start);
  const { entries, ...rest } = JSON.parse(content.toString("utf8", start, stop)) as Head;
  return { ...rest, entries: cutValues(entries, content.subarray(stop + 1)) };
}

function cutValues(entries: Head["entries"], values: Uint8Array): SnapshotEntry[] {
  let at = 0;
  return entries.map(([key, revision, length, leftMs]) => {
    const value = values.subarray(at, at + length);
    at += length;
    return { key, revision, value, ...(leftMs !== undefined && { leftMs }) };
  });
}

function invalid(why: string): UsageError {
  return new UsageError(
    "PINTLE_SNAPSHOT_INVALID",
    `this is no snapshot, ${why}: pass the bytes that plane.snapshot() gave`,
  );
}
