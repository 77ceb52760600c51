/**
 * Requests that ask for another protocol on their connection. The answer to one is like any other, unless it is a 101 with a socket: then
 * the connection is joined with that, and bytes go both ways until either end closes.
 */
import type { Server as HttpServer, IncomingMessage } from "node:http";
import type { Http2SecureServer } from "node:http2";
import type { Duplex } from "node:stream";
import type { ServerResponse } from "../pipeline/server-request.ts";
import type { HttpResponse } from "./http-message.ts";

/** What answers a request that came with such a wish; `body` is what was sent along. */
export type SwitchingCarrier = (
  request: IncomingMessage,
  response: HttpResponse,
  body: AsyncIterable<Uint8Array>,
) => void;

const joined = new WeakMap<object, Duplex>();

export function carrySwitches(server: HttpServer | Http2SecureServer, carry: SwitchingCarrier): void {
  (server as HttpServer).on("upgrade", async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A client that goes away meanwhile is seen by its response.
    socket.on("error", () => socket.destroy());
    const { ServerResponse: HttpServerResponse } = await import("node:http");
    const response = new HttpServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(request.socket);
    response.once("finish", () => {
      response.detachSocket(request.socket);
      socket.end();
    });
    joined.set(response, socket);
    socket.unshift(head);
    carry(request, response, readBody(socket, Number(request.headers["content-length"] ?? 0)));
  });
}

/** Whether the answer was a switch, which has begun then. */
export function switchProtocols(response: HttpResponse, { status, headers, socket: other }: ServerResponse): boolean {
  const socket = joined.get(response);
  if (status !== 101 || other === undefined) return false;
  if (socket === undefined || socket.destroyed) {
    other.destroy();
    return true;
  }
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}`),
  );
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`, "latin1");
  join(socket, other);
  join(other, socket);
  return true;
}

/** What has ended is let flow to its end; what broke off breaks the other off. */
function join(from: Duplex, to: Duplex): void {
  from.pipe(to);
  from.on("error", () => from.destroy());
  from.once("close", () => void (from.readableEnded ? to.end() : to.destroy()));
}

/** Node reads no body of such a request, so that it is taken from the connection: exactly as much as was announced. */
async function* readBody(socket: Duplex, announced: number): AsyncGenerator<Uint8Array> {
  let left = announced;
  while (left > 0) {
    const piece: Buffer | null = socket.read(Math.min(left, socket.readableLength)) ?? null;
    if (piece !== null && piece.length > 0) {
      left -= piece.length;
      yield piece;
    } else if (!(await isReadable(socket))) throw new Error("the request was aborted");
  }
}

function isReadable(socket: Duplex): Promise<boolean> {
  return new Promise((resolve) => {
    if (socket.destroyed || socket.readableEnded) return resolve(false);
    const settle = (isOpen: boolean) => {
      socket.off("readable", open);
      for (const event of ["end", "close"]) socket.off(event, closed);
      resolve(isOpen);
    };
    const open = () => settle(true);
    const closed = () => settle(false);
    socket.once("readable", open);
    for (const event of ["end", "close"]) socket.once(event, closed);
  });
}
