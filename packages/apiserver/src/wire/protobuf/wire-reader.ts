/**
 * Reads protobuf's wire format, and refuses what breaks it in the words of Kubernetes' own decoders. No length is believed before it is
 * compared with what is there, so that nothing is read or allocated beyond the message.
 */
import { Buffer } from "node:buffer";

/** Why bytes are no message, as Kubernetes says it. */
export class ProtobufError extends Error {
  override readonly name = "ProtobufError";
}

/** The ways in which values are written. */
export const wireTypes = { varint: 0, fixed64: 1, bytes: 2, startGroup: 3, endGroup: 4, fixed32: 5 } as const;

export class WireReader {
  readonly #bytes: Buffer;
  at: number;
  /** Where the innermost message ends. */
  end: number;
  /** The upper half of what `varint` read last; its result is the lower half. */
  #high = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
    this.end = bytes.length;
  }

  /** The number and the wire type of the next field, as `number * 8 + type`. */
  tag(message: string): number {
    const low = this.#varint();
    const wireType = low & 7;
    if (wireType === wireTypes.endGroup) {
      throw new ProtobufError(`proto: ${message}: wiretype end group for non-group`);
    }
    const number = (this.#high << 29) | (low >>> 3) | 0;
    if (number <= 0) {
      const tag = this.#high * 2 ** 32 + low;
      throw new ProtobufError(`proto: ${message}: illegal tag ${number} (wire type ${tag})`);
    }
    return number * 8 + wireType;
  }

  int32(): number {
    return this.#varint() | 0;
  }

  /** A number where it is exact, else a bigint. */
  int64(): number | bigint {
    const low = this.#varint();
    const high = this.#high | 0;
    const value = high * 2 ** 32 + low;
    return Number.isSafeInteger(value) ? value : (BigInt(high) << 32n) | BigInt(low);
  }

  bool(): boolean {
    const low = this.#varint();
    return low !== 0 || this.#high !== 0;
  }

  float64(): number {
    if (this.end - this.at < 8) throw unexpectedEnd();
    this.at += 8;
    return this.#bytes.readDoubleLE(this.at - 8);
  }

  string(): string {
    const end = this.#length();
    const text = this.#bytes.toString("utf8", this.at, end);
    this.at = end;
    return text;
  }

  bytes(): Buffer {
    const end = this.#length();
    const bytes = this.#bytes.subarray(this.at, end);
    this.at = end;
    return bytes;
  }

  /** Goes into a message and gives where the one around it ends, which `leave` wants back. */
  enter(): number {
    const around = this.end;
    this.end = this.#length();
    return around;
  }

  leave(around: number): void {
    this.at = this.end;
    this.end = around;
  }

  /** Steps over a field that nobody knows. Groups, which Kubernetes never writes, are stepped over without recursion. */
  skip(wireType: number): void {
    let depth = 0;
    let type = wireType;
    for (;;) {
      if (type === wireTypes.varint) this.#varint();
      else if (type === wireTypes.fixed64) this.#skipBytes(8);
      else if (type === wireTypes.bytes) this.at = this.#length();
      else if (type === wireTypes.startGroup) depth += 1;
      else if (type === wireTypes.endGroup) {
        if (depth === 0) throw new ProtobufError("proto: unexpected end of group");
        depth -= 1;
      } else if (type === wireTypes.fixed32) this.#skipBytes(4);
      else throw new ProtobufError(`proto: illegal wireType ${type}`);
      if (depth === 0) return;
      type = this.#varint() & 7;
    }
  }

  #skipBytes(count: number): void {
    this.at += count;
    if (this.at > this.end) throw unexpectedEnd();
  }

  /** Reads a length and gives the index behind what it is the length of. */
  #length(): number {
    const low = this.#varint();
    const high = this.#high;
    if (high >= 2 ** 31) throw new ProtobufError("proto: negative length found during unmarshaling");
    const end = this.at + low;
    if (high !== 0 || end > this.end) throw unexpectedEnd();
    return end;
  }

  #varint(): number {
    const bytes = this.#bytes;
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 64; shift += 7) {
      if (this.at >= this.end) throw unexpectedEnd();
      const byte = bytes[this.at] ?? 0;
      this.at += 1;
      const digits = byte & 0x7f;
      if (shift < 28) low |= digits << shift;
      else if (shift === 28) {
        low |= digits << 28;
        high = digits >>> 4;
      } else high |= digits << (shift - 32);
      if (byte < 0x80) {
        this.#high = high >>> 0;
        return low >>> 0;
      }
    }
    throw new ProtobufError("proto: integer overflow");
  }
}

function unexpectedEnd(): ProtobufError {
  return new ProtobufError("unexpected EOF");
}
