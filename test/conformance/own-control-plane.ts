/** Pintle's control plane as a server to be judged, in this process: test files run in processes of their own and reach it by its port. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { startControlPlane } from "@pintle/controlplane";
import { createConsoleLogger, createProcessClock } from "@pintle/machinery";
import type { ServerDescription } from "./client.ts";

export async function startOwnControlPlane(
  users: readonly { readonly name: string; readonly groups: readonly string[] }[],
): Promise<Omit<ServerDescription, "name"> & AsyncDisposable> {
  const logger = createConsoleLogger({
    write: (text) => process.stderr.write(text),
    clock: createProcessClock(),
    level: "error",
  });
  const plane = await startControlPlane({ users, logger });
  const kubeconfig = `${mkdtempSync(`${tmpdir()}/pintle-own-`)}/kubeconfig`;
  writeFileSync(kubeconfig, plane.kubeconfig, { mode: 0o600 });
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
