/** What is said when manifests are made, checked at once: a mistake here would be found by a cluster, and late. */
import type { PolicyRule } from "@pintle/kinds/rbac/v1";
import { UsageError, validateDns1123Label, validateNamespaceName } from "@pintle/machinery";

export interface ManifestOptions {
  /** Of the program: what its objects are named after. */
  readonly name: string;
  /** Where the program runs: `<name>-system` unless said. */
  readonly namespace?: string;
  /** Of the container. Its entry point starts the program, which takes the flags of `run`. */
  readonly image: string;
  /** 2 unless said: one leads, the other serves webhooks too and takes over. */
  readonly replicas?: number;
  /** Only in these namespaces the program watches and writes, by a Role in each; everywhere unless said. */
  readonly watchNamespaces?: readonly string[];
  /** Whether webhooks are served, where there are some: they are unless said. Without them only one version of a resource is served. */
  readonly webhooks?: boolean;
  /** Who may read metrics: those whom the API server allows it, unless said; `plain` is everybody, and `off` nobody. */
  readonly metrics?: "secure" | "plain" | "off";
  /**
   * What functions of one's own do with a client, such as `reconcile` and `finalize`, and what an earlier version of an operator owned:
   * nothing tells of it but this. It is allowed where the program watches.
   */
  readonly rules?: readonly PolicyRule[];
  /** Objects to try it out with, for `config/samples`. */
  readonly samples?: readonly ManifestObject[];
  /** Of the chart and of what is in it: `0.1.0` unless said. */
  readonly version?: string;
}

/** Anything that a cluster takes. */
export interface ManifestObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: { readonly name?: string | undefined; readonly namespace?: string | undefined } | undefined;
}

export interface ManifestSettings extends Required<Omit<ManifestOptions, "watchNamespaces">> {
  readonly watchNamespaces: readonly string[] | undefined;
}

/** What is longer does not leave room for the endings of names. */
const maxNameLength = 40;

export function checkManifestOptions(options: ManifestOptions): ManifestSettings {
  const { name, namespace = `${name}-system`, image, replicas = 2, watchNamespaces, version = "0.1.0" } = options;
  refuse(validateDns1123Label(name), "name", name);
  if (name.length > maxNameLength) throw invalid("name", name, `must be no more than ${maxNameLength} characters`);
  refuse(validateNamespaceName(namespace), "namespace", namespace);
  if (image === "" || /\s/.test(image))
    throw invalid("image", image, 'name an image, as "registry.example.com/boxes:1.0"');
  if (!Number.isInteger(replicas) || replicas < 0) throw invalid("replicas", replicas, "must be 0, 1, 2 and so on");
  for (const watched of watchNamespaces ?? []) refuse(validateNamespaceName(watched), "watchNamespaces", watched);
  if (watchNamespaces?.length === 0)
    throw invalid("watchNamespaces", watchNamespaces, "leave it out to watch everywhere");
  if (!/^\d+\.\d+\.\d+([-+][\w.+-]+)?$/.test(version)) throw invalid("version", version, 'write it as "1.2.3"');
  const { webhooks = true, metrics = "secure", rules = [], samples = [] } = options;
  const watched = watchNamespaces && [...new Set(watchNamespaces)].sort();
  return { name, namespace, image, replicas, watchNamespaces: watched, webhooks, metrics, rules, samples, version };
}

function refuse(problems: readonly string[], field: string, value: string): void {
  if (problems.length > 0) throw invalid(field, value, problems.join("; "));
}

function invalid(field: string, value: unknown, why: string): UsageError {
  return new UsageError("PINTLE_MANIFEST_OPTION_INVALID", `${field} ${JSON.stringify(value)} of the manifests: ${why}`);
}
