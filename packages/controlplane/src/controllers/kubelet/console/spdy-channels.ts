/** The streams of a command on SPDY/3.1: the client opens one for each channel and says in its headers which it is. */
import type { Duplex } from "node:stream";
import { type CarriedChannels, exitStatus } from "./carried-channels.ts";
import type { InputBuffer } from "./input-buffer.ts";
import { createSpdyStreams, type SpdyStreams } from "./spdy-streams.ts";

const protocol = "v4.channel.k8s.io";
const names = { output: "stdout", errors: "stderr", status: "error", input: "stdin" } as const;

/** The headers of the answer that accepts it, or nothing where the client does not speak of channels as we do. */
export function spdyHeaders(offered = ""): Readonly<Record<string, string>> | undefined {
  if (!offered.split(",").some((text) => text.trim() === protocol)) return undefined;
  return { connection: "Upgrade", upgrade: "SPDY/3.1", "x-stream-protocol-version": protocol };
}

/** The query says which streams there will be. */
export function openSpdyChannels(connection: Duplex, query: URLSearchParams, input: InputBuffer): CarriedChannels {
  const session = createSpdyStreams(connection);
  const asked = ["stdin", "stdout", "stderr"].filter((name) => query.get(name) === "true" || query.get(name) === "1");
  const missing = new Set<string>([names.status, ...asked]);
  const streams = new Map<string, number>();
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  const opened = (name: string, stream: number) => {
    streams.set(name, stream);
    missing.delete(name);
    if (missing.size === 0) resolve();
  };
  const send = (name: string, data: Uint8Array, isLast: boolean) => {
    const stream = streams.get(name);
    if (stream !== undefined) session.send(stream, data, isLast);
  };
  const done = listen(session, streams, opened, input)
    .catch(() => void connection.destroy())
    .finally(() => reject(new Error("the client has gone before all streams were open")));
  return {
    ready,
    done,
    write: (stream, text) => void (text !== "" && send(names[stream], Buffer.from(text), false)),
    exit(code) {
      for (const name of [names.output, names.errors]) send(name, Buffer.alloc(0), true);
      send(names.status, exitStatus(code), true);
      session.close();
    },
  };
}

async function listen(
  { events }: SpdyStreams,
  streams: ReadonlyMap<string, number>,
  opened: (name: string, stream: number) => void,
  input: InputBuffer,
): Promise<void> {
  for await (const event of events) {
    if (event.type === "open") opened(event.headers.get("streamtype") ?? "", event.stream);
    else if (event.stream !== streams.get(names.input)) continue;
    else if (event.type === "data") input.push(event.data);
    else input.end();
  }
}
