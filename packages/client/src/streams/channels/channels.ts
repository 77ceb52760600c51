/**
 * Kubernetes' channels in a WebSocket: the first byte of each message says which stream it belongs to.
 *
 * ```text
 *   ┌─────────┬───────────┐      0 stdin   1 stdout   2 stderr   3 error   4 resize
 *   │ channel │ bytes …   │    255 the end of the channel in the second byte (v5.channel.k8s.io)
 *   └─────────┴───────────┘
 * ```
 *
 * All channels share one connection: one that is not read holds up the others once its buffer is full.
 */
import { StreamError } from "../stream-error.ts";
import type { WebSocketConnection } from "../web-socket/web-socket.ts";
import type { ByteChannel } from "./byte-channel.ts";

export interface Channels {
  /** Sends the bytes on a channel, in messages of a size that every server takes. */
  send(channel: number, bytes: Uint8Array): Promise<void>;
  /** Tells the server that nothing more comes on the channel. */
  end(channel: number): Promise<void>;
  /** Resolves when the server said goodbye; rejects when the connection ended in another way. */
  readonly finished: Promise<void>;
}

export const streamCloseProtocol = "v5.channel.k8s.io";
export const channelProtocol = "v4.channel.k8s.io";

const endOfChannel = 255;
const maxMessageBytes = 32 * 1_024;

/** Reads the connection into the channels that are expected, from now on and until it ends. */
export function createChannels(
  connection: WebSocketConnection,
  incoming: ReadonlyMap<number, ByteChannel>,
  signal?: AbortSignal,
): Channels {
  // Where nobody reads a full channel, the connection is not read either, and its end would go unnoticed.
  const abort = () => endAll(incoming, { reason: signal?.reason });
  signal?.addEventListener("abort", abort, { once: true });
  const finished = demultiplex(connection, incoming).finally(() => signal?.removeEventListener("abort", abort));
  finished.catch(() => {});
  return {
    async send(channel, bytes) {
      for (let at = 0; at < bytes.length; at += maxMessageBytes) {
        await connection.send(Uint8Array.of(channel), bytes.subarray(at, at + maxMessageBytes));
      }
    },
    async end(channel) {
      if (connection.protocol !== streamCloseProtocol) {
        throw new StreamError(
          `the server speaks ${connection.protocol}, which has no word for the end of a stream; it takes ${streamCloseProtocol}`,
        );
      }
      await connection.send(Uint8Array.of(endOfChannel, channel));
    },
    finished,
  };
}

async function demultiplex(connection: WebSocketConnection, incoming: ReadonlyMap<number, ByteChannel>): Promise<void> {
  // What a message that has begun is for; `undefined` until its first byte has come.
  let channel: number | undefined;
  try {
    for await (const { isFirst, bytes } of connection.pieces) {
      if (isFirst) channel = undefined;
      let rest = bytes;
      if (channel === undefined) {
        channel = rest[0];
        if (channel === undefined) continue;
        rest = rest.subarray(1);
      }
      if (channel === endOfChannel && connection.protocol === streamCloseProtocol) {
        for (const ended of rest) incoming.get(ended)?.end();
        continue;
      }
      // Servers greet with an empty message on each channel that they have, also on those that nobody asked for.
      if (rest.length === 0) continue;
      const target = incoming.get(channel);
      if (!target) throw new StreamError(`the server sent on channel ${channel}, which nobody asked for`);
      await target.write(rest);
    }
    endAll(incoming);
  } catch (reason) {
    endAll(incoming, { reason });
    throw reason;
  }
}

function endAll(incoming: ReadonlyMap<number, ByteChannel>, error?: { readonly reason: unknown }): void {
  for (const target of incoming.values()) target.end(error);
}
