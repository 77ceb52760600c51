/** A change that only some nodes can carry out is refused where the node of the pod does not say that it can. */
import { type AdmissionPlugin, forbidRequest, type Storage } from "@pintle/apiserver";
import { equalJson, type JsonObject, quoteGo } from "@pintle/machinery";
import { objectAt, objectsAt, textAt, textsAt } from "../../builtin/json-fields.ts";
import { isChangeOfRunningPod } from "./pod-resize-validator.ts";
import { readNode } from "./stored-node.ts";

export function createNodeDeclaredFeatureValidator(storage: Storage): AdmissionPlugin {
  return {
    async validate(attributes) {
      const { object: pod, old, subresource } = attributes;
      if (subresource !== "" && subresource !== "resize") return;
      if (!pod || !old || !isChangeOfRunningPod(attributes)) return;
      const needed = neededFeatures(pod, old);
      if (needed.length === 0) return;
      const name = textAt(pod, "spec.nodeName");
      const node = await readNode(storage, name);
      if (!node) throw forbidRequest(attributes, `node ${quoteGo(name)} not found`);
      const declared = textsAt(node, "status.declaredFeatures");
      const missing = needed.filter((feature) => !declared.includes(feature));
      if (missing.length === 0) return;
      const what = `pod update requires features ${missing.join(", ")}`;
      throw forbidRequest(attributes, `${what} which are not available on node ${quoteGo(name)}`);
    },
  };
}

function neededFeatures(pod: JsonObject, old: JsonObject): readonly string[] {
  const resizesPod = !equalJson(objectAt(pod, "spec.resources"), objectAt(old, "spec.resources"));
  const containers = objectsAt(pod, "spec.initContainers");
  const resizesInit = objectsAt(old, "spec.initContainers").some((before, index) => {
    if (textAt(before, "restartPolicy") === "Always") return false;
    return !equalJson(objectAt(before, "resources"), objectAt(containers[index] ?? {}, "resources"));
  });
  return [
    ...(resizesPod ? ["InPlacePodLevelResourcesVerticalScaling"] : []),
    ...(resizesInit ? ["InPlacePodVerticalScalingInitContainers"] : []),
  ];
}
