/** A pod that runs cannot become larger than its node, and only Linux can resize at all. */
import { type AdmissionAttributes, type AdmissionPlugin, forbidRequest, type Storage } from "@pintle/apiserver";
import {
  ApiError,
  compareQuantity,
  getOwn,
  type JsonObject,
  quantityMilliValue,
  quantityValue,
  quoteGo,
} from "@pintle/machinery";
import { numberAt, objectAt, textAt } from "../../builtin/json-fields.ts";
import { neededByPod } from "../resources/pod-resources.ts";
import { readResources, zero } from "../resources/resource-list.ts";
import { readNode } from "./stored-node.ts";

export function createPodResizeValidator(storage: Storage): AdmissionPlugin {
  return {
    async validate(attributes) {
      const { object: pod, subresource } = attributes;
      if (!pod || subresource !== "resize" || !isChangeOfRunningPod(attributes)) return;
      const name = textAt(pod, "spec.nodeName");
      const node = await readNode(storage, name);
      if (!node) throw forbidRequest(attributes, `node ${quoteGo(name)} not found`);
      const system = getOwn(objectAt(node, "metadata.labels"), "kubernetes.io/os");
      if (typeof system === "string" && system !== "linux") {
        const why = `pod resize is only supported on linux nodes, node ${quoteGo(name)} is ${quoteGo(system)}`;
        throw withCause(forbidRequest(attributes, why), "UnsupportedPlatform");
      }
      const lacking = complainOfRoom(pod, node);
      if (lacking.length === 0) return;
      const why = `node didn't have enough allocatable resources: ${lacking.join("; ")}`;
      throw withCause(forbidRequest(attributes, why), "NodeCapacity");
    },
  };
}

/** Its spec has changed, as its generation tells. */
export function isChangeOfRunningPod({ endpoint, operation, object, old }: AdmissionAttributes): boolean {
  const { group, resource } = endpoint.groupResource;
  if (group !== "" || resource !== "pods" || operation !== "UPDATE" || !object || !old) return false;
  const generationOf = (pod: JsonObject) => numberAt(pod, "metadata.generation") ?? 0;
  return textAt(object, "spec.nodeName") !== "" && generationOf(object) !== generationOf(old);
}

function complainOfRoom(pod: JsonObject, node: JsonObject): string[] {
  const [needed, there] = [neededByPod(pod), readResources(node, "status.allocatable")];
  const measures = [
    ["cpu", quantityMilliValue],
    ["memory", quantityValue],
  ] as const;
  return measures.flatMap(([name, measure]) => {
    const [wanted, room] = [needed.get(name) ?? zero, there.get(name) ?? zero];
    if (compareQuantity(wanted, room) <= 0) return [];
    return [`${name}, requested: ${measure(wanted)}, allocatable: ${measure(room)}`];
  });
}

function withCause({ status }: ApiError, reason: string): ApiError {
  return new ApiError({ ...status, details: { ...status.details, causes: [{ reason }] } });
}
