/** New nodes take no pods until a controller has seen that they are ready. */
import type { AdmissionPlugin } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";
import { objectsAt, textAt, withValueAt } from "../builtin/json-fields.ts";
import { subjectOf } from "./subject.ts";

const notReady = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" };

export const taintNodesByCondition: AdmissionPlugin = {
  async mutate(attributes) {
    const { object, operation } = attributes;
    return object && operation === "CREATE" && subjectOf(attributes) === "nodes" ? withTaint(object) : object;
  },
};

function withTaint(node: JsonObject): JsonObject {
  const taints = objectsAt(node, "spec.taints");
  const isThere = taints.some(
    (taint) => textAt(taint, "key") === notReady.key && textAt(taint, "effect") === notReady.effect,
  );
  return isThere ? node : withValueAt(node, "spec.taints", [...taints, { ...notReady }]);
}
