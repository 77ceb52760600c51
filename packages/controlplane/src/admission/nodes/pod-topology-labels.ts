/** Pods learn the zone and the region of their node, as labels, when they are assigned to it. */
import type { AdmissionAttributes, AdmissionPlugin, Storage } from "@pintle/apiserver";
import { getOwn, type JsonObject } from "@pintle/machinery";
import { objectAt, textAt, withField, withValueAt } from "../../builtin/json-fields.ts";
import { readNode } from "./stored-node.ts";

const copied = ["topology.kubernetes.io/zone", "topology.kubernetes.io/region"];

export function createPodTopologyLabels(storage: Storage): AdmissionPlugin {
  return {
    async mutate(attributes) {
      const { object } = attributes;
      const name = object ? nodeOf(attributes, object) : "";
      if (!object || name === "") return object;
      const labels = objectAt((await readNode(storage, name)) ?? {}, "metadata.labels");
      const own = objectAt(object, "metadata.labels");
      const merged = copied.reduce((all, key) => withField(all, key, getOwn(labels, key) ?? getOwn(all, key)), own);
      return merged === own ? object : withValueAt(object, "metadata.labels", merged);
    },
  };
}

/** Where a new pod or a binding goes; the labels of a binding become those of its pod. */
function nodeOf({ endpoint, operation, subresource }: AdmissionAttributes, object: JsonObject): string {
  const { group, resource } = endpoint.groupResource;
  if (operation !== "CREATE" || group !== "" || resource !== "pods") return "";
  if (subresource === "") return textAt(object, "spec.nodeName");
  return subresource === "binding" && textAt(object, "target.kind") === "Node" ? textAt(object, "target.name") : "";
}
