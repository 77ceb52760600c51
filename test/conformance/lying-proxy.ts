/** A proxy that changes what a server says, to show that the judge would notice. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Agent, request as send } from "undici";
import { createAuthority } from "../real/certificates.ts";
import type { ServerDescription } from "./client.ts";

export interface Lie {
  /** Changes the text of an answer that is not streamed. */
  readonly body?: (text: string, path: string) => string;
  /** Holds a watch's events back in pairs and gives each pair in reverse. */
  readonly reordersEvents?: boolean;
}

export interface LyingProxy extends AsyncDisposable {
  readonly server: ServerDescription;
}

/** The same server, as the lie tells it. */
export async function startLyingProxy(server: ServerDescription, lie: Lie): Promise<LyingProxy> {
  const agent = new Agent({ connect: { ca: server.ca }, bodyTimeout: 0, allowH2: false });
  const authority = createAuthority("liar");
  const { cert, key } = authority.issue({ commonName: "proxy", names: ["127.0.0.1"] });
  const proxy = createServer({ cert, key }, (incoming, outgoing) => {
    forward(incoming, outgoing, server.url, agent, lie).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    server: { ...server, url: `https://127.0.0.1:${port}`, ca: authority.cert },
    [Symbol.asyncDispose]: async () => {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await agent.destroy();
    },
  };
}

async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  url: string,
  agent: Agent,
  lie: Lie,
): Promise<void> {
  const path = incoming.url ?? "/";
  const { "content-length": length, "transfer-encoding": encoding } = incoming.headers;
  const abort = new AbortController();
  outgoing.on("close", () => abort.abort());
  const answer = await send(url + path, {
    method: incoming.method as "GET",
    headers: endToEnd(incoming.headers),
    body: length === undefined && encoding === undefined ? null : incoming,
    dispatcher: agent,
    signal: abort.signal,
  });
  outgoing.writeHead(answer.statusCode, endToEnd(answer.headers));
  if (isWatch(path)) {
    outgoing.flushHeaders();
    for await (const line of lie.reordersEvents ? swapPairs(linesOf(answer.body)) : linesOf(answer.body))
      outgoing.write(line);
  } else {
    const text = await answer.body.text();
    outgoing.write(lie.body?.(text, path) ?? text);
  }
  outgoing.end();
}

/** Any value but these two asks for a watch, and the old paths always do. */
function isWatch(path: string): boolean {
  return /\/watch\//.test(path) || /[?&]watch=(?!(?:false|0)(?:&|$))/.test(path);
}

/** What the two connections settle between themselves is left out, and so is compression, which would hide the text. */
function endToEnd(headers: Record<string, string | string[] | undefined>): Record<string, string | string[]> {
  const hopByHop = new Set([
    "host",
    "connection",
    "content-length",
    "transfer-encoding",
    "accept-encoding",
    "keep-alive",
  ]);
  const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && !hopByHop.has(name));
  return Object.fromEntries(kept) as Record<string, string | string[]>;
}

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield `${line}\n`;
  }
}

async function* swapPairs(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let held: string | undefined;
  for await (const line of lines) {
    if (held === undefined) held = line;
    else {
      yield line;
      yield held;
      held = undefined;
    }
  }
  if (held !== undefined) yield held;
}
