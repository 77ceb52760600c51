/** The admission plugins of a control plane, in the order in which Kubernetes asks them. */
import {
  type AdmissionAttributes,
  type AdmissionChain,
  type AdmissionPlugin,
  chainPlugins,
  type WebhookAdmissionOptions,
} from "@pintle/apiserver";
import { formatGroupResource, type GroupResource } from "@pintle/machinery";
import { choosePlugins, type PluginChoice } from "./choose-plugins.ts";
import { followStoredObjects } from "./stored-objects.ts";

export interface AdmissionChainOptions extends WebhookAdmissionOptions, PluginChoice {
  /** Asked behind those of Kubernetes, and before policies and webhooks. */
  readonly own?: readonly AdmissionPlugin[];
}

/** What people set up while the server runs, and what counts the result. */
const late: ReadonlySet<string> = new Set([
  "MutatingAdmissionPolicy",
  "MutatingAdmissionWebhook",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionWebhook",
  "ResourceQuota",
]);

/** Objects pass all that change them before they are validated, and all that judge them afterwards; each time in the same order. */
export function createAdmissionChain(options: AdmissionChainOptions): AdmissionChain {
  const parts = { ...options, objects: followStoredObjects(options.storage) };
  const chosen = choosePlugins(options).map((entry) => ({ ...entry, plugin: entry.create(parts) }));
  const own = (options.own ?? []).map((plugin) => ({ plugin, resources: undefined }));
  const ordered = [
    ...chosen.filter(({ name }) => !late.has(name)),
    ...own,
    ...chosen.filter(({ name }) => late.has(name)),
  ];
  return chainByResource((resource) =>
    ordered
      .filter(({ resources }) => resources === undefined || resources.includes(resource))
      .map(({ plugin }) => plugin),
  );
}

/** Most plugins look after few kinds. Who is asked about a kind is found out once, and the others cost its writes nothing. */
function chainByResource(pluginsOf: (resource: string) => readonly AdmissionPlugin[]): AdmissionChain {
  const chains = new WeakMap<GroupResource, AdmissionChain>();
  const chainOf = ({ endpoint: { groupResource } }: AdmissionAttributes) => {
    const known = chains.get(groupResource);
    if (known) return known;
    const chain = chainPlugins(pluginsOf(formatGroupResource(groupResource)));
    chains.set(groupResource, chain);
    return chain;
  };
  return {
    mutate: (attributes) => chainOf(attributes).mutate(attributes),
    validate: (attributes) => chainOf(attributes).validate(attributes),
  };
}
