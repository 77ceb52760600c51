/** JSON over a transport, for the plane's requests to itself. */
import { isJsonObject, type JsonObject, type JsonValue, type Transport } from "@pintle/machinery";

export interface JsonAnswer {
  readonly status: number;
  readonly body: JsonValue;
}

export async function requestJson(
  transport: Transport,
  method: string,
  path: string,
  body?: JsonObject,
  query: Readonly<Record<string, string>> = {},
): Promise<JsonAnswer> {
  const response = await transport.request({
    method,
    path,
    query: Object.entries(query),
    headers: { "content-type": "application/json", "user-agent": "kube-apiserver" },
    ...(body && { body: new TextEncoder().encode(JSON.stringify(body)) }),
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body) pieces.push(piece);
  return { status: response.status, body: JSON.parse(Buffer.concat(pieces).toString("utf8")) as JsonValue };
}

export function formatPlaneError(what: string, body: JsonValue): string {
  return `${what}: ${isJsonObject(body) ? String(body.message) : "no answer"}`;
}
