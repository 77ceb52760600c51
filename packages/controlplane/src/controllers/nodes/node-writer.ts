/** Writes as the kubelet of a node. */
import type { PlaneControllerContext } from "../kit/plane-controller.ts";
import { createPlaneWriter, type PlaneWriter } from "../kit/plane-writer.ts";

export function nodeWriter({ loopback, places, objects }: PlaneControllerContext, node: string): PlaneWriter {
  return createPlaneWriter({ transport: loopback, places, objects, user: `system:node:${node}`, program: "kubelet" });
}
