/**
 * The token with which a list goes on: the revision of its first page and the key behind its last item. Clients store tokens, so
 * the format is part of the API: base64url of `{"v":"meta.k8s.io/v1","rv":5,"start":"/b\u0000"}`.
 */
import { Buffer } from "node:buffer";
import { posix } from "node:path";
import { ApiError, isJsonObject, type JsonValue } from "@pintle/machinery";
import { jsonTypeWord } from "../wire/json/json-type-word.ts";

const formatVersion = "meta.k8s.io/v1";

export interface ContinueToken {
  /** Negative where the list goes on in the present. */
  readonly revision: number;
  /** The first key that may come, behind the prefix of the list and without slash in front. */
  readonly start: string;
}

export function formatContinueToken({ revision, start }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: formatVersion, rv: revision, start })).toString("base64url");
}

/** Throws a BadRequest in upstream's words. */
export function parseContinueToken(text: string): ContinueToken {
  const token = readToken(decodeBase64Url(text));
  if (token.v !== formatVersion) throw invalid(`server does not recognize this encoded version ${token.v}`);
  if (token.rv === 0) throw invalid(`incorrect encoded start resourceVersion (version ${formatVersion})`);
  if (token.start === "") throw invalid(`encoded start key empty (version ${formatVersion})`);
  const start = token.start.startsWith("/") ? token.start : `/${token.start}`;
  // A start that leads elsewhere would list what the one who asks may not see.
  if (posix.normalize(start) !== start) throw invalid(token.start);
  return { revision: token.rv, start: start.slice(1) };
}

function decodeBase64Url(text: string): string {
  const wrongAt = text.search(/[^A-Za-z0-9_-]/);
  if (wrongAt >= 0) throw invalid(`illegal base64 data at input byte ${wrongAt}`);
  if (text.length % 4 === 1) throw invalid(`illegal base64 data at input byte ${text.length - 1}`);
  return Buffer.from(text, "base64url").toString("utf8");
}

interface ReadToken {
  readonly v: string;
  readonly rv: number;
  readonly start: string;
}

function readToken(text: string): ReadToken {
  const value = parseJson(text);
  if (!isJsonObject(value)) throw mismatch(value, "value", "storage.continueToken");
  const { v = "", rv = 0, start = "" } = value;
  if (typeof v !== "string") throw mismatch(v, "struct field continueToken.v", "string");
  if (!Number.isSafeInteger(rv)) throw mismatch(rv, "struct field continueToken.rv", "int64");
  if (typeof start !== "string") throw mismatch(start, "struct field continueToken.start", "string");
  return { v, rv: Number(rv), start };
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    const first = text.trimStart().at(0);
    if (first === undefined || '{["tfn-0123456789'.includes(first)) throw invalid("unexpected end of JSON input");
    throw invalid(`invalid character '${first}' looking for beginning of value`);
  }
}

function mismatch(value: JsonValue, where: string, type: string): ApiError {
  return invalid(`json: cannot unmarshal ${jsonTypeWord(value)} into Go ${where} of type ${type}`);
}

function invalid(why: string): ApiError {
  return ApiError.badRequest(`invalid continue token: continue key is not valid: ${why}`);
}
