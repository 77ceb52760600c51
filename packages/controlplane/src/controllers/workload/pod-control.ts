/** Makes pods from templates and ends them, and tells of it in events about the one for whom it is done. */
import type { Pod, PodTemplateSpec } from "@pintle/kinds";
import { ApiError, type KubernetesObject, validateGenerateName } from "@pintle/machinery";
import { isNamespaceEnding } from "../kit/namespace-ending.ts";
import type { PlaneEvents } from "../kit/plane-events.ts";
import type { PlaneWriter } from "../kit/plane-writer.ts";
import { controllerReference } from "./claim-objects.ts";

export interface PodControl {
  /** The pod that was made, or nothing where the namespace is going away: then all is in vain and nothing is wrong. */
  create(owner: KubernetesObject, template: PodTemplateSpec): Promise<Pod | undefined>;
  /** Nothing is wrong where the pod is gone already. */
  delete(owner: KubernetesObject, pod: Pod): Promise<void>;
}

export function createPodControl(writer: PlaneWriter, events: PlaneEvents): PodControl {
  return {
    async create(owner, template) {
      const manifest = podFromTemplate(owner, template);
      try {
        const place = { group: "", plural: "pods", namespace: owner.metadata.namespace };
        const pod = await writer.create<Pod>(place, manifest);
        events.record(owner, "Normal", "SuccessfulCreate", `Created pod: ${pod.metadata.name}`);
        return pod;
      } catch (error) {
        if (isNamespaceEnding(error)) return undefined;
        events.record(owner, "Warning", "FailedCreate", `Error creating: ${messageOf(error)}`);
        throw error;
      }
    },
    async delete(owner, { metadata: { namespace, name } }) {
      try {
        await writer.delete({ group: "", plural: "pods", namespace, name });
      } catch (error) {
        if (ApiError.is(error, "NotFound")) return;
        events.record(owner, "Warning", "FailedDelete", `Error deleting: ${messageOf(error)}`);
        throw new Error(`unable to delete pods: ${messageOf(error)}`, { cause: error });
      }
      events.record(owner, "Normal", "SuccessfulDelete", `Deleted pod: ${name}`);
    },
  };
}

function podFromTemplate(owner: KubernetesObject, { metadata = {}, spec }: PodTemplateSpec): object {
  const { labels = {}, annotations = {}, finalizers = [] } = metadata;
  if (Object.keys(labels).length === 0) throw new Error("unable to create pods, no labels");
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      generateName: namePrefix(owner.metadata.name ?? ""),
      labels,
      ...(Object.keys(annotations).length > 0 && { annotations }),
      ...(finalizers.length > 0 && { finalizers }),
      ownerReferences: [controllerReference(owner)],
    },
    spec,
  };
}

/** With a dash, unless the name is as long as names can be. */
function namePrefix(name: string): string {
  return validateGenerateName("dns1123Subdomain", `${name}-`).length === 0 ? `${name}-` : name;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
