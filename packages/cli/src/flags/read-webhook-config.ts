/** The way to a webhook that decides about users, from a kubeconfig: where it is, whom to trust there, and who we are. */
import { X509Certificate } from "node:crypto";
import { dirname, resolve } from "node:path";
import type { WebhookConnection } from "@pintle/controlplane";
import { readNamedFile, refuseFile } from "./read-named-file.ts";
import { readYamlFile } from "./read-yaml-file.ts";

/** Called with what was read; the connection is made by who can. */
export interface WebhookConfig {
  readonly url: string;
  readonly ca?: string;
  readonly certificate?: { readonly key: string; readonly cert: string };
  readonly token?: string;
}

type Fields = Readonly<Record<string, unknown>>;

export async function readWebhookConfig(flag: string, path: string): Promise<WebhookConfig> {
  const reader = new ConfigReader(flag, path);
  const config = await parse(flag, path);
  const current = config["current-context"];
  const context = reader.named(config, "contexts", current, "context");
  const clusters = listOf(config.clusters);
  const cluster = reader.named(config, "clusters", context?.cluster ?? clusters[0]?.name, "cluster");
  const user = reader.named(config, "users", context?.user ?? listOf(config.users)[0]?.name, "user") ?? {};
  if (cluster === undefined) throw reader.refuse("it has no cluster, write one with the server's URL");
  const { server } = cluster;
  if (typeof server !== "string" || !/^https:\/\/[^/\s]/.test(server) || !URL.canParse(server)) {
    throw reader.refuse(`the server ${JSON.stringify(server ?? "")} is no https URL, write one`);
  }
  if (cluster["insecure-skip-tls-verify"] === true) {
    throw reader.refuse("insecure-skip-tls-verify is not taken, write the certificate-authority instead");
  }
  const ca = reader.data(cluster, "certificate-authority");
  const [cert, key] = [reader.data(user, "client-certificate"), reader.data(user, "client-key")];
  if ((cert === undefined) !== (key === undefined)) {
    throw reader.refuse("a client-certificate and a client-key go together, write both or none");
  }
  if (ca !== undefined) checkCertificate(ca, "certificate-authority", reader);
  if (cert !== undefined) checkCertificate(cert, "client-certificate", reader);
  const token = user.token;
  return {
    url: server,
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && key !== undefined && { certificate: { cert, key } }),
    ...(typeof token === "string" && token !== "" && { token }),
  };
}

/** Connects with the transport of who starts the plane. */
export function connectTo(
  { url, ca, certificate, token }: WebhookConfig,
  { createHttpsTransport }: Pick<typeof import("@pintle/controlplane"), "createHttpsTransport">,
): WebhookConnection {
  const { hostname, port } = new URL(url);
  const place = { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? 443 : Number(port) };
  const transport = createHttpsTransport({
    place: () => place,
    ...(ca !== undefined && { ca }),
    ...(certificate && { certificate }),
    ...(token !== undefined && { headers: () => ({ authorization: `Bearer ${token}` }) }),
  });
  return { url, transport };
}

async function parse(flag: string, path: string): Promise<Fields> {
  const value = await readYamlFile(flag, path);
  if (!isFields(value)) throw refuseFile(flag, path, "it is no kubeconfig, write one with clusters and users");
  return value;
}

class ConfigReader {
  readonly #flag: string;
  readonly #path: string;

  constructor(flag: string, path: string) {
    this.#flag = flag;
    this.#path = path;
  }

  refuse(what: string): Error {
    return refuseFile(this.#flag, this.#path, what);
  }

  named(config: Fields, listKey: string, name: unknown, key: string): Fields | undefined {
    if (name === undefined || name === "") return undefined;
    const found = listOf(config[listKey]).find((item) => item.name === name)?.[key];
    if (isFields(found)) return found;
    throw this.refuse(`there is no ${key} ${JSON.stringify(name)} in its ${listKey}`);
  }

  /** What stands there itself, in base64, or in a file beside the kubeconfig. */
  data(fields: Fields, key: string): string | undefined {
    const data = fields[`${key}-data`];
    if (typeof data === "string" && data !== "") return Buffer.from(data, "base64").toString("utf8");
    const file = fields[key];
    if (typeof file !== "string" || file === "") return undefined;
    return readNamedFile(`${this.#flag} ${this.#path}, ${key}`, resolve(dirname(this.#path), file));
  }
}

function checkCertificate(pem: string, key: string, reader: ConfigReader): void {
  try {
    new X509Certificate(pem);
  } catch {
    throw reader.refuse(`its ${key} is no certificate, write PEM`);
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}
