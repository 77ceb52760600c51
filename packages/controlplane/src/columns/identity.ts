/** The rows of role bindings, certificate signing requests and leases. */
import { formatHumanDuration } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";
import { numberAt, objectsAt, textAt } from "../builtin/json-fields.ts";
import { conditionOf } from "./condition-cells.ts";
import { ageOf, type CellsByResource, filledTextOr, type KindCells, nameOf } from "./kind-cells.ts";

const bindingCells: KindCells = (binding, nowMs) => [
  nameOf(binding),
  `${textAt(binding, "roleRef.kind")}/${textAt(binding, "roleRef.name")}`,
  ageOf(binding, nowMs),
  formatSubjects(binding, "User"),
  formatSubjects(binding, "Group"),
  formatSubjects(binding, "ServiceAccount"),
];

export const identityCells: CellsByResource = {
  "rolebindings.rbac.authorization.k8s.io": bindingCells,
  "clusterrolebindings.rbac.authorization.k8s.io": bindingCells,
  "certificatesigningrequests.certificates.k8s.io": (request, nowMs) => {
    const expirationSeconds = numberAt(request, "spec.expirationSeconds");
    return [
      nameOf(request),
      ageOf(request, nowMs),
      filledTextOr(request, "spec.signerName", "<none>"),
      textAt(request, "spec.username"),
      expirationSeconds === undefined ? "<none>" : formatHumanDuration(expirationSeconds * 1_000),
      formatRequestCondition(request),
    ];
  },
  "leases.coordination.k8s.io": (lease, nowMs) => [
    ...[nameOf(lease), textAt(lease, "spec.holderIdentity"), ageOf(lease, nowMs)],
  ],
};

/** Only ServiceAccounts are of a namespace. */
function formatSubjects(binding: JsonObject, kind: "User" | "Group" | "ServiceAccount"): string {
  const names = objectsAt(binding, "subjects")
    .filter((subject) => textAt(subject, "kind") === kind)
    .map((subject) => {
      const name = textAt(subject, "name");
      return kind === "ServiceAccount" ? `${textAt(subject, "namespace")}/${name}` : name;
    });
  return names.join(", ");
}

/** That a condition is there is enough, whatever its status; a denial wins over an approval. */
function formatRequestCondition(request: JsonObject): string {
  const has = (type: string) => conditionOf(request, type) !== undefined;
  const verdict = has("Denied") ? "Denied" : has("Approved") ? "Approved" : "Pending";
  const failed = has("Failed") ? ",Failed" : "";
  const issued = textAt(request, "status.certificate") === "" ? "" : ",Issued";
  return verdict + failed + issued;
}
