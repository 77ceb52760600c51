/** A way to a port of this machine that takes its time, as one to another continent does: in order, and complete. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface SlowWire extends AsyncDisposable {
  readonly port: number;
}

/** Each direction takes so long. */
export async function startSlowWire(toPort: number, delayMs: number): Promise<SlowWire> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(toPort, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => {});
      from.on("data", (chunk) => setTimeout(() => to.writable && to.write(chunk), delayMs));
      from.on("close", () => {
        sockets.delete(from);
        setTimeout(() => to.end(), delayMs);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
