/** Roles and bindings for tests, written to a storage as a server stores them. */
import { createVirtualClock, type JsonObject, type Logger } from "@pintle/machinery";
import { readRequestInfo } from "../../pipeline/read-request-info.ts";
import type { UserInfo } from "../../pipeline/request-context.ts";
import type { RequestInfo } from "../../pipeline/request-info.ts";
import { encodeStored } from "../../registry/stored-object.ts";
import { createMemoryStorage } from "../../storage/memory-storage.ts";
import type { Storage } from "../../storage/storage.ts";
import { type RbacPolicy, startRbacPolicy } from "./rbac-policy.ts";

export const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent };
export const jane: UserInfo = { name: "jane", groups: ["developers", "system:authenticated"] };

export const readPods: JsonObject = { apiGroups: [""], resources: ["pods"], verbs: ["get"] };
export const toJane: JsonObject = { kind: "User", name: "jane" };

/** What a GET or another request asks for, by its path. */
export function requestFor(path: string, method = "GET"): RequestInfo {
  const { pathname, searchParams } = new URL(path, "https://server");
  return readRequestInfo(method, pathname, searchParams);
}

export interface PolicyFixture {
  readonly storage: Storage;
  readonly policy: RbacPolicy;
  readonly clock: ReturnType<typeof createVirtualClock>;
  /** Stores an object under `kind/name` or `kind/namespace/name`; `undefined` deletes it. */
  put(path: string, object: JsonObject | undefined): Promise<void>;
  /** Binds a role to a subject, in the namespace of the binding or everywhere. */
  bind(path: string, role: string, subject?: JsonObject): Promise<void>;
}

export async function startPolicy(wrap: (storage: Storage) => Storage = (storage) => storage): Promise<PolicyFixture> {
  const clock = createVirtualClock({ start: 0 });
  const storage = wrap(createMemoryStorage({ clock }));
  const policy = await startRbacPolicy({ storage, clock, logger: silent });
  const put: PolicyFixture["put"] = async (path, object) => {
    const key = `/registry/${path}`;
    const { entry } = await storage.get(key);
    const stored = object && encodeStored({ kind: "Any", apiVersion: "v1", metadata: {}, ...object }, "declared");
    await storage.swap(key, entry?.revision ?? 0, stored);
  };
  return {
    storage,
    policy,
    clock,
    put,
    bind: (path, role, subject = toJane) => {
      const [kind = "", name = ""] = role.split("/");
      return put(path, { subjects: [subject], roleRef: { kind, name } });
    },
  };
}
