/** A way to a port that counts the connections, and can be cut. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface CountingWire extends AsyncDisposable {
  readonly port: number;
  /** Connections that were made until now. */
  readonly made: () => number;
  /** Resets all connections. */
  cut(): void;
}

export async function startCountingWire(port: number): Promise<CountingWire> {
  const open = new Set<Socket>();
  let made = 0;
  const server = createServer((near) => {
    made += 1;
    const far = connect(port, "127.0.0.1");
    open.add(near);
    near.pipe(far).pipe(near);
    for (const each of [near, far]) each.on("error", () => {});
    near.on("close", () => {
      open.delete(near);
      far.destroy();
    });
    far.on("close", () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    for (const near of open) near.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    made: () => made,
    cut,
    async [Symbol.asyncDispose]() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
