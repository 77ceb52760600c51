/**
 * Requests of HTTP/2, which the API server speaks with webhooks. Straight from the streams: Node's requests and responses in the form of
 * HTTP/1.1 are a second layer of events around them, which costs a tenth of the whole.
 */
import { Buffer } from "node:buffer";
import type { IncomingHttpHeaders, ServerHttp2Session, ServerHttp2Stream, Settings } from "node:http2";
import type { Readable } from "node:stream";
import type { TLSSocket } from "node:tls";
import type { Carrier } from "./carrier.ts";
import type { Connection } from "./connections.ts";
import type { HttpAnswer } from "./http-message.ts";
import { ReceivedRequest } from "./received-request.ts";

export type OpenSession = (socket: TLSSocket, connection: Connection) => void;

/** As many as Go's servers take. */
const maxConcurrentStreams = 250;
/** What a peer may send before it hears from us, on all of its streams: with less, every eighth small body would be acknowledged by itself. */
const windowBytes = 1024 * 1024;
const endOfStream = 1;

export async function createHttp2Opener(carrier: Carrier, headerBytes: number): Promise<OpenSession> {
  const { performServerHandshake } = await import("node:http2");
  const settings: Settings = { maxConcurrentStreams, maxHeaderListSize: headerBytes };
  return (socket, connection) => {
    const session: ServerHttp2Session = performServerHandshake(socket, { settings });
    connection.session = session;
    session.setLocalWindowSize(windowBytes);
    // A peer that breaks the protocol ends its own session, nothing else.
    session.on("error", () => session.destroy());
    session.on("stream", (stream, headers, flags) => carry(carrier, connection, stream, headers, flags));
  };
}

function carry(
  carrier: Carrier,
  connection: Connection,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  flags: number,
): void {
  const announced = headers["content-length"];
  const announcedBytes = announced === undefined ? 0 : Number(announced);
  const received = new ReceivedRequest({
    method: headers[":method"] ?? "GET",
    target: headers[":path"] ?? "/",
    headers: headers as Record<string, string | undefined>,
    body: flags & endOfStream ? undefined : { stream, announcedBytes, isWhole: isUnbroken },
    sharing: carrier.sharing,
  });
  carrier.begin(connection);
  stream.on("error", ignore);
  stream.on("close", () => {
    received.leave();
    carrier.end(connection);
  });
  carrier.carry(
    received,
    (answer) => send(stream, answer, received.method === "HEAD", carrier.date.text),
    () => stream.destroy(),
  );
}

function send(stream: ServerHttp2Stream, answer: HttpAnswer, isHead: boolean, date: string): void {
  const { status, headers, body = "" } = answer;
  if (stream.destroyed || stream.closed || stream.headersSent) return;
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const isEmpty = isHead || bytes.byteLength === 0;
  const length = isEmpty ? { "content-length": bytes.byteLength } : undefined;
  stream.respond({ ":status": status, date, ...headers, ...length }, { endStream: isEmpty });
  // Ended with its last piece, a stream is gone before Node has heard that the piece was written: Node would make an error of that for each
  // answer, with a stack that nobody sees.
  if (!isEmpty) stream.write(bytes, () => stream.end());
  // Whoever still sends is told to stop: the answer is complete without it.
  if (!stream.readableEnded) stream.close();
}

function isUnbroken(stream: Readable): boolean {
  return !(stream as ServerHttp2Stream).aborted;
}

function ignore(): void {}
