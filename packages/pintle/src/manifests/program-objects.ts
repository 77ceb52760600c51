/** Everything that a cluster needs to run a program, from what its parts declare: the same objects for kustomize and for Helm. */
import type { CustomResourceDefinition } from "@pintle/kinds/apiextensions/v1";
import { type ManifestOf, UsageError } from "@pintle/machinery";
import { toDefinition } from "../resource/to-definition.ts";
import { kindUsesOf, resourcesOf } from "../run/program-kinds.ts";
import type { ProgramParts } from "../run/program-parts.ts";
import { type WebhookConfiguration, webhookConfigurations } from "../webhook/webhook-configurations.ts";
import { conversionConfigAt } from "../webhook/webhook-place.ts";
import { deploymentOf, disruptionBudgetOf, namespaceOf } from "./deployment.ts";
import { labelsOf } from "./labels.ts";
import { formatRoleProblem, lintRoles } from "./lint-roles.ts";
import type { ManifestObject, ManifestSettings } from "./manifest-options.ts";
import { metricsServiceOf, networkPolicyOf, serviceMonitorOf, webhookServiceOf } from "./network-objects.ts";
import { programNamesOf } from "./program-names.ts";
import { hasConversion, type RoleObjects, rolesOf } from "./roles.ts";

export interface ProgramObjects extends RoleObjects {
  readonly definitions: readonly ManifestOf<typeof CustomResourceDefinition>[];
  readonly namespace: ManifestObject;
  readonly deployment: ManifestObject;
  readonly disruptionBudget: ManifestObject;
  readonly networkPolicy: ManifestObject;
  readonly configurations: readonly WebhookConfiguration[];
  /** Only where there are webhooks. */
  readonly webhookService: ManifestObject | undefined;
  /** Only where there are metrics. */
  readonly metricsService: ManifestObject | undefined;
  readonly serviceMonitor: ManifestObject | undefined;
}

export function programObjectsOf(parts: ProgramParts, settings: ManifestSettings): ProgramObjects {
  const { name, namespace, metrics, webhooks } = settings;
  const place = { service: { namespace, name: programNamesOf(name).webhookService } };
  const configurations = webhooks
    ? webhookConfigurations(parts, place, { name: programNamesOf(name).webhookConfiguration }).map(withLabels(name))
    : [];
  const servesWebhooks = configurations.length > 0 || (webhooks && hasConversion(parts));
  const roles = rolesOf(parts, settings, configurations);
  checkRoles(parts, settings, roles);
  return {
    ...roles,
    definitions: resourcesOf(parts).map((resource) =>
      toDefinition(resource, webhooks ? { conversion: conversionConfigAt(place) } : {}),
    ),
    namespace: namespaceOf(settings),
    deployment: deploymentOf(settings, servesWebhooks),
    disruptionBudget: disruptionBudgetOf(settings),
    networkPolicy: networkPolicyOf(settings, servesWebhooks),
    configurations,
    webhookService: servesWebhooks ? webhookServiceOf(settings) : undefined,
    metricsService: metrics === "off" ? undefined : metricsServiceOf(settings),
    serviceMonitor: metrics === "off" ? undefined : serviceMonitorOf(settings),
  };
}

function withLabels(name: string) {
  return (configuration: WebhookConfiguration): WebhookConfiguration => ({
    ...configuration,
    metadata: { ...configuration.metadata, labels: labelsOf(name) },
  });
}

/** What operators declare is as narrow as can be; what people add to it is looked at here. */
function checkRoles(parts: ProgramParts, { watchNamespaces }: ManifestSettings, { roles }: RoleObjects): void {
  // To judge objects takes no right to them.
  const declared = kindUsesOf(parts).flatMap(({ kind, use }) => (use === "judged" ? [] : [kind]));
  const problems = lintRoles(roles, { declared, isNamespaced: watchNamespaces !== undefined });
  if (problems.length === 0) return;
  throw new UsageError("PINTLE_ROLE_TOO_WIDE", problems.map(formatRoleProblem).join("\n"));
}
