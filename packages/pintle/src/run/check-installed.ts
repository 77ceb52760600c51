/** Whether the cluster has what a program was written for, found out before anything of it starts. */
import type { Client } from "@pintle/client";
import { ApiError, type Logger, UsageError } from "@pintle/machinery";
import { compareDefinition } from "../resource/install/compare-installed.ts";
import { resourcesOf } from "./program-kinds.ts";
import type { ProgramParts } from "./program-parts.ts";

export interface CheckInstalledOptions {
  readonly client: Client;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** A resource that is missing is an error; one that differs is told of, since programs of two versions take turns during every upgrade. */
export async function checkInstalled(
  parts: ProgramParts,
  { client, logger, signal }: CheckInstalledOptions,
): Promise<void> {
  for (const resource of resourcesOf(parts)) {
    try {
      const difference = await compareDefinition(client, resource, { signal });
      if (difference === undefined) continue;
      const { name, paths, message } = difference;
      if (paths.length === 0) throw new UsageError("PINTLE_RESOURCE_NOT_INSTALLED", message);
      logger.warn(message, { definition: name, paths });
    } catch (error) {
      if (!ApiError.is(error, "Forbidden")) throw error;
      const remedy = "let its account get this CustomResourceDefinition";
      logger.warn(`the program may not see whether ${resource.kind} is installed as declared: ${remedy}`, { error });
    }
  }
}
