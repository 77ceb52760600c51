/** Answers to what is no request at all, in the words of Go's server, since scripts that probe a port know those. */
import type { Server as HttpServer, IncomingMessage } from "node:http";
import type { Http2SecureServer } from "node:http2";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { methodNotAllowed } from "../pipeline/bare-errors.ts";
import type { HttpRequest } from "./http-message.ts";

export function refuseBadClients(server: HttpServer | Http2SecureServer): void {
  const busy = trackRequests(server as HttpServer);
  (server as HttpServer).on("clientError", (error: ClientError, socket: Socket) => {
    // What follows a whole request is read as the next one; the answer to the whole one is still to come, and ends the connection.
    if (!socket.writable || busy.has(socket)) return;
    socket.end(answerTo(error));
  });
  tellPlainClients(server);
}

/** HTTP/1.1 wants a Host. Tells whether the request was refused. */
export function refuseHostless(request: HttpRequest): boolean {
  if (request.httpVersion !== "1.1" || request.headers.host !== undefined) return false;
  request.socket.end(respond("400 Bad Request", plainText, "400 Bad Request: missing required Host header"));
  return true;
}

const plainText = "text/plain; charset=utf-8";

interface ClientError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

function answerTo({ code, rawPacket }: ClientError): string {
  // A method that Node has never heard of is none that a resource has.
  if (code === "HPE_INVALID_METHOD" && /^[A-Z]+ \S+ HTTP\/1\./.test(rawPacket?.toString("latin1") ?? "")) {
    const { status } = methodNotAllowed();
    return respond("405 Method Not Allowed", "application/json", JSON.stringify(status));
  }
  const line = code === "HPE_HEADER_OVERFLOW" ? "431 Request Header Fields Too Large" : "400 Bad Request";
  return respond(line, plainText, line);
}

function respond(status: string, contentType: string, body: string): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: ${contentType}\r\nConnection: close\r\n\r\n${body}`;
}

/** The connections on which a request is being answered. */
function trackRequests(server: HttpServer): ReadonlySet<Socket> {
  const busy = new Set<Socket>();
  server.on("request", ({ socket }: IncomingMessage, response) => {
    busy.add(socket);
    response.once("close", () => busy.delete(socket));
  });
  return busy;
}

/** Who speaks HTTP where TLS is spoken learns so, in plain text. */
function tellPlainClients(server: HttpServer | Http2SecureServer): void {
  const sockets = new Map<number, Socket>();
  server.on("connection", (socket: Socket) => {
    const { remotePort } = socket;
    if (remotePort === undefined) return;
    sockets.set(remotePort, socket);
    socket.once("close", () => sockets.delete(remotePort));
  });
  (server as Http2SecureServer).on("tlsClientError", (error: NodeJS.ErrnoException, tls: TLSSocket) => {
    if (error.code !== "ERR_SSL_HTTP_REQUEST" || tls.remotePort === undefined) return;
    sockets
      .get(tls.remotePort)
      ?.end("HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n");
  });
}
