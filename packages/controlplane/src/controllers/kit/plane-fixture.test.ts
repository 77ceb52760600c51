/** A plane for tests of controllers: all built-in kinds in memory, on a virtual clock, without ports. */
import assert from "node:assert/strict";
import {
  type ApiServer,
  createApiServer,
  createCustomOpenApi,
  createMemoryStorage,
  type Storage,
  startServingDefinitions,
} from "@pintle/apiserver";
import {
  ApiError,
  createJsonLogger,
  createSeededRandom,
  createVirtualClock,
  type KubernetesObject,
  type Transport,
  type VirtualClock,
} from "@pintle/machinery";
import { createAdmissionChain } from "../../admission/admission-chain.ts";
import { createBuiltInResources } from "../../builtin/built-in-resources.ts";
import { groupOrder } from "../../builtin/group-order.ts";
import { createPlaneKeys } from "../../identity/plane-keys.ts";
import { startIdentity } from "../../identity/start-identity.ts";
import { kubernetesVersion } from "../../kubernetes-version.ts";
import { createObjectAccess } from "../../object-access.ts";
import { createBuiltInOpenApi } from "../../openapi/built-in-openapi.ts";
import { startControllers } from "../start-controllers.ts";
import type { PlaneController } from "./plane-controller.ts";
import { createPlaneWriter, type PlaneWriter } from "./plane-writer.ts";
import { createServedPlaces, type PlanePlace } from "./served-places.ts";
import { StartedParts } from "./started-parts.ts";

export interface TestPlane extends AsyncDisposable {
  readonly clock: VirtualClock;
  readonly server: ApiServer;
  readonly storage: Storage;
  /** Somebody who may do everything. */
  readonly user: PlaneWriter;
  settle(): Promise<void>;
  /** Ends the controllers, before the plane itself. */
  stop(): Promise<void>;
  /** The object, or `undefined` where there is none. */
  find<Object extends KubernetesObject = KubernetesObject>(place: PlanePlace): Promise<Object | undefined>;
  /** What was logged at the level `error`. */
  readonly complaints: readonly string[];
  /** What the controllers have asked of the server so far: `POST /api/v1/namespaces/shop/pods`. */
  readonly requests: readonly string[];
}

export interface TestPlaneOptions {
  readonly controllers?: readonly PlaneController[];
  readonly seed?: number;
  /** Made before the controllers start, beside `default` and `kube-system`. */
  readonly namespaces?: readonly string[];
  /** What happens before the controllers start. */
  readonly prepare?: (user: PlaneWriter) => Promise<void>;
  /** Whether custom resources are served: they are not unless said. */
  readonly hasDefinitions?: boolean;
}

/** Reviews and tokens need keys, which nobody here asks for. */
const users = [{ name: "admin", groups: ["system:masters"] }];

export async function startTestPlane(options: TestPlaneOptions = {}): Promise<TestPlane> {
  const { controllers = [], seed = 1, namespaces = [], hasDefinitions = false } = options;
  const clock = createVirtualClock();
  const random = createSeededRandom(seed);
  const storage = createMemoryStorage({ clock });
  const complaints: string[] = [];
  const logger = createJsonLogger({ write: (line) => void complaints.push(line), clock, level: "error" });
  const seams = { storage, clock, random, logger };
  const identity = await startIdentity(users, {}, seams, createPlaneKeys({ users, clock }));
  const versionOf = (group: string) => (group === "autoscaling" ? "v2" : "v1");
  const objects = createObjectAccess(seams, () => server, versionOf);
  const openApi = createCustomOpenApi(createBuiltInOpenApi());
  const connectWebhook = () => assert.fail("there are no webhooks here");
  const { authorizer } = identity.access;
  const server: ApiServer = createApiServer({
    ...seams,
    resources: createBuiltInResources({ clock, random, objects, reviews: identity.reviews }),
    admission: createAdmissionChain({ storage, connectWebhook, authorizer, registry: () => server.registry, own: [] }),
    groupOrder,
    version: kubernetesVersion,
    openApi,
    authenticator: identity.authenticator,
    authorizer,
  });
  await using started = new StartedParts();
  started.use({
    async [Symbol.asyncDispose]() {
      await server.shutDown();
      identity.access.close();
      await storage.close();
    },
  });
  await server.start();
  if (hasDefinitions) {
    const { registry, loopback: transport } = server;
    const definitions = await startServingDefinitions({
      registry,
      transport,
      ...seams,
      connectWebhook,
      onServed: openApi.publish,
    });
    started.use({ [Symbol.asyncDispose]: () => definitions.stop() });
  }
  const places = started.use(createServedPlaces(server.registry));
  const user = createPlaneWriter({ transport: server.loopback, places, user: "admin", program: "kubectl" });
  for (const name of ["default", "kube-system", ...namespaces]) {
    await user.create({ group: "", plural: "namespaces" }, { metadata: { name } });
  }
  await options.prepare?.(user);
  const requests: string[] = [];
  const loopback: Transport = {
    request(request) {
      requests.push(`${request.method} ${request.path}`);
      return server.loopback.request(request);
    },
  };
  const running = started.use(await startControllers(controllers, { ...seams, ...server, loopback }));
  const all = started.move();
  return {
    clock,
    server,
    storage,
    user,
    complaints,
    requests,
    settle: () => clock.settle(),
    stop: async () => running[Symbol.asyncDispose](),
    find: (place) => findObject(user, place),
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  };
}

async function findObject<Object extends KubernetesObject>(
  user: PlaneWriter,
  place: PlanePlace,
): Promise<Object | undefined> {
  try {
    return await user.get<Object>(place);
  } catch (error) {
    if (ApiError.is(error, "NotFound")) return undefined;
    throw error;
  }
}
