/** Pintle's control plane as a server to be judged, in this process: test files run in processes of their own and reach it by its port. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { createMemoryStorage } from "@pintle/apiserver";
import { type Profile, startControlPlane } from "@pintle/controlplane";
import { createConsoleLogger, createProcessClock } from "@pintle/machinery";
import type { ServerDescription } from "./client.ts";

export async function startOwnControlPlane(
  users: readonly { readonly name: string; readonly groups: readonly string[] }[],
  {
    keepMs,
    profile = "apiserver",
  }: {
    /** How long the past can be read; minutes unless said. */
    readonly keepMs?: number;
    readonly profile?: Profile;
  } = {},
): Promise<Omit<ServerDescription, "name"> & AsyncDisposable> {
  const clock = createProcessClock();
  const logger = createConsoleLogger({ write: (text) => process.stderr.write(text), clock, level: "error" });
  const storage = createMemoryStorage({ clock, ...(keepMs !== undefined && { keepMs }) });
  // As the real server is started: with pods that need no ServiceAccount.
  const admissionPlugins = { disabled: ["ServiceAccount"] };
  const plane = await startControlPlane({
    ...{ profile, nodes: 0, users, logger, clock, storage, admissionPlugins },
    listen: {},
  });
  const kubeconfig = `${mkdtempSync(`${tmpdir()}/pintle-own-`)}/kubeconfig`;
  writeFileSync(kubeconfig, plane.kubeconfig(), { mode: 0o600 });
  return {
    url: plane.url,
    ca: plane.ca,
    tokens: plane.tokens,
    clientCa: plane.clientCa,
    proxyCa: plane.proxyCa,
    kubeconfig,
    [Symbol.asyncDispose]: () => plane.stop(),
  };
}
