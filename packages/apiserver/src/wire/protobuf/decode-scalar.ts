/** Values without parts as protobuf carries them, the special ones in small messages of their own. */
import { Buffer } from "node:buffer";
import {
  formatDuration,
  formatMicroTime,
  formatQuantity,
  formatTime,
  InvalidScalarError,
  type JsonValue,
  parseQuantity,
} from "@pintle/machinery";
import { GoJsonError } from "../json/json-scanner.ts";
import { readGoJson } from "../json/read-go-json.ts";
import type { Scalar } from "../typed/type-model.ts";
import { ProtobufError, type WireReader, wireTypes } from "./wire-reader.ts";

/** The value as Go prints it; `undefined` for a time that is zero. */
export function decodeScalar(reader: WireReader, scalar: Scalar): JsonValue | undefined {
  switch (scalar) {
    case "string":
      return reader.string();
    case "bytes":
      return reader.bytes().toString("base64");
    case "bool":
      return reader.bool();
    case "int32":
      return reader.int32();
    case "int64":
      return reader.int64();
    case "float64":
      return reader.float64();
    default:
      return decodeSpecial(readParts(reader), scalar);
  }
}

/** What the small messages hold, by number: no special type has more than three fields. */
type Parts = readonly (number | bigint | Buffer | undefined)[];

function readParts(reader: WireReader): Parts {
  const parts: (number | bigint | Buffer | undefined)[] = [];
  const around = reader.enter();
  while (reader.at < reader.end) {
    const tag = reader.tag("value");
    const number = tag >> 3;
    if (number > 3 || (tag & 7) > wireTypes.bytes || (tag & 7) === wireTypes.fixed64) reader.skip(tag & 7);
    else parts[number] = (tag & 7) === wireTypes.varint ? reader.int64() : reader.bytes();
  }
  reader.leave(around);
  return parts;
}

function decodeSpecial(parts: Parts, scalar: Scalar): JsonValue | undefined {
  switch (scalar) {
    case "Time":
      return readTime(() => formatTime(Number(integer(parts[1])) * 1_000), parts);
    case "MicroTime":
      return readTime(() => formatMicroTime(integer(parts[1]) * 1_000_000n + integer(parts[2]) / 1_000n), parts);
    case "Duration":
      return formatDuration(integer(parts[1]));
    case "Quantity":
      return readQuantity(text(parts[1]));
    case "IntOrString":
      return integer(parts[1]) === 1n ? text(parts[3]) : Number(BigInt.asIntN(32, integer(parts[2])));
    default:
      return readRaw(parts[1]);
  }
}

function readTime(format: () => string, parts: Parts): string | undefined {
  if (integer(parts[1]) === 0n && integer(parts[2]) === 0n) return undefined;
  try {
    return format();
  } catch (error) {
    throw asProtobufError(error);
  }
}

function readQuantity(written: string): string {
  if (written === "") return "0";
  try {
    return formatQuantity(parseQuantity(written));
  } catch (error) {
    throw asProtobufError(error);
  }
}

/** JSON inside protobuf. */
function readRaw(part: Parts[number]): JsonValue {
  if (!(part instanceof Buffer) || part.length === 0) return null;
  try {
    return readGoJson(part, undefined, false).value;
  } catch (error) {
    throw asProtobufError(error);
  }
}

function asProtobufError(error: unknown): unknown {
  const isOfContent = error instanceof InvalidScalarError || error instanceof GoJsonError;
  return isOfContent ? new ProtobufError(error.message, { cause: error }) : error;
}

function integer(part: Parts[number]): bigint {
  return typeof part === "number" || typeof part === "bigint" ? BigInt(part) : 0n;
}

function text(part: Parts[number]): string {
  return part instanceof Buffer ? part.toString("utf8") : "";
}
