/** Which headers cross the aggregator, and what it adds: who is asking, vouched for by its own certificate, and where the request came from. */
import type { TransportHeaders } from "@pintle/machinery";
import type { RequestContext, UserInfo } from "../pipeline/request-context.ts";
import type { ServerRequest, ServerResponse } from "../pipeline/server-request.ts";

/** These are about one connection, and end with it. */
const hopByHop: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Nobody may say these but the aggregator itself. */
const claims = /^(?:authorization|x-remote-(?:user|uid|group|extra-.*)|impersonate-.*)$/;

const permissions: ReadonlySet<string> = new Set([
  "access-control-allow-credentials",
  "access-control-allow-headers",
  "access-control-allow-methods",
  "access-control-allow-origin",
]);

export function headersToBackend(
  request: ServerRequest,
  { user, auditId }: Pick<RequestContext, "user" | "auditId">,
  address: string,
  path: string,
): TransportHeaders {
  const own = {
    ...headersOfUser(user),
    host: address,
    "audit-id": auditId,
    "x-forwarded-for": forwardedFor(request),
  };
  const kept = keptHeaders(request.headers);
  if (request.asksToSwitch) return { ...kept, connection: "Upgrade", upgrade: request.headers.upgrade ?? "", ...own };
  return {
    ...kept,
    ...own,
    "x-forwarded-host": address,
    "x-forwarded-proto": "https",
    "x-forwarded-uri": path,
  };
}

/** A header that `Connection` names is about the connection, too. */
function keptHeaders(headers: ServerRequest["headers"]): Record<string, string> {
  const named = new Set((headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase()));
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !hopByHop.has(name) && !named.has(name) && !claims.test(name)) kept[name] = value;
  }
  return kept;
}

function headersOfUser({ name, uid = "", groups, extra = {} }: UserInfo): TransportHeaders {
  const extras = Object.entries(extra).map(([key, values]) => [`x-remote-extra-${encodeKey(key)}`, [...values]]);
  return {
    "x-remote-user": encodeValue(name),
    ...(uid !== "" && { "x-remote-uid": encodeValue(uid) }),
    "x-remote-group": groups.map(encodeValue),
    ...Object.fromEntries(extras.map(([key, values]) => [key, (values as string[]).map(encodeValue)])),
  };
}

/** A header is bytes, each of which Node wants as a character; a name with a line break could add headers, and is nobody's. */
function encodeValue(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a header cannot hold.
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(text)) throw new Error("the user has a name that no header can hold");
  return Buffer.from(text).toString("latin1");
}

/** Keys may hold what the names of headers cannot, and are told in lower case. */
function encodeKey(key: string): string {
  return [...Buffer.from(key.toLowerCase())]
    .map((byte) => String.fromCharCode(byte))
    .map((character) => (/[a-z0-9!#$&'*+\-.^_`|~]/.test(character) ? character : percent(character)))
    .join("");
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`;
}

function forwardedFor({ headers, peer }: ServerRequest): string {
  const client = (peer.address ?? "127.0.0.1:0").replace(/:\d+$/, "");
  const before = headers["x-forwarded-for"];
  return before === undefined ? client : `${before}, ${client}`;
}

/** Who may read an answer across origins is decided by the server that people talk to. */
export function headersFromBackend(headers: TransportHeaders, isSwitch: boolean): ServerResponse["headers"] {
  const kept = Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !permissions.has(name));
  const upgrade = headers.upgrade ?? [];
  return { ...Object.fromEntries(kept), ...(isSwitch && { connection: "Upgrade", upgrade }) };
}
