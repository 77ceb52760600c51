/** A controller of the plane, and all that it is given: it takes nothing from the air. */
import type { ResourceRegistry, Storage } from "@pintle/apiserver";
import type { Clock, Logger, Random, Transport } from "@pintle/machinery";
import { createPlaneEvents, type PlaneEvents } from "./plane-events.ts";
import { createPlaneObjects, type PlaneObjects } from "./plane-objects.ts";
import { createPlaneWriter, type PlaneWriter } from "./plane-writer.ts";
import { createServedPlaces, type ServedPlaces } from "./served-places.ts";

export interface PlaneController {
  /** As kube-controller-manager calls it: `replicaset-controller`. */
  readonly name: string;
  /** Resolves when it has seen what there is. What is given back ends it, and waits for what it has begun. */
  start(context: PlaneControllerContext): Promise<AsyncDisposable>;
}

export interface PlaneControllerContext {
  readonly objects: PlaneObjects;
  /** Writes as this ServiceAccount of `kube-system`. */
  writer(account: string): PlaneWriter;
  /** Tells of objects in Events, as this component. */
  events(component: string): PlaneEvents;
  readonly places: ServedPlaces;
  readonly registry: ResourceRegistry;
  /** Requests of the server to itself, for what a writer has no verb for. */
  readonly loopback: Transport;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

export interface PlaneContextOptions {
  readonly registry: ResourceRegistry;
  /** The server's requests to itself. */
  readonly loopback: Transport;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Dispose of it when all controllers have ended. */
export function createPlaneContext(options: PlaneContextOptions): PlaneControllerContext & Disposable {
  const { registry, loopback: transport } = options;
  const places = createServedPlaces(registry);
  const objects = createPlaneObjects({ ...options, places });
  const writer = (account: string) =>
    createPlaneWriter({ transport, places, objects, user: `system:serviceaccount:kube-system:${account}` });
  return {
    ...options,
    places,
    objects,
    writer,
    events: (component) => createPlaneEvents({ ...options, writer: writer(component), component }),
    [Symbol.dispose]() {
      objects[Symbol.dispose]();
      places[Symbol.dispose]();
    },
  };
}
