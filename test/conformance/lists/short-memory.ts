/** Servers that forget: what is older than a few seconds can no longer be listed or watched. */
import { startRealControlPlane } from "../../real/control-plane.ts";
import { Client, type ServerDescription } from "../client.ts";
import { startOwnControlPlane } from "../own-control-plane.ts";

export interface ShortMemory extends AsyncDisposable {
  readonly client: Client;
}

/** How to start one, by the name of the server that is judged. Nobody who only talks to a server can make it forget. */
const starters: Record<string, () => Promise<Omit<ServerDescription, "name"> & AsyncDisposable>> = {
  real: () => startRealControlPlane({ flags: ["--etcd-compaction-interval=2s"] }),
  pintle: () => startOwnControlPlane([], { keepMs: 1_000 }),
};

/** Whether there is such a server; if not, the tests that need one are skipped. */
export function canForget(name: string): boolean {
  return Object.hasOwn(starters, name);
}

export async function startShortMemory(name: string): Promise<ShortMemory> {
  const start = starters[name];
  if (start === undefined) throw new Error(`the server "${name}" cannot be started with a short memory`);
  const server = await start();
  const { url, ca, tokens, clientCa, proxyCa, kubeconfig } = server;
  const client = new Client({ name, url, ca, tokens, clientCa, proxyCa, kubeconfig });
  return {
    client,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}
