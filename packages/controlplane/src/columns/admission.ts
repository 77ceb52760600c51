/** The rows of webhook configurations and of admission policies with their bindings. */
import { isJsonObject, type JsonObject } from "@pintle/machinery";
import { listAt, textAt, valueAt } from "../builtin/json-fields.ts";
import { ageOf, type CellsByResource, type KindCells, nameOf } from "./kind-cells.ts";
import { formatSelectorStruct } from "./label-cells.ts";

const webhookCells: KindCells = (configuration, nowMs) => [
  ...[nameOf(configuration), listAt(configuration, "webhooks").length, ageOf(configuration, nowMs)],
];

const bindingCells: KindCells = (binding, nowMs) => [
  ...[nameOf(binding), textAt(binding, "spec.policyName"), formatParamRef(binding), ageOf(binding, nowMs)],
];

export const admissionCells: CellsByResource = {
  "mutatingwebhookconfigurations.admissionregistration.k8s.io": webhookCells,
  "validatingwebhookconfigurations.admissionregistration.k8s.io": webhookCells,
  "mutatingadmissionpolicies.admissionregistration.k8s.io": createPolicyCells("spec.mutations"),
  "validatingadmissionpolicies.admissionregistration.k8s.io": createPolicyCells("spec.validations"),
  "mutatingadmissionpolicybindings.admissionregistration.k8s.io": bindingCells,
  "validatingadmissionpolicybindings.admissionregistration.k8s.io": bindingCells,
};

function createPolicyCells(countedPath: string): KindCells {
  return (policy, nowMs) => [
    ...[nameOf(policy), listAt(policy, countedPath).length, formatParamKind(policy), ageOf(policy, nowMs)],
  ];
}

function formatParamKind(policy: JsonObject): string {
  const kind = valueAt(policy, "spec.paramKind");
  return isJsonObject(kind) ? `${textAt(kind, "apiVersion")}/${textAt(kind, "kind")}` : "<unset>";
}

/** Whether parameters are of a namespace cannot be seen here: those that name none show a `*`. */
function formatParamRef(binding: JsonObject): string {
  const reference = valueAt(binding, "spec.paramRef");
  if (!isJsonObject(reference)) return "<unset>";
  const name = textAt(reference, "name");
  if (name !== "") return `${textAt(reference, "namespace") || "*"}/${name}`;
  const selector = valueAt(reference, "selector");
  return isJsonObject(selector) ? formatSelectorStruct(selector) : "<unset>";
}
