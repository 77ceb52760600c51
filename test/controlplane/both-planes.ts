/** Our plane and the real one with its kube-controller-manager, side by side: what is done on both must come to the same. */
import { testUsers } from "../conformance/chapters.ts";
import { Client } from "../conformance/client.ts";
import { startOwnControlPlane } from "../conformance/own-control-plane.ts";
import { startRealControlPlane } from "../real/control-plane.ts";

export interface BothPlanes extends AsyncDisposable {
  /** Of the real plane, and of ours. */
  readonly clients: readonly Client[];
}

export async function startBothPlanes(): Promise<BothPlanes> {
  await using stack = new AsyncDisposableStack();
  const real = await startRealControlPlane({ controllers: true, users: testUsers });
  stack.defer(() => real.stop());
  const own = stack.use(await startOwnControlPlane(testUsers, { profile: "workloads" }));
  const clients = [new Client({ name: "real", ...real }), new Client({ name: "pintle", ...own })];
  for (const client of clients) stack.defer(() => client.close());
  const kept = stack.move();
  return { clients, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
