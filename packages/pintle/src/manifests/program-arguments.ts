/** How a program is started in its container: the flags of `run` and the environment, as far as they are not what `run` does by itself. */
import type { EnvVar } from "@pintle/kinds/core/v1";
import type { ManifestSettings } from "./manifest-options.ts";
import { programNamesOf } from "./program-names.ts";
import { programPorts } from "./program-ports.ts";

export function programArguments(settings: ManifestSettings, servesWebhooks: boolean): string[] {
  const { name, namespace, metrics, watchNamespaces } = settings;
  const metricsAddress = metrics === "off" ? "0" : `:${programPorts.metrics}`;
  return [
    "--leader-elect",
    `--leader-election-id=${programNamesOf(name).lease}`,
    `--leader-election-namespace=${namespace}`,
    `--health-probe-bind-address=:${programPorts.health}`,
    `--metrics-bind-address=${metricsAddress}`,
    `--metrics-secure=${metrics === "secure"}`,
    ...(servesWebhooks ? [`--webhook-port=${programPorts.webhook}`] : []),
    ...(watchNamespaces ? [`--namespace=${watchNamespaces.join(",")}`] : []),
    "--log-format=json",
  ];
}

export function programEnvironment({ name, webhooks }: ManifestSettings): EnvVar[] {
  return [
    // By it the program finds its Service, its certificates and its configurations.
    { name: "OPERATOR_NAME", value: name },
    ...(webhooks ? [] : [{ name: "ENABLE_WEBHOOKS", value: "false" }]),
  ];
}
