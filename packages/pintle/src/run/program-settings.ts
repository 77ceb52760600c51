/** What flags mean for the parts of a program: how webhooks are reached, who reads metrics, who leads. */
import type { Client } from "@pintle/client";
import type { Logger } from "@pintle/machinery";
import {
  certificatesFromFiles,
  createAccessFilter,
  type LeaderElectionOptions,
  type ManagerMetricsOptions,
} from "@pintle/runtime";
import { programNamesOf } from "../manifests/program-names.ts";
import { admissionsOf } from "../webhook/admissions-of.ts";
import { convertedResourcesOf } from "../webhook/webhooks-of.ts";
import type { Environment, ProgramFlags } from "./program-flags.ts";
import type { ProgramParts } from "./program-parts.ts";
import type { WebhookServing } from "./start-operators.ts";

export interface WebhookChoice {
  readonly flags: ProgramFlags;
  readonly environment: Environment;
  readonly parts: ProgramParts;
  readonly client: Client;
  readonly logger: Logger;
}

/** By a Service for a program in the cluster, by a URL where a host is named; none where no API server could reach them, which is told. */
export function webhooksByFlags(choice: WebhookChoice): WebhookServing | undefined {
  const { flags, environment, parts, client, logger } = choice;
  const hasWebhooks = admissionsOf(parts).length > 0 || convertedResourcesOf(parts).length > 0;
  if (!flags.webhooks || !hasWebhooks) return undefined;
  const { webhookPort: port, webhookCertPath: directory, webhookUrlHost: host } = flags;
  const certificates = directory && certificatesFromFiles({ clock: client.clock, directory, logger });
  const served = { port, ...(certificates && { certificates }) };
  if (host !== undefined) return { by: "url", host, ...served };
  if (directory !== undefined || isInCluster(flags, environment)) return { by: "service", ...served };
  logger.warn(
    "webhooks are not served, since this program is outside of the cluster: name this machine by --webhook-url-host, or say ENABLE_WEBHOOKS=false",
  );
  return undefined;
}

/** As the client looks for its way: files first, then the account of the pod. */
function isInCluster({ kubeconfig, context }: ProgramFlags, environment: Environment): boolean {
  const isNamed = kubeconfig !== undefined || context !== undefined || Boolean(environment.KUBECONFIG);
  return !isNamed && Boolean(environment.KUBERNETES_SERVICE_HOST);
}

export function metricsOf(flags: ProgramFlags, client: Client, logger: Logger): ManagerMetricsOptions | undefined {
  const { metricsBindAddress: bindAddress, metricsSecure } = flags;
  if (bindAddress === "0") return undefined;
  if (!metricsSecure) return { bindAddress };
  return { bindAddress, certificate: "self-signed", filter: createAccessFilter({ client, logger }) };
}

export function leaderElectionOf(flags: ProgramFlags, program: string): LeaderElectionOptions | undefined {
  if (!flags.leaderElect) return undefined;
  const { leaderElectionId: name = programNamesOf(program).lease, leaderElectionNamespace: namespace } = flags;
  return { name, ...(namespace !== undefined && { namespace }) };
}
