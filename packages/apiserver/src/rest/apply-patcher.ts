/** Server-side apply: the body is what a manager wants, in YAML or JSON. */
import { Buffer } from "node:buffer";
import { ApiError, applyObject, isJsonObject, type JsonObject, type JsonProblem } from "@pintle/machinery";
import { warnOnce } from "../registry/warn-once.ts";
import { decodeGoUtf8 } from "../wire/json/decode-go-utf8.ts";
import { writeGoJson } from "../wire/json/go-json-text.ts";
import { jsonTypeWord } from "../wire/json/json-type-word.ts";
import { readGoJson } from "../wire/json/read-go-json.ts";
import { readYaml } from "../wire/yaml-body.ts";
import { YamlBodyError } from "../wire/yaml-body-error.ts";
import { refusedTexts } from "./decode-body.ts";
import { fieldWriteOf, type ManagedWrite } from "./managed-fields.ts";
import type { PatchInput } from "./patch-object.ts";

const openBrace = 0x7b;

/** Makes the new object of the live one, or of nothing; managedFields are kept on the way. */
export type ApplyPatcher = (live: JsonObject | undefined) => JsonObject;

export function createApplyPatcher(input: PatchInput, write: ManagedWrite, isForced: boolean): ApplyPatcher {
  let read: Applied | undefined;
  return (live) => {
    read ??= readApplied(input.bytes);
    const { object } = applyObject({ ...fieldWriteOf(write), live, applied: read.applied, force: isForced });
    judgeDuplicates(input, read.problems);
    if (object === live) return live;
    const normal = input.type.normalize?.(object) ?? object;
    return input.type.default?.(normal) ?? normal;
  };
}

interface Applied {
  readonly applied: JsonObject;
  readonly problems: readonly JsonProblem[];
}

function readApplied(bytes: Uint8Array): Applied {
  return readAsJson(bytes) ?? readAsYaml(bytes);
}

/** Nearly all clients send JSON, which is YAML and read far quicker. What is odd about it is told in the words of YAML. */
function readAsJson(bytes: Uint8Array): Applied | undefined {
  if (bytes[0] !== openBrace) return undefined;
  try {
    const { value, problems } = readGoJson(bytes, undefined, false);
    return isJsonObject(value) && problems.length === 0 ? { applied: value, problems } : undefined;
  } catch {
    return undefined;
  }
}

function readAsYaml(bytes: Uint8Array): Applied {
  try {
    const { value: decoded, problems } = readYaml(decodeGoUtf8(bytes));
    // Upstream turns YAML into JSON and reads that, which is what makes numbers what they are.
    const { value } = readGoJson(Buffer.from(writeGoJson(decoded)), undefined, false);
    if (value !== null && !isJsonObject(value)) throw notAMap(jsonTypeWord(value));
    return { applied: value ?? {}, problems };
  } catch (error) {
    if (!(error instanceof YamlBodyError)) throw error;
    throw ApiError.badRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`);
  }
}

function notAMap(found: string): ApiError {
  const why = `json: cannot unmarshal ${found} into Go value of type map[string]interface {}`;
  return ApiError.badRequest(`error decoding YAML: error unmarshaling JSON: while decoding JSON: ${why}`);
}

function judgeDuplicates({ fieldValidation, warnings }: PatchInput, problems: readonly JsonProblem[]): void {
  if (problems.length === 0 || fieldValidation === "Ignore") return;
  if (fieldValidation === "Strict") {
    const why = refusedTexts(problems).join(", ");
    throw ApiError.badRequest(`error strict decoding YAML: error converting YAML to JSON: ${why}`);
  }
  warnOnce(
    warnings,
    problems.map(({ message }) => message),
  );
}
