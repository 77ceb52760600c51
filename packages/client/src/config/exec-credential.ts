/** What is said to a credential plugin and what it answers: `ExecCredential` of client.authentication.k8s.io. */
import { getOwn, isJsonObject, JsonError, type JsonValue, parseTimeMs, readJson } from "@pintle/machinery";
import { CredentialsError } from "./credentials-error.ts";

export const execApiVersions = ["client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"] as const;

/** The extension of a cluster that holds what its plugin has to know about it. */
export const execExtension = "client.authentication.k8s.io/exec";

export interface ExecCluster {
  readonly server: string;
  readonly "tls-server-name"?: string;
  readonly "insecure-skip-tls-verify"?: boolean;
  /** In base64. */
  readonly "certificate-authority-data"?: string;
  readonly "proxy-url"?: string;
  readonly "disable-compression"?: boolean;
  /** Null where there is none. */
  readonly config: unknown;
}

/** For the variable `KUBERNETES_EXEC_INFO`. */
export function formatExecInfo(apiVersion: string, interactive: boolean, cluster: ExecCluster | undefined): string {
  return JSON.stringify({ kind: "ExecCredential", apiVersion, spec: { cluster, interactive } });
}

export interface PluginAnswer {
  readonly token?: string;
  readonly certificate?: { readonly cert: string; readonly key: string };
  readonly expiresMs?: number;
}

/** Reads what the plugin wrote. Errors say what is wrong with it and show nothing of it. */
export function parseExecCredential(stdout: string, apiVersion: string, source: string): PluginAnswer {
  const answer = readObject(stdout, source);
  const kind = getOwn(answer, "kind");
  if (kind !== "ExecCredential") throw new CredentialsError(`${source}: what it wrote is no ExecCredential`);
  if (getOwn(answer, "apiVersion") !== apiVersion) {
    throw new CredentialsError(`${source}: it is configured for ${apiVersion} and answered in another version`);
  }
  const status = getOwn(answer, "status");
  if (!isJsonObject(status)) throw new CredentialsError(`${source}: it answered without a status`);
  const text = (field: string) => textOf(getOwn(status, field), `${source}: status.${field}`);
  const [token, cert, key] = [text("token"), text("clientCertificateData"), text("clientKeyData")];
  if (token === "" && cert === "" && key === "") {
    throw new CredentialsError(`${source}: it answered with neither a token nor a certificate and its key`);
  }
  if ((cert === "") !== (key === "")) {
    throw new CredentialsError(`${source}: it answered with only one of a certificate and its key`);
  }
  const expires = text("expirationTimestamp");
  return {
    ...(token === "" ? {} : { token }),
    ...(cert === "" ? {} : { certificate: { cert, key } }),
    ...(expires === "" ? {} : { expiresMs: parseExpiry(expires, source) }),
  };
}

function readObject(stdout: string, source: string): { readonly [key: string]: JsonValue } {
  try {
    const { value } = readJson(stdout);
    if (isJsonObject(value)) return value;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  }
  throw new CredentialsError(`${source}: what it wrote is no JSON object`);
}

function textOf(value: JsonValue | undefined, place: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  throw new CredentialsError(`${place} is no text`);
}

function parseExpiry(text: string, source: string): number {
  try {
    return parseTimeMs(text);
  } catch {
    throw new CredentialsError(`${source}: status.expirationTimestamp is no time as in 2026-01-02T03:04:05Z`);
  }
}
