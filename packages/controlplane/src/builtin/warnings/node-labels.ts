/** Labels of nodes that have other names today, and what those who still select by the old ones are told. */
import { getOwn, type JsonObject, validateLabelValue } from "@pintle/machinery";
import { objectsAt, textAt, textsAt } from "../json-fields.ts";

const deprecatedNodeLabels: Readonly<Record<string, string>> = {
  "beta.kubernetes.io/arch": 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  "beta.kubernetes.io/os": 'deprecated since v1.14; use "kubernetes.io/os" instead',
  "failure-domain.beta.kubernetes.io/region": 'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  "failure-domain.beta.kubernetes.io/zone": 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  "beta.kubernetes.io/instance-type": 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  "app.kubernetes.io/created-by": "deprecated since v1.9",
  "scheduler.alpha.kubernetes.io/preferAvoidPods": "deprecated since v1.22; use Taints and Tolerations instead",
  "node-role.kubernetes.io/master": 'use "node-role.kubernetes.io/control-plane" instead',
};

/** Why a label should not be used any more. */
export function nodeLabelWarning(label: string): string | undefined {
  return getOwn(deprecatedNodeLabels, label);
}

/** What is odd about the expressions of a term; the values of a mere preference are not validated, and therefore warned of. */
export function nodeSelectorTermWarnings(term: JsonObject, path: string, isPreference: boolean): string[] {
  return objectsAt(term, "matchExpressions").flatMap((expression, index) => {
    const at = `${path}.matchExpressions[${index}]`;
    const key = textAt(expression, "key");
    const message = nodeLabelWarning(key);
    const values = isPreference ? textsAt(expression, "values") : [];
    return [
      ...(message === undefined ? [] : [`${at}.key: ${key} is ${message}`]),
      ...values.flatMap((value, place) =>
        validateLabelValue(value).map((complaint) => `${at}.values[${place}]: ${value} is invalid, ${complaint}`),
      ),
    ];
  });
}
