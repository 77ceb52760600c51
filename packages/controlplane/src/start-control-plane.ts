/**
 * A Kubernetes in a process: the API server with all built-in kinds. It is reached within the process, and by a port of its own with its own
 * authority where it is told to listen.
 *
 * How much of a Kubernetes it is, its profile says: `apiserver` is what envtest has, the others run controllers as well.
 */
import { createMemoryStorage } from "@pintle/apiserver";
import { createProcessClock, createProcessRandom } from "@pintle/machinery";
import { parseServiceRange, usualServiceRange } from "./builtin/services/service-range.ts";
import type { ControlPlane, ControlPlaneOptions, ListeningControlPlane } from "./control-plane.ts";
import { ExchangedServer } from "./exchanged-server.ts";
import { createPlaneKeys } from "./identity/plane-keys.ts";
import { startIdentity } from "./identity/start-identity.ts";
import { administrator, createPlaneAccess } from "./plane-access.ts";
import { type PlaneListener, startPlaneListener } from "./plane-listener.ts";
import { createPlaneServer } from "./plane-server.ts";
import { createPlaneTime } from "./plane-time.ts";
import { readSnapshot } from "./snapshot/plane-snapshot.ts";
import { checkEmpty, restoreObjects } from "./snapshot/restore-objects.ts";
import { takeSnapshot } from "./snapshot/take-snapshot.ts";

/** Requests that were begun may take so long to finish once the plane stops. */
const graceMs = 5_000;

export function startControlPlane(
  options: ControlPlaneOptions & Required<Pick<ControlPlaneOptions, "listen">>,
): Promise<ListeningControlPlane>;
export function startControlPlane(options: ControlPlaneOptions): Promise<ControlPlane>;
export async function startControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const { listen, users = [], identity: given = {}, serviceClusterIpRange = usualServiceRange, logger } = options;
  const serviceRange = parseServiceRange(serviceClusterIpRange);
  const clock = options.clock ?? createProcessClock();
  const random = options.random ?? createProcessRandom();
  const restored = options.restore === undefined ? undefined : readSnapshot(options.restore);
  const storage =
    options.storage ?? createMemoryStorage({ clock, ...(restored && { startRevision: restored.revision }) });
  if (restored) {
    await checkEmpty(storage);
    await restoreObjects(restored, { storage, clock });
  }
  const seams = { storage, clock, random, logger };
  const everybody = [administrator, ...users];
  const isListening = listen !== undefined;
  const { signingKey } = given;
  const keys = createPlaneKeys({ users: everybody, clock, isListening, signingKey, saved: restored?.keys });
  const { tokens, authorities } = keys;
  const identity = await startIdentity(everybody, given, seams, keys);
  let listener: PlaneListener | undefined;
  let hasNodes = restored?.hasNodes === true;
  const parts = { seams, identity, authorities, serviceRange, address: () => listener };
  const running = new ExchangedServer(() => createPlaneServer(options, { ...parts, hasNodes }));
  const { handle } = running;
  const end = async (patienceMs: number) => {
    await running.stop();
    await listener?.stop(patienceMs);
    identity.access.close();
  };
  try {
    options.onPhase?.("server");
    const carried = { ...listen, handle, clock, logger };
    if (authorities) listener = await startPlaneListener({ ...carried, authority: authorities.serving });
    await running.server.start();
  } catch (error) {
    await end(0);
    throw error;
  }
  const stop = async () => {
    await end(graceMs);
    await storage.close();
  };
  const address = listener && authorities && { url: listener.url, ca: authorities.serving.cert };
  const plane: ControlPlane = {
    ...createPlaneAccess({ handle, clock, tokens, address }),
    ...createPlaneTime({ clock, storage, isListening }),
    ...{ tokens, stop, [Symbol.asyncDispose]: stop },
    get server() {
      return running.server;
    },
    snapshot: () => takeSnapshot({ storage, clock, keys, hasNodes: hasNodes || makesNodes(options) }),
    async restore(snapshot) {
      const content = readSnapshot(snapshot);
      hasNodes = content.hasNodes === true;
      await running.exchange(() => restoreObjects(content, { storage, clock }));
    },
  };
  if (!address) return plane;
  const { clients: clientCa, proxies: proxyCa } = authorities;
  const listening: ListeningControlPlane = Object.assign(plane, { ...address, clientCa, proxyCa });
  return listening;
}

function makesNodes({ profile, nodes }: ControlPlaneOptions): boolean {
  return profile === "workloads" && nodes !== 0;
}
