/** The API server of a plane, with all that lives as long as it does: served definitions, servers behind it, and controllers. */
import {
  type ApiServer,
  createApiServer,
  createCustomOpenApi,
  findServedKind,
  type ServedDefinitions,
  startServingDefinitions,
} from "@pintle/apiserver";
import { createAdmissionChain } from "./admission/admission-chain.ts";
import { createPlaneAggregator } from "./aggregation/plane-aggregator.ts";
import { installBootstrapObjects } from "./bootstrap/install-objects.ts";
import { createBuiltInResources } from "./builtin/built-in-resources.ts";
import { groupOrder } from "./builtin/group-order.ts";
import type { ServiceRange } from "./builtin/services/service-range.ts";
import type { ControlPlaneOptions } from "./control-plane.ts";
import { createPlaneConsole } from "./controllers/kubelet/console/plane-console.ts";
import { pluginsOf } from "./controllers/profile.ts";
import { createProfileControllers } from "./controllers/profile-controllers.ts";
import type { PlaneAuthorities } from "./identity/plane-keys.ts";
import type { Identity, IdentitySeams } from "./identity/start-identity.ts";
import { kubernetesVersion } from "./kubernetes-version.ts";
import { createObjectAccess } from "./object-access.ts";
import { createBuiltInOpenApi } from "./openapi/built-in-openapi.ts";
import { findServiceIn } from "./webhooks/find-service.ts";
import { createWebhookConnections } from "./webhooks/webhook-transport.ts";

export interface PlaneServerParts {
  readonly seams: IdentitySeams;
  readonly identity: Identity;
  /** Of a plane that listens. */
  readonly authorities: PlaneAuthorities | undefined;
  readonly serviceRange: ServiceRange;
  /** Whether what is stored is that of a plane that has made its nodes. */
  readonly hasNodes: boolean;
  /** Where the plane listens, once it does. */
  readonly address: () => { readonly host: string; readonly port: number } | undefined;
}

export interface PlaneServer {
  readonly server: ApiServer;
  /** Ends everything in the opposite order, and watches last. Requests that come nevertheless are still answered. */
  stop(): Promise<void>;
}

export function createPlaneServer(options: ControlPlaneOptions, parts: PlaneServerParts): PlaneServer {
  const { profile = "apiserver", audit, onPhase } = options;
  const { seams, identity, authorities, serviceRange, hasNodes, address } = parts;
  const { storage, clock, random } = seams;
  const { access, reviews, issueSecretToken } = identity;
  const openApi = createCustomOpenApi(createBuiltInOpenApi());
  let definitions: ServedDefinitions | undefined;
  const rootCa = authorities?.serving.cert ?? "";
  const controllers = createProfileControllers(profile, seams, { ...options, rootCa, issueSecretToken, hasNodes });
  const { authorizer } = access;
  const objects = createObjectAccess(seams, () => server, preferredVersionOf);
  const findService = findServiceIn(objects);
  const connectWebhook = createWebhookConnections({ findService, connectWebhook: options.connectWebhook });
  const trust = { authorities, identity: options.identity };
  const aggregator = createPlaneAggregator({ ...seams, ...trust, findService, openApi });
  const server: ApiServer = createApiServer({
    ...seams,
    resources: createBuiltInResources({
      ...{ clock, random, objects, reviews, escalation: access.escalation, serviceRange },
      console: createPlaneConsole(objects, clock, options.kubelet),
      paramAccess: { authorizer, findResource: (kind) => findServedKind(server.registry, kind)?.resource.plural },
    }),
    admission: createAdmissionChain({
      ...{ storage, connectWebhook, authorizer, registry: () => server.registry, own: options.admission ?? [] },
      ...pluginsOf(profile, options.admissionPlugins),
    }),
    ...{ groupOrder, version: kubernetesVersion, openApi: aggregator.openApi, aggregation: aggregator.aggregation },
    address: () => formatAddress(address()),
    ...{ authenticator: identity.authenticator, allowsAnonymous: identity.allowsAnonymous, authorizer },
    ...(audit && { audit }),
    paths: identity.paths,
    postStartHooks: {
      "start-apiextensions-controllers": async ({ registry, loopback: transport }) => {
        const { onServed } = aggregator;
        definitions = await startServingDefinitions({ registry, transport, ...seams, connectWebhook, onServed });
      },
      "bootstrap-objects": async (started) => {
        onPhase?.("objects");
        await installBootstrapObjects(started, { ...seams, serviceRange, address: address() });
      },
      "apiservice-registration-controller": async ({ loopback }) => {
        await aggregator.start(loopback);
        if (profile !== "apiserver") onPhase?.("controllers");
      },
      ...controllers.hooks,
    },
  });
  const stop = async () => {
    await controllers.stop();
    await definitions?.stop();
    await aggregator.stop();
    await server.shutDown();
  };
  return { server, stop };
}

/** All built-in groups have one version but one, of which the newer is stored. */
function preferredVersionOf(group: string): string {
  return group === "autoscaling" ? "v2" : "v1";
}

/** Discovery has a field for it, which is empty where nobody listens. */
function formatAddress(address: ReturnType<PlaneServerParts["address"]>): string {
  return address ? `${address.host}:${address.port}` : "";
}
