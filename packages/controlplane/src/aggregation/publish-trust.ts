/**
 * Tells servers behind the plane whom to believe: the ConfigMap `kube-system/extension-apiserver-authentication` holds the authorities of
 * clients and of front proxies, and the headers in which those say who asks.
 */
import { X509Certificate } from "node:crypto";
import { encodeStored, type Storage, type StorageWatch } from "@pintle/apiserver";
import {
  type Clock,
  formatTime,
  isJsonObject,
  type JsonObject,
  type Logger,
  type Random,
  type Transport,
} from "@pintle/machinery";
import { formatPlaneError, requestJson } from "../bootstrap/request-json.ts";
import { objectAt, textAt } from "../builtin/json-fields.ts";
import { proxyName } from "./connect-backends.ts";

export interface TrustOptions {
  /** PEM. */
  readonly clientAuthorities: string;
  readonly proxyAuthorities: string;
  /** Names of front proxies beside the plane's own. */
  readonly proxyNames?: readonly string[];
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
}

const name = "extension-apiserver-authentication";
const key = `/registry/configmaps/kube-system/${name}`;
const collection = "/api/v1/namespaces/kube-system/configmaps";

/**
 * Planes that share a storage are all believed: what is there already stays, but for what has expired. On the first start it is put
 * straight into the storage, as all that a cluster begins with.
 */
export async function publishTrust(transport: Transport, options: TrustOptions): Promise<void> {
  const first = encodeStored(createConfigMap(options), "declared");
  const { isDone } = await options.storage.swap(key, 0, first);
  if (isDone) return;
  const { body: found } = await requestJson(transport, "GET", `${collection}/${name}`);
  if (!isJsonObject(found)) throw new Error(formatPlaneError(`GET ${collection}/${name}`, found));
  const merged = { ...found, data: trustData(options, objectAt(found, "data")) };
  const { status, body } = await requestJson(transport, "PUT", `${collection}/${name}`, merged);
  if (status !== 200) throw new Error(formatPlaneError(`PUT ${collection}/${name}`, body));
}

/** Publishes it, and again whenever somebody has deleted it: until then servers behind the plane would believe nobody. */
export async function keepTrustPublished(
  transport: Transport,
  options: TrustOptions & { readonly logger: Logger },
): Promise<StorageWatch> {
  const { storage, logger } = options;
  const after = await storage.revision();
  const publish = () =>
    publishTrust(transport, options).catch((error) => logger.warn("whom to believe is not published", { error }));
  const watch = await storage.watch(
    { prefix: key, after },
    {
      onChanges: (changes) => {
        if (changes.at(-1)?.value === undefined) void publish();
      },
      onProgress: () => undefined,
      onEnd: () => undefined,
    },
  );
  await publishTrust(transport, options);
  return watch;
}

function createConfigMap(options: TrustOptions): JsonObject {
  const data = trustData(options);
  const time = formatTime(options.clock.now());
  const owned = { ".": {}, ...Object.fromEntries(Object.keys(data).map((key) => [`f:${key}`, {}])) };
  const writer = { manager: "kube-apiserver", operation: "Update", apiVersion: "v1", time, fieldsType: "FieldsV1" };
  const managedFields = [{ ...writer, fieldsV1: { "f:data": owned } }];
  const place = { name, namespace: "kube-system", uid: options.random.uuid() };
  return { kind: "ConfigMap", apiVersion: "v1", metadata: { ...place, creationTimestamp: time, managedFields }, data };
}

function trustData(options: TrustOptions, before: JsonObject = {}): JsonObject {
  const { clientAuthorities, proxyAuthorities, proxyNames = [], clock } = options;
  const texts = (key: string, own: readonly string[]) => uniteTexts(textAt(before, key), own);
  const authorities = (key: string, own: string) => uniteCertificates(textAt(before, key), own, clock.now());
  return {
    "client-ca-file": authorities("client-ca-file", clientAuthorities),
    "requestheader-allowed-names": texts("requestheader-allowed-names", [proxyName, ...proxyNames]),
    "requestheader-client-ca-file": authorities("requestheader-client-ca-file", proxyAuthorities),
    "requestheader-extra-headers-prefix": texts("requestheader-extra-headers-prefix", ["X-Remote-Extra-"]),
    "requestheader-group-headers": texts("requestheader-group-headers", ["X-Remote-Group"]),
    "requestheader-uid-headers": texts("requestheader-uid-headers", ["X-Remote-Uid"]),
    "requestheader-username-headers": texts("requestheader-username-headers", ["X-Remote-User"]),
  };
}

function uniteTexts(before: string, own: readonly string[]): string {
  return JSON.stringify([...new Set([...readTexts(before), ...own])]);
}

function readTexts(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  } catch {
    return [];
  }
}

function uniteCertificates(before: string, own: string, nowMs: number): string {
  const valid = certificatesIn(before).filter((one) => endMsOf(one) > nowMs);
  return [...new Set([...valid, ...certificatesIn(own)])].map((one) => `${one}\n`).join("");
}

/** What cannot be read counts as expired: the plane must start all the same. */
function endMsOf(pem: string): number {
  try {
    return new X509Certificate(pem).validToDate.getTime();
  } catch {
    return 0;
  }
}

function certificatesIn(pem: string): string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
}
