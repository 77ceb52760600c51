/** `/openapi/v3`, its documents, and `/openapi/v2`: each with a hash by which clients keep it. */
import { setOwn } from "@pintle/machinery";
import { minimalOpenApiV2Protobuf, openApiV2ProtobufType } from "@pintle/schema/openapi";
import type { Handler, ServerRequest, ServerResponse } from "../pipeline/server-request.ts";
import { negotiateType } from "../wire/negotiate-type.ts";
import type { OpenApiSource } from "./openapi-source.ts";

/** The types that clients ask for with an `@`, which is no character of a media type, are answered without. */
const protobufV3 = "application/com.github.proto-openapi.spec.v3.v1.0+protobuf";

/** Documents that say their version and nothing else: all that readers of protobuf look at before they turn to JSON. */
const minimalV3 = new TextEncoder().encode("\n\u00053.0.0");
const minimalV2 = minimalOpenApiV2Protobuf();

const yearMs = 31_536_000_000;
const prefix = "/openapi/v3/";

export function handleOpenApi(source: OpenApiSource): Handler {
  return async (request, { info, clock }) => {
    const path = info.path;
    if (path === "/openapi/v3") return respondIndex(source);
    if (path === "/openapi/v2") return respondV2(request, await source.wholeV2());
    const name = path.slice(prefix.length);
    const hash = source.hashes().get(name);
    const document = hash === undefined ? undefined : await source.document(name);
    if (hash === undefined || document === undefined) return empty(404);
    return respondDocument(request, path, { document, hash }, clock.now());
  };
}

/** The index calls itself plain text, as upstream's does. */
function respondIndex(source: OpenApiSource): ServerResponse {
  const paths: Record<string, { serverRelativeURL: string }> = {};
  for (const [name, hash] of source.hashes()) {
    setOwn(paths, name, { serverRelativeURL: `${prefix}${name}?hash=${hash}` });
  }
  const body = new TextEncoder().encode(JSON.stringify({ paths }));
  return { status: 200, headers: { "content-type": "text/plain; charset=utf-8" }, body };
}

interface HashedDocument {
  readonly document: Uint8Array;
  readonly hash: string;
}

function respondDocument(
  request: ServerRequest,
  path: string,
  { document, hash }: HashedDocument,
  nowMs: number,
): ServerResponse {
  const asked = request.query.get("hash") ?? "";
  if (asked !== "" && asked !== hash) return { ...empty(301), headers: { location: `${path}?hash=${hash}` } };
  const type = negotiateType(request.headers.accept, [
    "application/json",
    protobufV3,
    protobufV3.replace("v3.v1", "v3@v1"),
  ]);
  const headers = { vary: "Accept", etag: `"${hash}"` };
  if (type === undefined) return { ...empty(406), headers: { vary: "Accept" } };
  if (isKnown(request, hash)) return { ...empty(304), headers };
  const lasting = { "cache-control": "public, immutable", expires: new Date(nowMs + yearMs).toUTCString() };
  const isJson = type === "application/json";
  return {
    status: 200,
    headers: { ...headers, ...(asked !== "" && lasting), "content-type": isJson ? type : protobufV3 },
    body: isJson ? document : minimalV3,
  };
}

function respondV2(request: ServerRequest, { document, hash }: HashedDocument): ServerResponse {
  const type = negotiateType(request.headers.accept, [
    "application/json",
    openApiV2ProtobufType,
    openApiV2ProtobufType.replace("v2.v1", "v2@v1"),
  ]);
  if (type === undefined) return empty(406);
  const headers = { vary: ["Accept-Encoding", "Accept"], etag: `"${hash}"` };
  if (isKnown(request, hash)) return { ...empty(304), headers };
  const isJson = type === "application/json";
  return {
    status: 200,
    headers: { ...headers, "content-type": isJson ? type : openApiV2ProtobufType },
    body: isJson ? document : minimalV2,
  };
}

function empty(status: number): ServerResponse {
  return { status, headers: {}, body: new Uint8Array() };
}

/** Whether the client has it already: by the rules for `If-None-Match`, under which a weak tag is as good as a strong one. */
export function isKnown({ headers }: ServerRequest, hash: string): boolean {
  const tags = (headers["if-none-match"] ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(`"${hash}"`);
}
