/** Files that flags name. What is wrong with one is told with the flag, so that it is found where it was written. */
import { closeSync, openSync, readSync } from "node:fs";
import { CommandError } from "../run-program.ts";

/** Enough for any of them, and little enough that a wrong one does no harm: a device may go on for ever. */
const maxBytes = 4 * 1024 * 1024;

export function readNamedFile(flag: string, path: string): string {
  let bytes: Uint8Array | undefined;
  try {
    bytes = readBounded(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new CommandError(`${flag} ${path}: it cannot be read (${code}), name a file that can`);
  }
  if (bytes === undefined) throw new CommandError(`${flag} ${path}: it is larger than ${maxBytes} bytes, name another`);
  return Buffer.from(bytes).toString("utf8");
}

/** `undefined` where there is more than anybody needs. Size is found out by reading, since a pipe has none. */
function readBounded(path: string): Uint8Array | undefined {
  const buffer = Buffer.alloc(maxBytes + 1);
  const file = openSync(path, "r");
  try {
    let length = 0;
    while (length < buffer.length) {
      const count = readSync(file, buffer, length, buffer.length - length, null);
      if (count === 0) return buffer.subarray(0, length);
      length += count;
    }
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** What else is wrong with the content of a file, as one line. */
export function refuseFile(flag: string, path: string, what: string): CommandError {
  return new CommandError(`${flag} ${path}: ${what}`);
}
