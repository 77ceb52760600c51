/** Servers that forget: what is older than a few seconds can no longer be listed or watched. */
import { startRealControlPlane } from "../../real/control-plane.ts";
import { Client } from "../client.ts";

export interface ShortMemory extends AsyncDisposable {
  readonly client: Client;
}

/** How to start one, by the name of the server that is judged. Nobody who only talks to a server can make it forget. */
const starters: Record<string, () => ReturnType<typeof startRealControlPlane>> = {
  real: () => startRealControlPlane({ flags: ["--etcd-compaction-interval=2s"] }),
};

/** Whether there is such a server; if not, the tests that need one are skipped. */
export function canForget(name: string): boolean {
  return Object.hasOwn(starters, name);
}

export async function startShortMemory(name: string): Promise<ShortMemory> {
  const start = starters[name];
  if (start === undefined) throw new Error(`the server "${name}" cannot be started with a short memory`);
  const { url, ca, tokens, clientCa, proxyCa, kubeconfig, stop } = await start();
  const client = new Client({ name, url, ca, tokens, clientCa, proxyCa, kubeconfig });
  return {
    client,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await stop();
    },
  };
}
