/** A port of this machine that leads to one of a pod: each connection to it is a connection of its own to the pod. */
import type { AddressInfo, Server, Socket } from "node:net";
import type { PodPlace, StreamContext } from "./open-web-socket.ts";
import { checkPort, openPort } from "./port-forward.ts";

export interface PortListenerOptions {
  /** Any free one unless said. */
  readonly localPort?: number;
  /** 127.0.0.1 unless said: whoever reaches it reaches the pod, with the credentials of this client. */
  readonly host?: string;
  /** Told of each connection that failed. Its local side is closed in any case, and the listener goes on. */
  readonly onError?: (error: unknown) => void;
  /** Aborted, the listener and all its connections are closed. */
  readonly signal?: AbortSignal | undefined;
}

/** Disposed of, it takes no more connections and closes those that are open. */
export interface PortListener extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
}

/** Resolves when the local port is open. */
export async function listenForPort(
  context: StreamContext,
  pod: PodPlace,
  port: number,
  options: PortListenerOptions = {},
): Promise<PortListener> {
  checkPort(port);
  const { localPort = 0, host = "127.0.0.1", onError, signal } = options;
  signal?.throwIfAborted();
  const { createServer } = await import("node:net");
  const closing = new AbortController();
  const open = new Set<Promise<void>>();
  // Half-open, so that what the pod said last still goes out when the local side has ended.
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) => {
    const done = join(context, pod, port, socket, closing.signal)
      .catch(tell)
      .finally(() => open.delete(done));
    open.add(done);
  });
  function tell(error: unknown): void {
    if (closing.signal.aborted) return;
    try {
      onError?.(error);
    } catch {
      // Who fails on being told ends nobody's connection, nor the process.
    }
  }
  const close = async () => {
    signal?.removeEventListener("abort", close);
    const closed = new Promise((resolve) => server.close(resolve));
    closing.abort(new DOMException("the listener was closed", "AbortError"));
    await Promise.all([closed, ...open]);
  };
  await listening(server, localPort, host);
  // A connection that could not be taken, with too many files open, say: the others go on.
  server.on("error", tell);
  signal?.addEventListener("abort", close, { once: true });
  const address = server.address() as AddressInfo;
  return { host: address.address, port: address.port, [Symbol.asyncDispose]: close };
}

/** Resolves when the connection to the pod is over; rejects with what ended it, unless that was its local side. */
async function join(
  context: StreamContext,
  pod: PodPlace,
  port: number,
  socket: Socket,
  signal: AbortSignal,
): Promise<void> {
  socket.on("error", () => {});
  const remote = await openPort(context, pod, port, { signal }).catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
  let failure: { readonly error: Error } | undefined;
  remote.once("error", (error) => {
    failure = { error };
    socket.destroy();
  });
  socket.once("close", () => remote.destroy());
  socket.pipe(remote).pipe(socket);
  await new Promise((resolve) => remote.once("close", resolve));
  socket.destroySoon();
  if (failure) throw failure.error;
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
