/** A port that leads to the server and counts who comes: how many connections a client makes is seen from outside. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface CountingRelay extends AsyncDisposable {
  readonly url: string;
  /** Connections since it was asked last. */
  takeCount(): number;
}

export async function startCountingRelay(serverUrl: string): Promise<CountingRelay> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    const other = connect(Number(port), hostname);
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy()).once("close", () => sockets.delete(from));
      from.pipe(to);
    }
  });
  server.listen(0, hostname);
  await once(server, "listening");
  return {
    url: `https://${hostname}:${(server.address() as AddressInfo).port}`,
    takeCount() {
      const taken = count;
      count = 0;
      return taken;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
