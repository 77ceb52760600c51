/**
 * A connection to a port of a pod, through the API server.
 *
 * Each has a WebSocket of its own with the channels `v4.channel.k8s.io`: 0 for data, 1 for what went wrong. API servers pass it on to the
 * kubelet as it is. The protocol knows no half-closed connections: to end the writing side ends all of it.
 */
import { Duplex } from "node:stream";
import { UsageError } from "@pintle/machinery";
import { ByteChannel } from "./channels/byte-channel.ts";
import { type Channels, channelProtocol, createChannels } from "./channels/channels.ts";
import { openWebSocket, type PodPlace, type StreamContext } from "./open-web-socket.ts";
import { StreamError } from "./stream-error.ts";
import type { WebSocketConnection } from "./web-socket/web-socket.ts";

export interface PortOptions {
  readonly signal?: AbortSignal | undefined;
}

const channel = { data: 0, error: 1 } as const;
const maxMessageBytes = 64 * 1_024;

/** Resolves when the kubelet has taken the port. That nobody listens on it in the pod is an error of the connection. */
export async function openPort(
  context: StreamContext,
  pod: PodPlace,
  port: number,
  { signal }: PortOptions = {},
): Promise<Duplex> {
  checkPort(port);
  const query = [["ports", String(port)]] as const;
  const protocols = [channelProtocol];
  const connection = await openWebSocket(context, { pod, subresource: "portforward", query, protocols, signal });
  const data = new ByteChannel();
  const errors = new ByteChannel();
  const incoming = new Map<number, ByteChannel>([
    [channel.data, data],
    [channel.error, errors],
  ]);
  const channels = createChannels(connection, incoming, signal);
  try {
    const bytes = await withoutPort(data, port);
    const trouble = readTrouble(errors, port);
    return abortable(createDuplex({ connection, channels, bytes, trouble }), signal);
  } catch (error) {
    const reason = error instanceof Error ? error : new StreamError(String(error));
    connection.destroy(reason);
    throw reason;
  }
}

export function checkPort(port: number): void {
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return;
  throw new UsageError("PINTLE_PORT_INVALID", `a port is a whole number from 1 to 65535, not ${port}`);
}

/** The data without its first two bytes, which have to be the port, the lower byte first. */
async function withoutPort(data: AsyncIterable<Uint8Array>, port: number): Promise<AsyncIterator<Uint8Array>> {
  const chunks = data[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const { done, value } = await chunks.next();
    if (done) throw new StreamError(`the server ended the connection to port ${port} before it began`);
    head = Buffer.concat([head, value]);
  }
  if (head.readUInt16LE(0) !== port) throw new StreamError(`the server forwards to another port than ${port}`);
  return rest(head.subarray(2), chunks);
}

async function* rest(first: Uint8Array, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (first.length > 0) yield first;
    for (;;) {
      const { done, value } = await chunks.next();
      if (done) return;
      yield value;
    }
  } finally {
    await chunks.return?.();
  }
}

/** What the error channel says beside the port, once it has ended. */
async function readTrouble(errors: AsyncIterable<Uint8Array>, port: number): Promise<StreamError | undefined> {
  const parts: Uint8Array[] = [];
  let left = maxMessageBytes;
  try {
    for await (const bytes of errors) {
      if (left > 0) parts.push(bytes.subarray(0, left));
      left -= bytes.length;
    }
  } catch {
    // The connection broke off, which the data channel tells too.
  }
  const text = Buffer.concat(parts).subarray(2).toString("utf8").trim();
  return text === "" ? undefined : new StreamError(`port ${port} of the pod: ${text}`);
}

/** Also one that nobody reads just now. */
function abortable(duplex: Duplex, signal: AbortSignal | undefined): Duplex {
  const abort = () => duplex.destroy(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  return duplex.once("close", () => signal?.removeEventListener("abort", abort));
}

interface OpenPort {
  readonly connection: WebSocketConnection;
  readonly channels: Channels;
  readonly bytes: AsyncIterator<Uint8Array>;
  readonly trouble: Promise<StreamError | undefined>;
}

function createDuplex({ connection, channels, bytes, trouble }: OpenPort): Duplex {
  async function pull(duplex: Duplex): Promise<void> {
    const { done, value } = await bytes.next();
    if (!done) {
      duplex.push(value);
      return;
    }
    const error = await trouble;
    if (error) duplex.destroy(error);
    else duplex.push(null);
  }
  return new Duplex({
    allowHalfOpen: false,
    read() {
      pull(this).catch((error: Error) => this.destroy(error));
    },
    write(chunk: Uint8Array, _, done) {
      channels.send(channel.data, chunk).then(() => done(), done);
    },
    final(done) {
      connection.close();
      done();
    },
    destroy(error, done) {
      connection.destroy(error ?? new StreamError("the connection was given up"));
      done(error);
    },
  });
}
