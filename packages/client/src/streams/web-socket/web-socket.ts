/**
 * A WebSocket over a connection that has switched to it, made for streams.
 *
 * Nothing is read that nobody asked for: who does not read holds up the sender, through the connection's own window. An end that was
 * not announced is an error. A connection on which nothing comes for a minute although it was pinged is given up, because a peer that
 * vanished says nothing.
 */
import type { Duplex } from "node:stream";
import type { Clock, Random } from "@pintle/machinery";
import { StreamEndedError, StreamError } from "../stream-error.ts";
import { createFrameReader, type FrameEvent, formatFrame, opcodes } from "./frames.ts";

export interface MessagePiece {
  /** Whether a message begins here. */
  readonly isFirst: boolean;
  readonly bytes: Uint8Array;
}

export interface WebSocketConnection {
  readonly protocol: string;
  /** To be iterated once. Ends when the server says goodbye; leaving the loop ends the connection. */
  readonly pieces: AsyncIterable<MessagePiece>;
  /** Sends one message, given in parts, and resolves when there is room for the next. */
  send(...parts: readonly Uint8Array[]): Promise<void>;
  /** Says goodbye. What the server still has to say can be read until it answers. */
  close(): void;
  /** Ends the connection at once; who reads or writes gets the reason. */
  destroy(reason: Error): void;
}

export interface WebSocketOptions {
  readonly protocol: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal?: AbortSignal | undefined;
}

/** As client-go: a ping every five seconds, a minute of silence at most. */
const pingEveryMs = 5_000;
const maxSilenceMs = 60_000;
/** How long the server may take to answer a goodbye. */
const goodbyeMs = 10_000;
const maxUnsentBytes = 64 * 1_024;
const normalClosure = Uint8Array.of(0x03, 0xe8);

export function createWebSocket(socket: Duplex, options: WebSocketOptions): WebSocketConnection {
  const { protocol, clock, random, signal } = options;
  const label = "WebSocket";
  let isClosing = false;
  let waitingSinceMs: number | undefined;

  const destroy = (reason: Error) => void socket.destroy(reason);
  const abort = () => destroy(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted) abort();
  // Whoever reads or writes is told; an error between two reads must not end the process.
  socket.on("error", () => {});
  let timer = clock.setTimer(pingEveryMs, beat, { label, kind: "background", unref: true });
  socket.once("close", () => {
    timer.cancel();
    signal?.removeEventListener("abort", abort);
  });

  function write(opcode: number, parts: readonly Uint8Array[]): boolean {
    return socket.writable && socket.write(formatFrame(opcode, parts, random.bytes(4)));
  }

  function beat(): void {
    // Silence counts only while somebody listens: with a slow reader the answers wait behind the data.
    if (waitingSinceMs !== undefined && clock.monotonic() - waitingSinceMs >= maxSilenceMs) {
      destroy(new StreamError(`nothing came from the server for ${maxSilenceMs / 1_000} seconds`));
      return;
    }
    if (!isClosing && socket.writableLength === 0) write(opcodes.ping, []);
    timer = clock.setTimer(pingEveryMs, beat, { label, kind: "background", unref: true });
  }

  function close(): void {
    if (isClosing) return;
    isClosing = true;
    write(opcodes.close, [normalClosure]);
    const giveUp = clock.setTimer(goodbyeMs, () => socket.destroy(), { label, kind: "background", unref: true });
    socket.once("close", () => giveUp.cancel());
  }

  /** Whether the server has said goodbye. */
  function answer(event: FrameEvent): boolean {
    // One that asks and does not read gets no more answers than there is room for.
    if (event.type === "ping" && socket.writableLength < maxUnsentBytes) write(opcodes.pong, [event.bytes]);
    if (event.type !== "close") return false;
    checkGoodbye(event.bytes);
    close();
    socket.end();
    return true;
  }

  async function* read(): AsyncGenerator<MessagePiece> {
    const reader = createFrameReader();
    const chunks = socket.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
    let isOver = false;
    try {
      for (;;) {
        waitingSinceMs = clock.monotonic();
        const { done, value } = await chunks.next();
        waitingSinceMs = undefined;
        if (done) throw brokenOff(reader.isInside);
        for (const event of reader.push(value)) {
          if (event.type === "piece") yield event;
          else if (answer(event)) {
            isOver = true;
            return;
          }
        }
      }
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw error instanceof StreamError ? error : brokenOff(reader.isInside, error);
    } finally {
      waitingSinceMs = undefined;
      await chunks.return?.();
      // After a goodbye our answer still has to go out; the timer of `close` sees to a server that does not end.
      if (isOver) socket.resume();
      else socket.destroy();
    }
  }

  return {
    protocol,
    pieces: read(),
    async send(...parts) {
      signal?.throwIfAborted();
      if (isClosing || !socket.writable) throw new StreamEndedError("the connection has ended");
      if (!write(opcodes.binary, parts)) await drained(socket, signal);
    },
    close,
    destroy,
  };
}

function brokenOff(isInside: boolean, cause?: unknown): StreamError {
  const where = isInside ? "in the middle of a message" : "without a goodbye";
  return new StreamEndedError(`the connection broke off ${where}`, { cause });
}

/** 1000 is a normal end; 1001 and no code at all are those of servers that shut down. */
function checkGoodbye(bytes: Uint8Array): void {
  if (bytes.length < 2) return;
  const code = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint16(0);
  if (code === 1_000 || code === 1_001) return;
  const why = Buffer.from(bytes.subarray(2)).toString("utf8");
  throw new StreamError(`the server closed the stream with code ${code}${why === "" ? "" : `: ${why}`}`);
}

async function drained(socket: Duplex, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const end = () => reject(signal?.aborted ? signal.reason : new StreamEndedError("the connection has ended"));
  socket.once("drain", resolve).once("close", end);
  try {
    await promise;
  } finally {
    socket.off("drain", resolve).off("close", end);
  }
}
