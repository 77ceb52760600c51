/** Requests of HTTP/1.1. The server takes connections that somebody else has accepted, or listens itself where there is no TLS. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import type { Carrier } from "./carrier.ts";
import type { Connection } from "./connections.ts";
import type { HttpAnswer } from "./http-message.ts";
import { ReceivedRequest } from "./received-request.ts";

/** `connectionOf` is `undefined` for a socket that was refused. */
export async function createHttp1Server(
  carrier: Carrier,
  headerBytes: number,
  connectionOf: (socket: Socket) => Connection | undefined,
): Promise<Server> {
  // Loaded here, because it brings Node's whole fetch along, which programs without servers need not wait for.
  const { createServer } = await import("node:http");
  // Time limits are those of `Connections`, on the clock that was passed in.
  const limits = { maxHeaderSize: headerBytes, headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 };
  const server = createServer({ ...limits, noDelay: true }, (request, response) => {
    const connection = connectionOf(request.socket);
    if (connection === undefined) {
      request.socket.destroy();
      return;
    }
    const { method = "GET", url: target = "/", headers } = request;
    const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
    const announcedBytes = Number(headers["content-length"] ?? 0);
    const received = new ReceivedRequest({
      method,
      target,
      headers: headers as Record<string, string | undefined>,
      body: hasBody ? { stream: request, announcedBytes, isWhole: isComplete } : undefined,
      sharing: carrier.sharing,
    });
    carrier.begin(connection);
    response.on("error", () => {});
    response.once("close", () => {
      received.leave();
      carrier.end(connection);
    });
    carrier.carry(
      received,
      (answer) => send(response, answer, method === "HEAD", carrier.isClosing),
      () => request.socket.destroy(),
    );
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => refuse(error, socket));
  return server;
}

function send(response: ServerResponse, { status, headers, body = "" }: HttpAnswer, isHead: boolean, isLast: boolean) {
  if (response.destroyed || response.headersSent) return;
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const framing = { "content-length": bytes.byteLength, ...(isLast && { connection: "close" }) };
  response.writeHead(status, { ...headers, ...framing });
  response.end(isHead ? undefined : bytes);
}

function isComplete(request: Readable): boolean {
  return (request as IncomingMessage).complete;
}

/** What is no request at all. */
function refuse({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const line = code === "HPE_HEADER_OVERFLOW" ? "431 Request Header Fields Too Large" : "400 Bad Request";
  const head = `HTTP/1.1 ${line}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n`;
  socket.end(head + line);
  socket.destroySoon();
}
