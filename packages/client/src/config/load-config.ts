/**
 * How this process reaches its API server, found where kubectl and controllers look:
 *
 * ```text
 *   the option file ──▶ $KUBECONFIG ──▶ the pod's service account ──▶ ~/.kube/config
 * ```
 *
 * The first of them that is there decides; what is wrong with it is an error and not a reason to try the next.
 */
import { delimiter, join, resolve } from "node:path";
import { UsageError } from "@pintle/machinery";
import type { ClientConfig } from "./client-config.ts";
import { configFromKubeconfig, type KubeconfigChoice } from "./config-from-kubeconfig.ts";
import type { ConfigSeams } from "./config-seams.ts";
import { reasonOf } from "./credentials-error.ts";
import { createInClusterConfig, isInCluster } from "./in-cluster.ts";
import { type Kubeconfig, parseKubeconfig } from "./kubeconfig.ts";
import { mergeKubeconfigs } from "./merge-kubeconfigs.ts";
import { createProcessSeams } from "./process-seams.ts";

export interface LoadConfigOptions extends KubeconfigChoice {
  /** A kubeconfig, in place of all that is looked for otherwise. */
  readonly file?: string;
}

export async function loadConfig(options: LoadConfigOptions = {}): Promise<ClientConfig> {
  const { file, context, namespace } = options;
  const seams: ConfigSeams = { ...createProcessSeams(), ...options.seams };
  if (file !== undefined) return await configFromKubeconfig(await readKubeconfig(file, seams), options);
  const listed = (seams.environment.KUBECONFIG ?? "").split(delimiter).filter((path) => path !== "");
  const fromList = await readKubeconfigs(listed, seams);
  if (fromList) return await configFromKubeconfig(fromList, options);
  // Who names a context means a kubeconfig, wherever this runs.
  if (context === undefined && isInCluster(seams)) return await createInClusterConfig(seams, namespace);
  // Who names files does not mean others, as with kubectl.
  const home = join(seams.home, ".kube", "config");
  const fromHome = listed.length === 0 ? await readKubeconfigs([home], seams) : undefined;
  if (fromHome) return await configFromKubeconfig(fromHome, options);
  throw nothingFound(listed, home);
}

function nothingFound(listed: readonly string[], home: string): UsageError {
  const looked =
    listed.length > 0
      ? `none of the files in $KUBECONFIG (${listed.join(", ")}) exists`
      : `$KUBECONFIG is not set and ${home} does not exist`;
  const pod = "this is no pod either, since KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set";
  return new UsageError("PINTLE_CONFIG_NOT_FOUND", `no way to an API server was found: ${looked}; ${pod}`);
}

/** Those that exist, merged; none where none does. */
async function readKubeconfigs(paths: readonly string[], seams: ConfigSeams): Promise<Kubeconfig | undefined> {
  const found: Kubeconfig[] = [];
  for (const path of new Set(paths)) {
    const kubeconfig = await readKubeconfig(path, seams).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (kubeconfig) found.push(kubeconfig);
  }
  return found.length === 0 ? undefined : mergeKubeconfigs(found);
}

async function readKubeconfig(path: string, { files }: ConfigSeams): Promise<Kubeconfig> {
  const text = await files.read(path).catch((cause: unknown) => {
    const message = `the kubeconfig ${path} cannot be read: ${reasonOf(cause)}`;
    throw new UsageError("PINTLE_KUBECONFIG_UNREADABLE", message, { cause });
  });
  return await parseKubeconfig(text, resolve(path));
}

function isMissing(error: unknown): boolean {
  const cause = error instanceof UsageError ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  return cause?.code === "ENOENT";
}
