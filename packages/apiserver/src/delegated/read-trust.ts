/** Whom the main server believes, as it tells servers behind it in `kube-system/extension-apiserver-authentication`. */
import { Buffer } from "node:buffer";
import {
  type Clock,
  createDeadline,
  getOwn,
  isJsonObject,
  type JsonObject,
  readJson,
  type Transport,
} from "@pintle/machinery";
import type { FrontProxyHeaders } from "../identity/authenticate-front-proxy.ts";
import { textOf } from "../registry/object-metadata.ts";

export interface Trust {
  /** PEM; empty where no client certificates are believed. */
  readonly clientAuthority: string;
  /** Absent where no front proxies are believed. */
  readonly proxy?: {
    readonly authority: string;
    readonly allowedNames: readonly string[];
    readonly headers: FrontProxyHeaders;
  };
}

const path = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";
const timeoutMs = 10_000;
const maxBytes = 2 * 1024 * 1024;

/** Throws an `Error` where the main server does not say, or says it in a way that cannot be understood. */
export async function readTrust(transport: Transport, clock: Clock): Promise<Trust> {
  const data = await readData(transport, clock);
  const authority = textOf(data, "requestheader-client-ca-file");
  const clientAuthority = textOf(data, "client-ca-file");
  const user = headerNames(data, "requestheader-username-headers");
  if (authority === "" || user.length === 0) return { clientAuthority };
  const headers = {
    user,
    uid: headerNames(data, "requestheader-uid-headers"),
    group: headerNames(data, "requestheader-group-headers"),
    extraPrefixes: headerNames(data, "requestheader-extra-headers-prefix"),
  };
  return { clientAuthority, proxy: { authority, allowedNames: textsIn(data, "requestheader-allowed-names"), headers } };
}

async function readData(transport: Transport, clock: Clock): Promise<JsonObject> {
  using deadline = createDeadline(clock, timeoutMs, { label: `GET ${path}`, kind: "work", unref: true });
  const headers = { accept: "application/json" };
  const { status, body } = await transport.request({ method: "GET", path, headers, signal: deadline.signal });
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > maxBytes) throw new Error(`GET ${path}: the answer is larger than ${maxBytes} bytes`);
    pieces.push(piece);
  }
  if (status !== 200) throw new Error(`GET ${path}: the main server answers ${status}`);
  const { value } = readJson(Buffer.concat(pieces, length));
  const data = isJsonObject(value) ? getOwn(value, "data") : undefined;
  if (!isJsonObject(data)) throw new Error(`GET ${path}: the ConfigMap holds no data`);
  return data;
}

function headerNames(data: JsonObject, key: string): string[] {
  return textsIn(data, key).map((name) => name.toLowerCase());
}

/** A list as JSON. One that cannot be read must not mean that there is none: no name would mean any. */
function textsIn(data: JsonObject, key: string): string[] {
  const text = textOf(data, key);
  if (text === "") return [];
  const { value } = readJson(Buffer.from(text));
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value as string[];
  throw new Error(`${key} is no list of texts`);
}
