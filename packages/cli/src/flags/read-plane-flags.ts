/** What a plane consists of and where it listens, from the flags that say so. */
import type { Profile } from "@pintle/controlplane";
import { CommandError } from "../run-program.ts";
import { checkChoice } from "./read-values.ts";
import { maxNodes, profiles, storages, type UpFlags, usualNodes } from "./up-flags.ts";

export interface PlaneFlags {
  readonly profile: Profile;
  readonly nodes: number;
  readonly host: string;
  readonly port: number;
}

export function readPlaneFlags(
  flags: Pick<UpFlags, "profile" | "nodes" | "kubeletConfig" | "bind" | "storage">,
): PlaneFlags {
  const { profile } = flags;
  checkChoice("--profile", profile, profiles);
  checkChoice("--storage", flags.storage, storages);
  const nodes = readNodes(flags.nodes, profile);
  if (flags.kubeletConfig !== undefined && nodes === 0) {
    throw new CommandError(
      "--kubelet-config means nothing without nodes: leave it out, or choose --profile workloads and --nodes",
    );
  }
  return { profile, nodes, ...parseBind(flags.bind) };
}

function readNodes(text: string | undefined, profile: Profile): number {
  if (profile !== "workloads") {
    if (text === undefined) return 0;
    throw new CommandError(
      `--nodes means nothing in the profile ${profile}: leave it out, or choose --profile workloads`,
    );
  }
  if (text === undefined) return usualNodes;
  if (/^[0-9]{1,9}$/.test(text) && Number(text) <= maxNodes) return Number(text);
  throw new CommandError(`--nodes takes a whole number from 0 to ${maxNodes}, not ${JSON.stringify(text)}`);
}

function parseBind(bind: string): { host: string; port: number } {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]]+)):([0-9]{1,5})$/.exec(bind);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  if (host === undefined || !(port <= 65_535)) {
    throw new CommandError(`--bind takes HOST:PORT, such as 127.0.0.1:6443, not ${JSON.stringify(bind)}`);
  }
  return { host, port };
}
