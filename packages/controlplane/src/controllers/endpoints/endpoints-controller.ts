/** Keeps the Endpoints of each Service that selects pods: the older form of slices, which some still read. */
import type { EndpointAddress, EndpointSubset, Endpoints, Pod, Service } from "@pintle/kinds";
import { ApiError, equalJson, type JsonValue } from "@pintle/machinery";
import type { FollowedResource } from "../kit/followed-resource.ts";
import { isNamespaceEnding } from "../kit/namespace-ending.ts";
import { keyOf } from "../kit/object-key.ts";
import type { PlaneController } from "../kit/plane-controller.ts";
import type { PlaneEvents } from "../kit/plane-events.ts";
import type { PlaneWriter } from "../kit/plane-writer.ts";
import { runPlaneController, sourceOf } from "../kit/run-plane-controller.ts";
import { OwnWrites } from "../workload/own-writes.ts";
import { isPodReady } from "../workload/pod-state.ts";
import { isElection } from "./mirror-endpoints.ts";
import { addressesOf, addressTypesOf, portsOfPod, referenceTo } from "./pod-endpoint.ts";
import { repackSubsets } from "./repack-subsets.ts";
import { hostnameIn, isHeadless, isReachable, isSelecting, podsOfService, servicesConcerned } from "./service-pods.ts";
import { headlessLabel } from "./slice-writes.ts";
import { TriggerTimes, withTriggerTime } from "./trigger-times.ts";
import { countAddresses, maxAddresses, truncateSubsets } from "./truncate-subsets.ts";

const name = "endpoint-controller";
const managedByLabel = "endpoints.kubernetes.io/managed-by";
const overCapacityAnnotation = "endpoints.kubernetes.io/over-capacity";
export const endpointsController: PlaneController = {
  name,
  async start(context) {
    const { objects } = context;
    const services = await objects.follow<Service>("", "services");
    const pods = await objects.follow<Pod>("", "pods");
    const endpoints = await objects.follow<Endpoints>("", "endpoints");
    const ownWrites = new OwnWrites(endpoints);
    const [writer, events] = [context.writer(name), context.events(name)];
    const syncing = new EndpointsSync({ services, pods, endpoints, ownWrites, writer, events });
    const controller = runPlaneController({
      ...{ name: "endpoint", context },
      sources: [
        sourceOf(services),
        sourceOf(pods, (change) => servicesConcerned(services, change)),
        sourceOf(endpoints, ({ type, key }) => (type === "delete" ? [key] : [])),
      ],
      sync: (key) => syncing.sync(key),
    });
    // Of Services that went while nobody looked. Later ones are those of people who make the Service last.
    for (const object of endpoints.list()) if (!isElection(object)) controller.add(keyOf(object));
    return {
      async [Symbol.asyncDispose]() {
        await controller[Symbol.asyncDispose]();
        ownWrites[Symbol.dispose]();
      },
    };
  },
};

interface EndpointsSyncOptions {
  readonly services: FollowedResource<Service>;
  readonly pods: FollowedResource<Pod>;
  readonly endpoints: FollowedResource<Endpoints>;
  readonly ownWrites: OwnWrites;
  readonly writer: PlaneWriter;
  readonly events: PlaneEvents;
}

class EndpointsSync {
  readonly #options: EndpointsSyncOptions;
  readonly #triggerTimes = new TriggerTimes();

  constructor(options: EndpointsSyncOptions) {
    this.#options = options;
  }

  async sync(key: string): Promise<undefined> {
    const { services, pods, endpoints, ownWrites } = this.#options;
    const service = services.getByKey(key);
    const current = endpoints.getByKey(key);
    if (!service) {
      this.#triggerTimes.forget(key);
      if (current || !ownWrites.areSeen(key)) await this.#delete(key);
      ownWrites.forget(key);
      return;
    }
    if (!isSelecting(service) || !ownWrites.areSeen(key)) return;
    const found = podsOfService(pods, service);
    const triggerTime = this.#triggerTimes.take(key, service, found);
    const subsets = repackSubsets(found.flatMap((pod) => subsetsOf(service, pod)));
    if (current && isUpToDate(current, service, subsets)) return;
    const { name: serviceName = "", namespace = "" } = service.metadata;
    const kind = { apiVersion: "v1", kind: "Endpoints" } as const;
    const before: Endpoints = current ?? { ...kind, metadata: { name: serviceName, namespace } };
    await this.#write(key, current === undefined, withSubsets(before, service, subsets, triggerTime));
  }

