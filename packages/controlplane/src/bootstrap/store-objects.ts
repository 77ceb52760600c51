/**
 * Puts the objects that a cluster has from its first start on straight into its storage: they were recorded as they are stored, so that a
 * start takes no requests for them. Of what is there already only roles and bindings are looked at.
 */
import type { ApiServer, Storage } from "@pintle/apiserver";
import {
  type Clock,
  equalJson,
  formatTime,
  isJsonObject,
  type JsonObject,
  type Random,
  readJson,
} from "@pintle/machinery";
import { storedObjects } from "./generated/stored-objects.ts";
import { reconcileRole } from "./reconcile-roles.ts";
import { formatPlaneError, requestJson } from "./request-json.ts";

export interface StoreOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
}

const roleKey = /^\/registry\/((?:cluster)?role(?:binding)?s)\/(?:([^/]+)\/)?([^/]+)$/;

export async function storeBootstrapObjects(
  server: ApiServer,
  { storage, clock, random }: StoreOptions,
): Promise<void> {
  const time = formatTime(clock.now());
  for (const line of storedObjects) {
    const space = line.indexOf(" ");
    const [key, text] = [line.slice(0, space), line.slice(space + 1)];
    const made = text.replace('"uid":""', `"uid":"${random.uuid()}"`).replaceAll("1970-01-01T00:00:00Z", time);
    const { isDone } = await storage.swap(key, 0, Buffer.from(made));
    if (!isDone && roleKey.test(key)) await keepRole(server, key, text);
  }
}

async function keepRole(server: ApiServer, key: string, text: string): Promise<void> {
  const [, plural = "", namespace, name = ""] = roleKey.exec(key) ?? [];
  const place = namespace === undefined ? "" : `/namespaces/${namespace}`;
  const path = `/apis/rbac.authorization.k8s.io/v1${place}/${plural}/${name}`;
  const { body: found } = await requestJson(server.loopback, "GET", path);
  if (!isJsonObject(found)) return;
  const kept = reconcileRole(found, readJson(Buffer.from(text)).value as JsonObject);
  if (equalJson(kept, found)) return;
  const { status, body } = await requestJson(server.loopback, "PUT", path, kept);
  if (status !== 200) throw new Error(formatPlaneError(`PUT ${path}`, body));
}
