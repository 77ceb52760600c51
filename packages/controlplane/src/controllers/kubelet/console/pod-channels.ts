/** The streams of a command on one connection, whichever protocol carries them: input, output, errors and how it ended. */
import { duplexPair } from "node:stream";
import type { ServerRequest, ServerResponse } from "@pintle/apiserver";
import { ApiError } from "@pintle/machinery";
import type { CommandOutput } from "./carried-channels.ts";
import { isYes } from "./container-log.ts";
import { InputBuffer } from "./input-buffer.ts";
import { acceptHeaders } from "./server-web-socket.ts";
import { openSpdyChannels, spdyHeaders } from "./spdy-channels.ts";
import { chooseProtocol, openWebSocketChannels } from "./web-socket-channels.ts";

export interface PodChannels extends CommandOutput {
  /** All that the client sends to the command, once it has ended. */
  readInput(): Promise<string>;
  /** Aborted when the client has gone, or has ended the command by Ctrl-C; nothing is sent then any more. */
  readonly signal: AbortSignal;
}

/** Accepts the connection and runs what is done on it. Throws a BadRequest for what cannot be switched to. */
export function switchToChannels(
  request: ServerRequest,
  query: URLSearchParams,
  run: (channels: PodChannels) => Promise<void>,
  /** Of what Ctrl-C has ended; a shell tells it of a command so. */
  interruptedCode = 130,
): ServerResponse {
  const { headers, asksToSwitch } = request;
  const upgrade = headers.upgrade?.toLowerCase();
  const protocol = upgrade === "websocket" ? chooseProtocol(headers["sec-websocket-protocol"]) : undefined;
  const spdy = upgrade === "spdy/3.1" ? spdyHeaders(headers["x-stream-protocol-version"]) : undefined;
  if (!asksToSwitch || (!protocol && !spdy)) {
    throw ApiError.badRequest(
      "unable to upgrade: streams of pods go over WebSockets or SPDY/3.1, with channels of v4 or v5",
    );
  }
  const [near, far] = duplexPair();
  // What is broken off on this side has to be on the other, too.
  near.once("close", () => far.destroy());
  const gone = new AbortController();
  const interrupted = () => {
    carried.exit(interruptedCode);
    gone.abort();
  };
  const isTerminal = isYes(query.get("tty"));
  const input = new InputBuffer(isTerminal ? interrupted : undefined);
  const carried = protocol ? openWebSocketChannels(near, input) : openSpdyChannels(near, query, input);
  void carried.done.then(() => {
    input.end();
    gone.abort();
  });
  const { signal } = gone;
  const streams: PodChannels = {
    readInput: () => input.whole,
    signal,
    write(stream, text) {
      if (signal.aborted) return;
      // A terminal has one stream for all, and goes to the beginning of a line only when it is told to.
      if (isTerminal) carried.write("output", text.replaceAll("\n", "\r\n"));
      else carried.write(stream, text);
    },
    exit: (code) => void (signal.aborted || carried.exit(code)),
  };
  void carried.ready.then(() => run(streams)).catch(() => void (signal.aborted || near.destroy()));
  const answer = protocol ? acceptHeaders(headers["sec-websocket-key"] ?? "", protocol) : (spdy ?? {});
  return { status: 101, headers: answer, socket: far };
}
