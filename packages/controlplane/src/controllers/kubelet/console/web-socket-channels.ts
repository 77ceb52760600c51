/** The streams of a command on one WebSocket: each message begins with the number of its channel. */
import type { Duplex } from "node:stream";
import { type CarriedChannels, exitStatus } from "./carried-channels.ts";
import type { InputBuffer } from "./input-buffer.ts";
import { createServerWebSocket, type ServerWebSocket } from "./server-web-socket.ts";

/** From the newest on. The first says when the client has no more input. */
const protocols = ["v5.channel.k8s.io", "v4.channel.k8s.io"];
const channels = { input: 0, output: 1, errors: 2, status: 3, closing: 255 } as const;

export function chooseProtocol(offered = ""): string | undefined {
  const all = offered.split(",").map((text) => text.trim());
  return protocols.find((each) => all.includes(each));
}

export function openWebSocketChannels(connection: Duplex, input: InputBuffer): CarriedChannels {
  const socket = createServerWebSocket(connection);
  const send = (channel: number, data: Uint8Array) => socket.send(Buffer.concat([Buffer.of(channel), data]));
  return {
    ready: Promise.resolve(),
    done: listen(socket, input).catch(() => void connection.destroy()),
    write: (stream, text) => void (text !== "" && send(channels[stream], Buffer.from(text))),
    exit(code) {
      send(channels.status, exitStatus(code));
      socket.close();
    },
  };
}

async function listen({ messages }: ServerWebSocket, input: InputBuffer): Promise<void> {
  for await (const message of messages) {
    if (message[0] === channels.input) input.push(message.subarray(1));
    else if (message[0] === channels.closing && message[1] === channels.input) input.end();
  }
}
