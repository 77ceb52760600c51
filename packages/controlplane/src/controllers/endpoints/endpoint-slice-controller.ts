/** Keeps the EndpointSlices of each Service that selects pods: who can be reached, on which ports, and how well. */
import type { EndpointSlice, Node, Pod, Service } from "@pintle/kinds";
import type { FollowedResource } from "../kit/followed-resource.ts";
import type { PlaneController } from "../kit/plane-controller.ts";
import type { PlaneEvents } from "../kit/plane-events.ts";
import type { PlaneWriter } from "../kit/plane-writer.ts";
import { runPlaneController, sourceOf } from "../kit/run-plane-controller.ts";
import { OwnWrites } from "../workload/own-writes.ts";
import { indexByNode, podsOn } from "../workload/pods-by-node.ts";
import { addressTypesOf } from "./pod-endpoint.ts";
import { isSelecting, podsOfService, servicesConcerned } from "./service-pods.ts";
import { planService, type ServiceSlicesOptions, sliceManager } from "./service-slices.ts";
import { indexByService, namesConcerned, slicesOf, writeSlices } from "./slice-writes.ts";
import { TriggerTimes, withTriggerTime } from "./trigger-times.ts";

const name = "endpointslice-controller";
/** What kube-controller-manager has unless told otherwise. */
const maxEndpoints = 100;

export const endpointSliceController: PlaneController = {
  name,
  async start(context) {
    const { objects } = context;
    const services = await objects.follow<Service>("", "services");
    const pods = await objects.follow<Pod>("", "pods");
    const nodes = await objects.follow<Node>("", "nodes");
    const slices = await objects.follow<EndpointSlice>("discovery.k8s.io", "endpointslices");
    indexByNode(pods);
    indexByService(slices);
    const ownWrites = new OwnWrites(slices);
    const writer = context.writer(name);
    const events = context.events("endpoint-slice-controller");
    const syncing = new ServiceSync({ services, pods, nodes, slices, ownWrites, writer, events });
    const controller = runPlaneController({
      ...{ name: "endpoint_slice", context },
      sources: [
        sourceOf(services),
        sourceOf(pods, (change) => servicesConcerned(services, change)),
        sourceOf(slices, (change) => namesConcerned(sliceManager, change)),
        // A pod may be seen before the node that it is on.
        sourceOf(nodes, ({ type, key }) =>
          type === "add"
            ? podsOn(pods, key).flatMap((object) => servicesConcerned(services, { type, key, object }))
            : [],
        ),
      ],
      sync: (key) => syncing.sync(key),
    });
    return {
      async [Symbol.asyncDispose]() {
        await controller[Symbol.asyncDispose]();
        ownWrites[Symbol.dispose]();
      },
    };
  },
};

interface ServiceSyncOptions {
  readonly services: FollowedResource<Service>;
  readonly pods: FollowedResource<Pod>;
  readonly nodes: FollowedResource<Node>;
  readonly slices: FollowedResource<EndpointSlice>;
  readonly ownWrites: OwnWrites;
  readonly writer: PlaneWriter;
  readonly events: PlaneEvents;
}

class ServiceSync {
  readonly #options: ServiceSyncOptions;
  readonly #triggerTimes = new TriggerTimes();

  constructor(options: ServiceSyncOptions) {
    this.#options = options;
  }

  async sync(key: string): Promise<undefined> {
    const { services, pods, nodes, slices, ownWrites } = this.#options;
    const service = services.getByKey(key);
    if (!service) {
      ownWrites.forget(key);
      this.#triggerTimes.forget(key);
      return;
    }
    // What was written and is not seen yet is told of later, and then it is the key's turn again.
    if (!isSelecting(service) || !ownWrites.areSeen(key)) return;
    const found = podsOfService(pods, service);
    const existing = slicesOf(slices, key, sliceManager).filter(
      ({ metadata }) => metadata.deletionTimestamp === undefined,
    );
    const triggerTime = this.#triggerTimes.take(key, service, found);
    const findNode = (nodeName: string) => nodes.get("", nodeName);
    const options: ServiceSlicesOptions = { service, pods: found, existing, findNode, maxEndpoints };
    try {
      await this.#write(key, options, triggerTime);
    } catch (error) {
      this.#tell(service, (error as Error).message);
      throw error;
    }
  }

  async #write(key: string, options: ServiceSlicesOptions, triggerTime: string): Promise<void> {
    const { service, existing } = options;
    const { writer, ownWrites } = this.#options;
    const types = addressTypesOf(service);
    const isCreating = service.metadata.deletionTimestamp === undefined;
    const timed = (slice: EndpointSlice): EndpointSlice => {
      const annotations = withTriggerTime(slice.metadata.annotations, triggerTime);
      return { ...slice, metadata: { ...slice.metadata, annotations } };
    };
    for (const type of types) {
      const { plan, lost } = planService(options, type);
      const [create, update] = [plan.create.map(timed), plan.update.map(timed)];
      await writeSlices({ create, update, delete: plan.delete }, { writer, ownWrites, key, isCreating });
      const problems = lost.map((pod) => explainLost(service, pod)).join(", ");
      if (lost.length > 0) this.#tell(service, lost.length === 1 ? problems : `[${problems}]`);
    }
    const doomed = existing.filter(({ addressType }) => !types.includes(addressType));
    await writeSlices({ create: [], update: [], delete: doomed }, { writer, ownWrites, key, isCreating });
  }

  #tell(service: Service, problem: string): void {
    const { namespace, name: serviceName } = service.metadata;
    const text = `Error updating Endpoint Slices for Service ${namespace}/${serviceName}: ${problem}`;
    this.#options.events.record(service, "Warning", "FailedToUpdateEndpointSlices", text);
  }
}

function explainLost({ metadata: service }: Service, { metadata, spec }: Pod): string {
  const { name: podName } = metadata;
  return `skipping Pod ${podName} for Service ${service.namespace}/${service.name}: Node ${spec?.nodeName ?? ""} Not Found`;
}
