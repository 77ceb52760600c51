/** Writes values without parts, the special ones as small messages of their own. */
import { Buffer } from "node:buffer";
import { type JsonValue, parseDurationNs, parseMicroTimeUs, parseTimeMs } from "@pintle/machinery";
import { writeGoJson } from "../json/go-json-text.ts";
import type { Scalar } from "../typed/type-model.ts";
import { wireTypes } from "./wire-reader.ts";
import type { WireWriter } from "./wire-writer.ts";

/** A field of a number with the value, null for one that nobody set. The value is as Go prints it. */
export function encodeScalar(writer: WireWriter, number: number, scalar: Scalar, value: JsonValue): void {
  switch (scalar) {
    case "bool":
      writer.varint(value === true ? 1 : 0);
      writer.tag(number, wireTypes.varint);
      return;
    case "int32":
    case "int64":
      writer.int64(integerOf(value));
      writer.tag(number, wireTypes.varint);
      return;
    case "float64":
      writer.float64(Number(value));
      writer.tag(number, wireTypes.fixed64);
      return;
    case "string":
      writer.string(textOf(value));
      writer.tag(number, wireTypes.bytes);
      return;
    default: {
      const before = writer.length;
      if (scalar === "bytes") writer.bytes(Buffer.from(textOf(value), "base64"));
      else encodeSpecial(writer, scalar, value);
      writer.varint(writer.length - before);
      writer.tag(number, wireTypes.bytes);
    }
  }
}

function encodeSpecial(writer: WireWriter, scalar: Scalar, value: JsonValue): void {
  switch (scalar) {
    case "Time":
      if (typeof value === "string") encodeTime(writer, Math.floor(parseTimeMs(value) / 1_000), 0);
      return;
    case "MicroTime":
      if (typeof value === "string") encodeMicroTime(writer, parseMicroTimeUs(value));
      return;
    case "Duration":
      encodeScalar(writer, 1, "int64", typeof value === "string" ? parseDurationNs(value) : 0);
      return;
    case "Quantity":
      encodeScalar(writer, 1, "string", value === null ? "0" : String(value));
      return;
    case "IntOrString":
      encodeScalar(writer, 3, "string", typeof value === "string" ? value : "");
      encodeScalar(writer, 2, "int32", typeof value === "string" ? 0 : value);
      encodeScalar(writer, 1, "int64", typeof value === "string" ? 1 : 0);
      return;
    default:
      if (value !== null) encodeScalar(writer, 1, "string", writeGoJson(value));
  }
}

function encodeMicroTime(writer: WireWriter, timeUs: bigint): void {
  const micros = ((timeUs % 1_000_000n) + 1_000_000n) % 1_000_000n;
  encodeTime(writer, Number((timeUs - micros) / 1_000_000n), Number(micros) * 1_000);
}

function encodeTime(writer: WireWriter, seconds: number, nanoseconds: number): void {
  encodeScalar(writer, 2, "int32", nanoseconds);
  encodeScalar(writer, 1, "int64", seconds);
}

function integerOf(value: JsonValue): number | bigint {
  return typeof value === "number" || typeof value === "bigint" ? value : 0;
}

function textOf(value: JsonValue): string {
  return typeof value === "string" ? value : "";
}
