/** Which cluster and which user a context means, or what is wrong with it: all of it at once, not one by one. */
import { UsageError } from "@pintle/machinery";
import type { Kubeconfig, KubeconfigCluster, KubeconfigUser } from "./kubeconfig.ts";

export interface ChosenContext {
  readonly name: string;
  readonly cluster: KubeconfigCluster;
  readonly clusterName: string;
  /** Empty for a context without a user, which means nobody in particular. */
  readonly user: KubeconfigUser;
  readonly userName: string;
  readonly namespace?: string;
}

/** The named context, else the current one. */
export function chooseContext(kubeconfig: Kubeconfig, contextName?: string): ChosenContext {
  const name = contextName ?? kubeconfig["current-context"] ?? "";
  const context = kubeconfig.contexts?.find((entry) => entry.name === name)?.context;
  if (name === "" || context === undefined) {
    const names = (kubeconfig.contexts ?? []).map((entry) => entry.name);
    const known = names.length === 0 ? "it has none" : `it has ${names.join(", ")}`;
    const what = name === "" ? "no current-context is set" : `there is no context "${name}"`;
    throw new UsageError("PINTLE_CONTEXT_UNKNOWN", `${what} in the kubeconfig: choose one (${known})`);
  }
  const { cluster: clusterName = "", user: userName = "", namespace } = context;
  const cluster = kubeconfig.clusters?.find((entry) => entry.name === clusterName)?.cluster;
  const user = userName === "" ? {} : kubeconfig.users?.find((entry) => entry.name === userName)?.user;
  if (cluster === undefined || user === undefined) {
    const missing = [cluster ? [] : `the cluster "${clusterName}"`, user ? [] : `the user "${userName}"`].flat();
    throw new UsageError(
      "PINTLE_KUBECONFIG_INVALID",
      `the context "${name}" names ${missing.join(" and ")}, which the kubeconfig lacks: add it or choose another context`,
    );
  }
  return { name, cluster, clusterName, user, userName, ...(namespace ? { namespace } : {}) };
}
