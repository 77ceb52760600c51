/** Which evaluator looks at which kind, for those who charge quotas and for who counts again. */
import { formatGroupResource, type GroupResource } from "@pintle/machinery";
import { deviceClaimEvaluator, volumeClaimEvaluator } from "./claim-evaluators.ts";
import { createObjectCounter, olderNames, type QuotaEvaluator } from "./evaluator.ts";
import { podEvaluator } from "./pod-evaluator.ts";
import { serviceEvaluator } from "./service-evaluator.ts";

/** A kind as quotas see it. */
export interface QuotaKind {
  readonly groupResource: GroupResource;
  readonly evaluator: QuotaEvaluator;
}

/** What is not stored, and events, which come and go. */
const uncounted: ReadonlySet<string> = new Set([
  ...["bindings", "componentstatuses", "events", "events.events.k8s.io"],
  ...["tokenreviews.authentication.k8s.io", "selfsubjectreviews.authentication.k8s.io"],
  ...["subjectaccessreviews", "selfsubjectaccessreviews", "localsubjectaccessreviews", "selfsubjectrulesreviews"].map(
    (review) => `${review}.authorization.k8s.io`,
  ),
]);

const special: readonly QuotaKind[] = [
  { groupResource: { group: "", resource: "pods" }, evaluator: podEvaluator },
  { groupResource: { group: "", resource: "services" }, evaluator: serviceEvaluator },
  { groupResource: { group: "", resource: "persistentvolumeclaims" }, evaluator: volumeClaimEvaluator },
  { groupResource: { group: "resource.k8s.io", resource: "resourceclaims" }, evaluator: deviceClaimEvaluator },
];

const byName: ReadonlyMap<string, QuotaEvaluator> = new Map(
  special.map(({ groupResource, evaluator }) => [formatGroupResource(groupResource), evaluator]),
);

const countPrefix = "count/";

/** The evaluator of a kind, or none for kinds that no quota can bound. */
export function findEvaluator(groupResource: GroupResource): QuotaEvaluator | undefined {
  const name = formatGroupResource(groupResource);
  if (uncounted.has(name)) return undefined;
  return byName.get(name) ?? createObjectCounter(groupResource);
}

/** The kinds that one has to look at to know how much of the resources is used. */
export function kindsCounted(resources: readonly string[]): readonly QuotaKind[] {
  const kinds = special.filter(({ evaluator }) => resources.some((name) => evaluator.counts(name)));
  const others = new Map<string, GroupResource>();
  for (const name of resources) {
    const counted = olderNames.includes(name) ? name : name.startsWith(countPrefix) && name.slice(countPrefix.length);
    if (counted && !byName.has(counted) && !uncounted.has(counted)) others.set(counted, parseGroupResource(counted));
  }
  for (const groupResource of others.values()) {
    kinds.push({ groupResource, evaluator: createObjectCounter(groupResource) });
  }
  return kinds;
}

/** `deployments.apps` */
function parseGroupResource(name: string): GroupResource {
  const dot = name.indexOf(".");
  return dot < 0 ? { group: "", resource: name } : { group: name.slice(dot + 1), resource: name.slice(0, dot) };
}
