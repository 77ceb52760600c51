/** Takes a tar archive apart as it arrives. Nothing is held but the header at hand; an archive that ends too early is an error. */
import { StreamEndedError, StreamError } from "../stream-error.ts";
import { blockBytes, parsePaxRecords, parseTarBlock, parseText, type TarEntry } from "./tar-header.ts";

export interface TarMember {
  readonly entry: TarEntry;
  /** Of a file. To be read before the next member is asked for; what is not read is skipped. */
  readonly content: AsyncIterable<Uint8Array>;
}

const maxExtendedBytes = 1_024 * 1_024;

export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarMember, void> {
  const reader = createBlockReader(source);
  try {
    let extended = new Map<string, string>();
    for (;;) {
      const found = parseTarBlock(await reader.take(blockBytes));
      if (!found) {
        await reader.drain();
        return;
      }
      const { entry, flag } = found;
      if (flag === "x" || flag === "L" || flag === "K" || flag === "g") {
        const bytes = await readExtended(reader, entry.sizeBytes);
        if (flag === "x") extended = new Map([...extended, ...parsePaxRecords(bytes)]);
        else if (flag !== "g") extended.set(flag === "L" ? "path" : "linkpath", parseText(bytes));
        continue;
      }
      const whole = extendEntry(entry, extended);
      extended = new Map();
      let left = whole.sizeBytes;
      const content = async function* (): AsyncGenerator<Uint8Array> {
        while (left > 0) {
          const bytes = await reader.some(left);
          left -= bytes.length;
          yield bytes;
        }
      };
      yield { entry: whole, content: content() };
      while (left > 0) left -= (await reader.some(left)).length;
      await reader.take(paddingBytes(whole.sizeBytes));
    }
  } finally {
    await reader.close();
  }
}

function extendEntry(entry: TarEntry, extended: ReadonlyMap<string, string>): TarEntry {
  const size = extended.get("size");
  const sizeBytes = size === undefined ? entry.sizeBytes : Number(size);
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0) {
    throw new StreamError("the archive is damaged: an entry has no size that can be read");
  }
  const path = extended.get("path") ?? entry.path;
  // Links and directories have no content, whatever their header says.
  const hasContent = entry.type === "file" || entry.type === "other";
  return { ...entry, path, target: extended.get("linkpath") ?? entry.target, sizeBytes: hasContent ? sizeBytes : 0 };
}

async function readExtended(reader: BlockReader, length: number): Promise<Buffer> {
  if (length > maxExtendedBytes) throw new StreamError("the archive is damaged: an extended header is too long");
  const bytes = await reader.take(length);
  await reader.take(paddingBytes(length));
  return bytes;
}

function paddingBytes(length: number): number {
  return (blockBytes - (length % blockBytes)) % blockBytes;
}

interface BlockReader {
  /** Exactly so many bytes. */
  take(length: number): Promise<Buffer>;
  /** At least one byte and at most so many. */
  some(maxLength: number): Promise<Uint8Array>;
  /** Reads what is left, so that the sender is not cut off while it pads. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

function createBlockReader(source: AsyncIterable<Uint8Array>): BlockReader {
  const chunks = source[Symbol.asyncIterator]();
  let current: Uint8Array = new Uint8Array(0);
  const some = async (maxLength: number): Promise<Uint8Array> => {
    while (current.length === 0) {
      const { done, value } = await chunks.next();
      if (done) throw new StreamEndedError("the archive ended in the middle");
      current = value;
    }
    const bytes = current.subarray(0, maxLength);
    current = current.subarray(bytes.length);
    return bytes;
  };
  return {
    some,
    async take(length) {
      const parts: Uint8Array[] = [];
      for (let left = length; left > 0; left -= parts.at(-1)?.length ?? 0) parts.push(await some(left));
      return Buffer.concat(parts);
    },
    async drain() {
      while (!(await chunks.next()).done);
    },
    async close() {
      await chunks.return?.();
    },
  };
}
