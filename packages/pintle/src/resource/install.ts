/**
 * Makes resources known to a cluster: their definitions are applied, and are served when this is done.
 *
 * It can be done any number of times; what is as declared stays untouched. What would lose objects or take something from others is refused,
 * with what there is and what to do.
 */
import type { Client } from "@pintle/client";
import { lazyCode } from "@pintle/machinery";
import type { CompareOptions, InstalledDifference } from "./install/compare-installed.ts";
import type { AnyResource } from "./resource.ts";
import type { DefinitionOptions } from "./to-definition.ts";

export type { InstalledDifference } from "./install/compare-installed.ts";

export interface InstallOptions extends DefinitionOptions {
  readonly signal?: AbortSignal | undefined;
  /** Takes over what others have said of the definition, which is a conflict otherwise. */
  readonly force?: boolean;
  /** How long all of it may take: a minute unless said. */
  readonly timeoutMs?: number;
  onProgress?(progress: InstallProgress): void;
}

export interface InstallProgress {
  /** Of the CustomResourceDefinition. */
  readonly name: string;
  readonly step: "removing" | "created" | "changed" | "unchanged" | "waiting" | "established";
  /** For people: `modelboxes.model.github.com was created`. */
  readonly message: string;
}

// Only needed where there is a cluster, and not by those who import a declaration.
const loadInstall = lazyCode(() => import("./install/install-resources.ts"));
const loadComparison = lazyCode(() => import("./install/compare-installed.ts"));

export async function installResources(
  client: Client,
  resources: readonly AnyResource[],
  options: InstallOptions = {},
): Promise<void> {
  const { applyResources } = await loadInstall();
  await applyResources(client, resources, options);
}

/** `undefined` where they are the same. How versions are converted is compared only where it is said: it depends on where webhooks are served. */
export async function compareInstalled(
  client: Client,
  resource: AnyResource,
  options: CompareOptions = {},
): Promise<InstalledDifference | undefined> {
  const { compareDefinition } = await loadComparison();
  return await compareDefinition(client, resource, options);
}
