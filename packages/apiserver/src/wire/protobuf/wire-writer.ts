/**
 * Writes protobuf's wire format from the end to the beginning, as Kubernetes' encoders do: the length of a message stands before it, and is
 * known only when all of it is written.
 */
import { Buffer } from "node:buffer";

export class WireWriter {
  #bytes = Buffer.allocUnsafe(1024);
  #at = 1024;

  /** How many bytes are written. Whoever puts a length before a part remembers this from before the part. */
  get length(): number {
    return this.#bytes.length - this.#at;
  }

  /** All that was written; the writer is done with. */
  finish(): Uint8Array {
    return this.#bytes.subarray(this.#at);
  }

  tag(number: number, wireType: number): void {
    this.varint(number * 8 + wireType);
  }

  /** A number below 2^53 that is not negative. */
  varint(value: number): void {
    if (value < 0x80) {
      this.#room(1);
      this.#at -= 1;
      this.#bytes[this.#at] = value;
      return;
    }
    const digits: number[] = [];
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) digits.push((rest % 0x80) | 0x80);
    digits.push(rest);
    this.bytes(digits);
  }

  /** Negative numbers take ten bytes, as those of two's complement in 64 bits. */
  int64(value: number | bigint): void {
    if (typeof value === "number" && value >= 0) {
      this.varint(value);
      return;
    }
    const digits: number[] = [];
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest >= 0x80n; rest >>= 7n) digits.push(Number(rest & 0x7fn) | 0x80);
    digits.push(Number(rest));
    this.bytes(digits);
  }

  float64(value: number): void {
    this.#room(8);
    this.#at -= 8;
    this.#bytes.writeDoubleLE(value, this.#at);
  }

  bytes(bytes: ArrayLike<number>): void {
    this.#room(bytes.length);
    this.#at -= bytes.length;
    this.#bytes.set(bytes, this.#at);
  }

  /** A text with its length before it. */
  string(text: string): void {
    const length = Buffer.byteLength(text);
    this.#room(length);
    this.#at -= length;
    this.#bytes.write(text, this.#at, length, "utf8");
    this.varint(length);
  }

  #room(count: number): void {
    if (this.#at >= count) return;
    const used = this.length;
    const grown = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, used + count));
    this.#bytes.copy(grown, grown.length - used, this.#at);
    this.#at = grown.length - used;
    this.#bytes = grown;
  }
}
