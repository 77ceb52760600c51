/** JSON merge patches. */
import { ApiError, applyMergePatch, isJsonObject, type JsonValue } from "@pintle/machinery";
import { describeBody } from "../wire/body-type.ts";
import { GoJsonError } from "../wire/json/json-scanner.ts";
import { jsonTypeWord } from "../wire/json/json-type-word.ts";
import { type GoJsonReading, readGoJson } from "../wire/json/read-go-json.ts";
import { type Patcher, type PatchInput, readPatchedText, refusePatched } from "./patch-object.ts";
import { quotePatched } from "./quote-patched.ts";

export function createMergePatcher(input: PatchInput): Patcher {
  let read: GoJsonReading | undefined;
  return (live) => {
    read ??= readPatch(input);
    const patched = applyMergePatch(live, read.value);
    const { value } = read;
    const quote = () => quotePatched(patched, isJsonObject(value) ? value : {});
    if (!isJsonObject(patched)) throw refusePatched(quote(), describeBody(patched));
    const problems = read.problems.map(({ message }) => message);
    return readPatchedText(input, patched, { problems, quote });
  };
}

/** Unless fields are validated, a list is taken for the new object, and fails only as such. */
function readPatch({ bytes, fieldValidation }: PatchInput): GoJsonReading {
  const isIgnored = fieldValidation === "Ignore";
  const reading = readText(bytes, isIgnored);
  const { value } = reading;
  if (isJsonObject(value) || (isIgnored && Array.isArray(value))) return reading;
  throw isIgnored || value === null ? notAPatch() : cannotDecode(value);
}

function readText(bytes: Uint8Array, isIgnored: boolean): GoJsonReading {
  try {
    return readGoJson(bytes, undefined, false);
  } catch (error) {
    if (!(error instanceof GoJsonError)) throw error;
    throw isIgnored ? notAPatch() : ApiError.badRequest(`error decoding patch: ${error.message}`);
  }
}

function cannotDecode(value: JsonValue): ApiError {
  const why = `json: cannot unmarshal ${jsonTypeWord(value)} into Go value of type map[string]interface {}`;
  return ApiError.badRequest(`error decoding patch: ${why}`);
}

function notAPatch(): ApiError {
  return ApiError.badRequest("Invalid JSON Patch");
}
