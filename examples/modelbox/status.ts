/** How far a box is. It is Ready when all its pods run the newest template and are available, and never while a rollout is stuck. */
import { type DeepReadonly, no, rolledOut, yes } from "pintle";
import type { Deployment, Service } from "pintle/kinds";
import type { Box } from "./model-box.ts";
import { selectorOf } from "./names.ts";

interface Children {
  readonly deployment: DeepReadonly<Deployment> | undefined;
  readonly service: DeepReadonly<Service> | undefined;
}

export function statusOf(box: Box, { deployment, service }: Children) {
  const { replicas = 0, readyReplicas = 0, updatedReplicas = 0 } = deployment?.status ?? {};
  const counted = `${readyReplicas} of ${box.spec.replicas} are ready`;
  const counts = { replicas, readyReplicas, updatedReplicas };
  const place = { selector: selectorOf(box), endpoint: endpointOf(service) };
  const stuck = stuckOf(deployment);
  if (stuck) {
    const { reason, message } = stuck;
    const conditions = { Ready: no(reason, counted), Progressing: no(reason, message), Degraded: yes(reason, message) };
    return { ...counts, ...place, conditions };
  }
  const conditions = rolledOut(deployment)
    ? { Ready: yes("AllReady", counted), Progressing: no("RolledOut") }
    : { Ready: no("RollingOut", counted), Progressing: yes("RollingOut", `${updatedReplicas} are up to date`) };
  return { ...counts, ...place, conditions };
}

/** What its Deployment says of a rollout that does not come to an end. */
function stuckOf(deployment: Children["deployment"]) {
  const { conditions = [] } = deployment?.status ?? {};
  const stuck = conditions.find(({ type, status }) => type === "Progressing" && status === "False");
  return stuck && { reason: stuck.reason ?? "RolloutStuck", message: stuck.message ?? "" };
}

/** From outside of the cluster where a load balancer has an address, else from within. */
function endpointOf(service: Children["service"]): string | undefined {
  const port = service?.spec?.ports?.[0]?.port;
  if (service === undefined || port === undefined) return undefined;
  const { name, namespace } = service.metadata;
  const [outside] = service.status?.loadBalancer?.ingress ?? [];
  return `${outside?.hostname ?? outside?.ip ?? `${name}.${namespace}.svc`}:${port}`;
}
