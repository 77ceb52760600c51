/** Tells of objects in Events as the kubelets of nodes do, each under its own name. */
import type { PlaneControllerContext } from "../kit/plane-controller.ts";
import { createPlaneEvents, type PlaneEvents } from "../kit/plane-events.ts";
import { nodeWriter } from "./node-writer.ts";

export class KubeletEvents {
  readonly #context: PlaneControllerContext;
  readonly #byHost = new Map<string, PlaneEvents>();

  constructor(context: PlaneControllerContext) {
    this.#context = context;
  }

  /** Those of the kubelet of this node. */
  of(host: string): PlaneEvents {
    let events = this.#byHost.get(host);
    if (!events) {
      const writer = nodeWriter(this.#context, host);
      events = createPlaneEvents({ ...this.#context, writer, component: "kubelet", host });
      this.#byHost.set(host, events);
    }
    return events;
  }
}
