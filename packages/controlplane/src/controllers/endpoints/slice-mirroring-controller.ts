/** Mirrors Endpoints that people have made into EndpointSlices, where their Service does not look for pods itself. */
import type { EndpointSlice, Endpoints, Service } from "@pintle/kinds";
import type { FollowedResource, PlaneChange } from "../kit/followed-resource.ts";
import type { PlaneController } from "../kit/plane-controller.ts";
import type { PlaneEvents } from "../kit/plane-events.ts";
import type { PlaneWriter } from "../kit/plane-writer.ts";
import { runPlaneController, sourceOf } from "../kit/run-plane-controller.ts";
import { OwnWrites } from "../workload/own-writes.ts";
import { isMirrored, maxMirrored, mirrorManager, planMirror } from "./mirror-endpoints.ts";
import { hasSelector } from "./service-pods.ts";
import { indexByService, namesConcerned, slicesOf, writeSlices } from "./slice-writes.ts";

const name = "endpointslicemirroring-controller";

interface MirroringOptions {
  readonly services: FollowedResource<Service>;
  readonly endpoints: FollowedResource<Endpoints>;
  readonly slices: FollowedResource<EndpointSlice>;
  readonly ownWrites: OwnWrites;
  readonly writer: PlaneWriter;
  readonly events: PlaneEvents;
}

export const sliceMirroringController: PlaneController = {
  name,
  async start(context) {
    const { objects } = context;
    const services = await objects.follow<Service>("", "services");
    const endpoints = await objects.follow<Endpoints>("", "endpoints");
    const slices = await objects.follow<EndpointSlice>("discovery.k8s.io", "endpointslices");
    indexByService(slices);
    const ownWrites = new OwnWrites(slices);
    const events = context.events("endpoint-slice-mirroring-controller");
    const options = { services, endpoints, slices, ownWrites, writer: context.writer(name), events };
    const controller = runPlaneController({
      ...{ name: "endpoint_slice_mirroring", context },
      sources: [
        sourceOf(endpoints, (change) => (mayMirror(change) ? [change.key] : [])),
        sourceOf(services, (change) => (isSelectorConcerned(change) ? [change.key] : [])),
        sourceOf(slices, (change) => namesConcerned(mirrorManager, change)),
      ],
      sync: (key) => mirror(options, key),
    });
    return {
      async [Symbol.asyncDispose]() {
        await controller[Symbol.asyncDispose]();
        ownWrites[Symbol.dispose]();
      },
    };
  },
};

function mayMirror({ object, previous }: PlaneChange<Endpoints>): boolean {
  return isMirrored(object) || (previous !== undefined && isMirrored(previous));
}

function isSelectorConcerned({ object, previous }: PlaneChange<Service>): boolean {
  const isOpen = !hasSelector(object.spec?.selector);
  return previous ? isOpen === hasSelector(previous.spec?.selector) : isOpen;
}

async function mirror(options: MirroringOptions, key: string): Promise<undefined> {
  const { services, endpoints, slices, ownWrites, writer, events } = options;
  const [object, service] = [endpoints.getByKey(key), services.getByKey(key)];
  if (!ownWrites.areSeen(key)) return;
  const existing = slicesOf(slices, key, mirrorManager);
  if (!object || !service || !isMirrored(object) || hasSelector(service.spec?.selector)) {
    const plan = { create: [], update: [], delete: existing };
    await writeSlices(plan, { writer, ownWrites, key, isCreating: false });
    return;
  }
  const { plan, invalid, skipped } = planMirror(object, existing);
  if (invalid > 0) {
    const text = `Skipped ${invalid} invalid IP addresses when mirroring to EndpointSlices`;
    events.record(object, "Warning", "InvalidIPAddress", text);
  }
  if (skipped > 0) {
    const text = `A max of ${maxMirrored} addresses can be mirrored to EndpointSlices per Endpoints subset. ${skipped + invalid} addresses were skipped`;
    events.record(object, "Warning", "TooManyAddressesToMirror", text);
  }
  const isCreating = object.metadata.deletionTimestamp === undefined;
  await writeSlices(plan, { writer, ownWrites, key, isCreating });
}
