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
import { type ServiceRange, usualServiceRange } from "../builtin/services/service-range.ts";
import { storedObjects } from "./generated/stored-objects.ts";
import { reconcileRole } from "./reconcile-roles.ts";
import { formatPlaneError, requestJson } from "./request-json.ts";

export interface StoreOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly serviceRange: ServiceRange;
}

const roleKey = /^\/registry\/((?:cluster)?role(?:binding)?s)\/(?:([^/]+)\/)?([^/]+)$/;

/** An object with room for a uid and times, which are of the same length everywhere. */
interface Template {
  readonly key: string;
  /** As it was recorded. */
  readonly text: string;
  readonly bytes: Buffer;
  readonly uidAt: number;
  readonly timesAt: readonly number[];
}

const noUid = "00000000-0000-0000-0000-000000000000";
const noTime = "1970-01-01T00:00:00Z";
/** All planes of a process begin with the same objects, which are read once. */
let templates: readonly Template[] | undefined;

export async function storeBootstrapObjects(
  server: ApiServer,
  { storage, clock, random, serviceRange }: StoreOptions,
): Promise<void> {
  templates ??= storedObjects.map(readTemplate);
  const time = formatTime(clock.now());
  for (const { key, text, bytes, uidAt, timesAt } of templates) {
    const made = Buffer.from(bytes);
    made.write(random.uuid(), uidAt, "latin1");
    for (const at of timesAt) made.write(time, at, "latin1");
    const { isDone } = await storage.swap(key, 0, key === rangeKey ? withRange(made, serviceRange) : made);
    if (!isDone && roleKey.test(key)) await keepRole(server, key, text);
  }
}

/** The one object that says where services get their addresses from, which was recorded with the usual range. */
const rangeKey = "/registry/servicecidrs/kubernetes";

function withRange(made: Buffer, { cidr }: ServiceRange): Buffer {
  return cidr === usualServiceRange ? made : Buffer.from(made.toString().replace(usualServiceRange, cidr));
}

function readTemplate(line: string): Template {
  const space = line.indexOf(" ");
  const text = line.slice(space + 1);
  const bytes = Buffer.from(text.replace('"uid":""', `"uid":"${noUid}"`));
  const timesAt: number[] = [];
  for (let at = bytes.indexOf(noTime); at >= 0; at = bytes.indexOf(noTime, at + 1)) timesAt.push(at);
  return { key: line.slice(0, space), text, bytes, uidAt: bytes.indexOf(noUid), timesAt };
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
