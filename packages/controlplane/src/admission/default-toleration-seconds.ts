/** Pods stay for five minutes on a node that is not ready or cannot be reached, unless they say how long. */
import type { AdmissionPlugin } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";
import { objectsAt, textAt, withValueAt } from "../builtin/json-fields.ts";
import { subjectOf } from "./subject.ts";

const troubles = ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"];
const tolerationSeconds = 300;

export const defaultTolerationSeconds: AdmissionPlugin = {
  async mutate(attributes) {
    const { object, operation } = attributes;
    if (!object || (operation !== "CREATE" && operation !== "UPDATE")) return object;
    return subjectOf(attributes) === "pods" ? tolerateTroubles(object) : object;
  },
};

function tolerateTroubles(pod: JsonObject): JsonObject {
  const tolerations = objectsAt(pod, "spec.tolerations");
  const missing = troubles.filter((key) => !tolerations.some((toleration) => tolerates(toleration, key)));
  if (missing.length === 0) return pod;
  const added = missing.map((key) => ({ key, operator: "Exists", effect: "NoExecute", tolerationSeconds }));
  return withValueAt(pod, "spec.tolerations", [...tolerations, ...added]);
}

/** An empty key stands for all keys, an empty effect for all effects. */
function tolerates(toleration: JsonObject, trouble: string): boolean {
  const [key, effect] = [textAt(toleration, "key"), textAt(toleration, "effect")];
  return (key === trouble || key === "") && (effect === "NoExecute" || effect === "");
}