  async #write(key: string, isNew: boolean, wanted: Endpoints): Promise<void> {
    const { writer, ownWrites, events } = this.#options;
    const { namespace, name: endpointsName } = wanted.metadata;
    const place = { group: "", plural: "endpoints", namespace };
    try {
      const written = isNew
        ? await writer.create<Endpoints>(place, wanted)
        : await writer.update<Endpoints>({ ...place, name: endpointsName }, wanted);
      ownWrites.wrote(key, written);
    } catch (error) {
      if (isNew && isNamespaceEnding(error)) return;
      const [reason, text] = isNew
        ? ["FailedToCreateEndpoint", "Failed to create endpoint for service"]
        : ["FailedToUpdateEndpoint", "Failed to update endpoint"];
      events.record(wanted, "Warning", reason, `${text} ${key}: ${(error as Error).message}`);
      throw error;
    }
  }

  async #delete(key: string): Promise<void> {
    const [namespace, endpointsName] = key.split("/");
    try {
      await this.#options.writer.delete({ group: "", plural: "endpoints", namespace, name: endpointsName });
    } catch (error) {
      if (!ApiError.is(error, "NotFound")) throw error;
    }
  }
}

/** One for each port, which are packed together later. */
function subsetsOf(service: Service, pod: Pod): EndpointSubset[] {
  const isPublishing = service.spec?.publishNotReadyAddresses === true;
  const address = isReachable(pod, isPublishing) ? addressOf(service, pod) : undefined;
  if (!address) return [];
  const found = isPublishing || isPodReady(pod) ? { addresses: [address] } : { notReadyAddresses: [address] };
  if ((service.spec?.ports ?? []).length === 0) return service.spec?.clusterIP === "None" ? [found] : [];
  return portsOfPod(service, pod).map(({ name: portName = "", port = 0, ...others }) => ({
    ...found,
    ports: [{ ...(portName !== "" && { name: portName }), port, ...others }],
  }));
}

/** Endpoints have one family: the first of the Service. */
function addressOf(service: Service, pod: Pod): EndpointAddress | undefined {
  const [type = "IPv4"] = addressTypesOf(service);
  const [ip] = addressesOf(pod, type);
  const hostname = hostnameIn(service, pod);
  const nodeName = pod.spec?.nodeName ?? "";
  if (ip === undefined) return undefined;
  return {
    ip,
    ...(hostname !== undefined && { hostname }),
    ...(nodeName !== "" && { nodeName }),
    targetRef: referenceTo(pod),
  };
}

function isUpToDate(current: Endpoints, service: Service, subsets: readonly EndpointSubset[]): boolean {
  const { [managedByLabel]: manager, [headlessLabel]: _, ...labels } = current.metadata.labels ?? {};
  const { [headlessLabel]: __, ...wanted } = service.metadata.labels ?? {};
  const isWithinCapacity =
    current.metadata.annotations?.[overCapacityAnnotation] === undefined &&
    countAddresses(current.subsets ?? []) <= maxAddresses;
  return (
    manager === name &&
    equalJson(labels, wanted) &&
    isWithinCapacity &&
    equalJson(asJson(repackSubsets(current.subsets ?? [])), asJson(subsets))
  );
}

function withSubsets(
  before: Endpoints,
  service: Service,
  subsets: readonly EndpointSubset[],
  triggerTime: string,
): Endpoints {
  const kept = truncateSubsets(subsets);
  const { [overCapacityAnnotation]: _, ...annotations } = withTriggerTime(before.metadata.annotations, triggerTime);
  const { [headlessLabel]: __, ...labels } = service.metadata.labels ?? {};
  return {
    ...before,
    metadata: {
      ...before.metadata,
      annotations: { ...annotations, ...(kept !== subsets && { [overCapacityAnnotation]: "truncated" }) },
      labels: { ...labels, ...(isHeadless(service) && { [headlessLabel]: "" }), [managedByLabel]: name },
    },
    subsets: [...kept],
  };
}

function asJson(subsets: readonly EndpointSubset[]): JsonValue {
  return subsets as unknown as JsonValue;
}
