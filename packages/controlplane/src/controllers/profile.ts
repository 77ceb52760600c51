/** How much of a Kubernetes a plane is. */
import { UsageError } from "@pintle/machinery";
import type { PluginChoice } from "../admission/choose-plugins.ts";

/**
 * - `apiserver` is what envtest has: everything is stored and served, and nobody acts on it.
 * - `core` collects garbage, empties namespaces and gives each what pods and charts count on.
 * - `workloads` runs Deployments and all that, on simulated nodes.
 */
export type Profile = (typeof profiles)[number];

export const profiles = ["apiserver", "core", "workloads"] as const;

export function checkProfile(profile: string): Profile {
  const found = profiles.find((name) => name === profile);
  if (found) return found;
  throw new UsageError("PINTLE_PROFILE_UNKNOWN", `choose a profile of ${profiles.join(", ")}, not "${profile}"`);
}

/** Pods get the token of a ServiceAccount where somebody makes ServiceAccounts; elsewhere nobody could create a pod. */
export function pluginsOf(profile: Profile, { enabled = [], disabled = [] }: PluginChoice = {}): PluginChoice {
  const own = profile === "apiserver" || disabled.includes("ServiceAccount") ? [] : ["ServiceAccount"];
  return { enabled: [...new Set([...enabled, ...own])], disabled };
}
