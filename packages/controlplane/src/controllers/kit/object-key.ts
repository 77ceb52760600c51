/** The key by which queues and followed resources know an object of a namespace. */
import type { KubernetesObject } from "@pintle/machinery";

export function keyOf({ metadata }: KubernetesObject): string {
  return `${metadata.namespace}/${metadata.name}`;
}
