/** cel-go's extension for encodings: base64, padded or not. */
import { Buffer } from "node:buffer";
import { bytesType, stringType } from "../check/cel-types.ts";
import { CelEvaluationError } from "../syntax/cel-error.ts";
import type { CelLibrary } from "./cel-library.ts";
import { declareFunction, globalOverload } from "./declare-function.ts";

/** Line breaks are passed over, as Go does. What is left is padded to groups of four, or not padded at all. */
function decode(text: string): Uint8Array {
  const lines = text.replace(/[\r\n]/g, "");
  const digits = lines.replace(/={1,2}$/, "");
  const isPadded = lines.length % 4 === 0;
  const isWhole = /^[A-Za-z0-9+/]*$/.test(digits) && digits.length % 4 !== 1;
  if (isWhole && (isPadded || digits === lines)) return new Uint8Array(Buffer.from(digits, "base64"));
  throw new CelEvaluationError(`illegal base64 data at input byte ${illegalByte(text)}`);
}

/** The first byte that is no digit, or the last of a text that ends too early. */
function illegalByte(text: string): number {
  const at = text.search(/[^A-Za-z0-9+/\r\n]/);
  return at < 0 ? Math.max(0, text.length - 1) : at;
}

export const encodersLibrary: CelLibrary = {
  name: "cel.lib.ext.encoders",
  functions: [
    declareFunction(
      "base64.decode",
      globalOverload("base64_decode_string", [stringType], bytesType, ([text]) => decode(text as string)),
    ),
    declareFunction(
      "base64.encode",
      globalOverload("base64_encode_bytes", [bytesType], stringType, ([bytes]) =>
        Buffer.from(bytes as Uint8Array).toString("base64"),
      ),
    ),
  ],
};
