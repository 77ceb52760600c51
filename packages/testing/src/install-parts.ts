/**
 * Brings a plane to where operators can start on it: the definitions of everything that they have to do with are there, and served. Versions
 * beside the hub are once the operators run, which convert them.
 */
import type { Client } from "@pintle/client";
import type { VirtualClock } from "@pintle/machinery";
import { declaredResourcesOf, installResources, type ProgramParts } from "pintle";
import { untilDone } from "./until-done.ts";

export interface InstallOptions {
  readonly client: Client;
  readonly clock: VirtualClock;
}

export async function installParts(parts: ProgramParts, { client, clock }: InstallOptions): Promise<void> {
  const installing = installResources(client, declaredResourcesOf(parts));
  await untilDone(clock, "the installation of definitions", installing);
}
