/** What the kubelets of simulated nodes tell of the nodes themselves: that one has started, and whether it takes pods. */
import type { Node } from "@pintle/kinds";
import type { FollowedResource } from "../kit/followed-resource.ts";
import type { PlaneControllerContext } from "../kit/plane-controller.ts";
import { KubeletEvents } from "./kubelet-events.ts";
import { isSimulated } from "./node-manifest.ts";

export class NodeEvents {
  readonly #events: KubeletEvents;

  constructor(context: PlaneControllerContext) {
    this.#events = new KubeletEvents(context);
  }

  tellOfStart(node: Node): void {
    this.#tell(node, "Starting", "Starting kubelet.");
    this.#tellStatus(node, "NodeReady");
  }

  /** Tells of nodes that are cordoned or uncordoned, until it is disposed of. */
  follow(nodes: FollowedResource<Node>): Disposable {
    return nodes.onChange(({ object, previous }) => {
      if (!previous || !isSimulated(object) || isCordoned(object) === isCordoned(previous)) return;
      this.#tellStatus(object, isCordoned(object) ? "NodeNotSchedulable" : "NodeSchedulable");
    });
  }

  #tellStatus(node: Node, status: string): void {
    this.#tell(node, status, `Node ${node.metadata.name} status is now: ${status}`);
  }

  #tell(node: Node, reason: string, message: string): void {
    this.#events.of(node.metadata.name ?? "").record(node, "Normal", reason, message);
  }
}

function isCordoned({ spec }: Node): boolean {
  return spec?.unschedulable === true;
}
