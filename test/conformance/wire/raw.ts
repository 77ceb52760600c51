/** HTTP/1.1 as it is typed: what a library of ours would put in order on its way is exactly what these tests are about. */
import { connect } from "node:tls";
import type { Client } from "../client.ts";

const patienceMs = 15_000;

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Everything that came, for answers with more than one part. */
  readonly whole: string;
}

/** Sends the pieces over a connection of its own and reads until the server closes it, which the request should ask for. */
export async function sendRaw({ server }: Client, ...pieces: string[]): Promise<RawAnswer> {
  const { hostname, port } = new URL(server.url);
  const closed = Promise.withResolvers<string>();
  const socket = connect({ host: hostname, port: Number(port), ca: server.ca, ALPNProtocols: ["http/1.1"] }, () => {
    for (const piece of pieces) socket.write(piece);
  });
  let whole = "";
  socket.setEncoding("utf8");
  socket.on("data", (text) => (whole += text));
  socket.on("close", () => closed.resolve(whole));
  // A server that has answered need not read on: what it does not read makes the writing fail.
  socket.on("error", (error) => (whole === "" ? closed.reject(error) : closed.resolve(whole)));
  socket.setTimeout(patienceMs, () =>
    socket.destroy(new Error(`the server said nothing for ${patienceMs} ms: ${whole}`)),
  );
  return parse(await closed.promise);
}

/** A request's head, with the token of `admin`; the body, or the end of the head, comes after it. */
export function head({ server }: Client, method: string, path: string, ...headers: string[]): string {
  const usual = ["Host: server", "Connection: close", `Authorization: Bearer ${server.tokens.admin}`];
  return `${[`${method} ${path} HTTP/1.1`, ...usual, ...headers].join("\r\n")}\r\n\r\n`;
}

function parse(whole: string): RawAnswer {
  const end = whole.indexOf("\r\n\r\n");
  const [first = "", ...lines] = whole.slice(0, end).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
  );
  return { status: Number(first.split(" ")[1]), headers, text: whole.slice(end + 4), whole };
}
