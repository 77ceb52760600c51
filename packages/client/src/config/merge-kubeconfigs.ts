/**
 * Several kubeconfigs as one, as kubectl merges them: the first that has a name keeps it, whole, and the first that sets a
 * single value does so for all.
 *
 * Paths become absolute, because the result stands in none of the files that they were relative to.
 */
import type {
  Kubeconfig,
  KubeconfigCluster,
  KubeconfigUser,
  NamedCluster,
  NamedContext,
  NamedUser,
} from "./kubeconfig.ts";
import { markEntry, originOf, resolveBeside } from "./kubeconfig-entry.ts";

export function mergeKubeconfigs(kubeconfigs: readonly Kubeconfig[]): Kubeconfig {
  const clusters = firstOfEach(kubeconfigs.flatMap((config) => config.clusters ?? []));
  const users = firstOfEach(kubeconfigs.flatMap((config) => config.users ?? []));
  const contexts: NamedContext[] = firstOfEach(kubeconfigs.flatMap((config) => config.contexts ?? []));
  const others = kubeconfigs.toReversed().map(withoutEmpty);
  return {
    ...Object.assign({}, ...others),
    clusters: clusters.map((entry): NamedCluster => ({ ...entry, cluster: resolveCluster(entry.cluster) })),
    users: users.map((entry): NamedUser => ({ ...entry, user: resolveUser(entry.user) })),
    contexts,
  };
}

/** The cluster with absolute paths. */
export function resolveCluster(cluster: KubeconfigCluster): KubeconfigCluster {
  return resolvePaths(cluster, ["certificate-authority"]);
}

/** The user with absolute paths. A command without a slash is looked for on the PATH and stays as it is. */
export function resolveUser(user: KubeconfigUser): KubeconfigUser {
  const { exec } = user;
  const resolved = resolvePaths(user, ["client-certificate", "client-key", "tokenFile"]);
  if (!exec?.command?.includes("/")) return resolved;
  const command = resolveBeside(user, exec.command);
  return markEntry({ ...resolved, exec: { ...exec, command } }, originOf(user));
}

function resolvePaths<Entry extends Readonly<Record<string, unknown>>>(entry: Entry, keys: readonly string[]): Entry {
  const resolved: Record<string, unknown> = { ...entry };
  for (const key of keys) {
    const path = entry[key];
    if (typeof path === "string" && path !== "") resolved[key] = resolveBeside(entry, path);
  }
  return markEntry(resolved as Entry, originOf(entry));
}

function firstOfEach<Entry extends { readonly name: string }>(entries: readonly Entry[]): Entry[] {
  const byName = new Map<string, Entry>();
  for (const entry of entries) if (!byName.has(entry.name)) byName.set(entry.name, entry);
  return [...byName.values()];
}

/** An empty text says nothing, as everywhere in a kubeconfig. */
function withoutEmpty(config: Kubeconfig): object {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== "" && value !== undefined));
}
