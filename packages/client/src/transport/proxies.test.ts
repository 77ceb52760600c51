import assert from "node:assert/strict";
import { createServer as createHttpServer, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
import { test } from "node:test";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { createProcessClock } from "@pintle/machinery";
import { createHttpTransport } from "./create-http-transport.ts";
import {
  authority,
  type Handler,
  type LocalServer,
  readAll,
  serving,
  startServer,
} from "./local-server-fixture.test.ts";

const clock = createProcessClock();
const handler: Handler = (request, response) => {
  if (request.url === "/?watch=true") (response.write as (text: string) => void)("an event");
  else (response.end as (text: string) => void)("through");
};

interface Proxy extends AsyncDisposable {
  readonly port: number;
  /** What it was asked to connect to, and as whom. */
  readonly asked: readonly string[];
}

async function startProxy(server: Server, status = 200): Promise<Proxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  server.on("connect", (request, near: Socket) => {
    asked.push(`${request.url} ${request.headers["proxy-authorization"] ?? ""}`.trim());
    near.write(`HTTP/1.1 ${status} x\r\n\r\n`);
    if (status !== 200) return near.end();
    const [host = "", port] = String(request.url).split(":");
    const far = connect(Number(port), host);
    for (const each of [near, far]) sockets.add(each.on("error", () => {}));
    near.pipe(far).pipe(near);
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function ask({ config }: LocalServer, proxyUrl: string): Promise<string> {
  const transport = createHttpTransport({ ...config, proxyUrl }, { clock });
  try {
    const texts: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      texts.push(await readAll((await transport.request({ method: "GET", path: "/" })).body));
    }
    const { body } = await transport.request({ method: "GET", path: "/", query: [["watch", "true"]] });
    for await (const chunk of body) return `${texts.join(" ")} ${Buffer.from(chunk).toString()}`;
    return "";
  } finally {
    await transport.close();
  }
}

test("requests and watches go through a proxy, whose password it alone gets", async () => {
  await using server = await startServer({ handler, hasHttp2: true });
  await using proxy = await startProxy(createHttpServer());
  assert.equal(await ask(server, `http://jane:p%40ss@127.0.0.1:${proxy.port}`), "through through through an event");
  const basic = `Basic ${Buffer.from("jane:p@ss").toString("base64")}`;
  assert.deepEqual(proxy.asked, Array(2).fill(`127.0.0.1:${server.port} ${basic}`));
});

test("a proxy may speak TLS itself", async () => {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, authority.cert]);
  try {
    await using server = await startServer({ handler });
    await using proxy = await startProxy(createHttpsServer(serving));
    assert.equal(await ask(server, `https://localhost:${proxy.port}`), "through through through an event");
  } finally {
    setDefaultCACertificates(before);
  }
});

test("a proxy that refuses is told apart from the server", async () => {
  await using server = await startServer({ handler });
  await using proxy = await startProxy(createHttpServer(), 407);
  await assert.rejects(ask(server, `http://127.0.0.1:${proxy.port}`), {
    name: "ConnectionError",
    message: /\(through the proxy http:\/\/127\.0\.0\.1:\d+\) could not be asked: Proxy response \(407\)/,
  });
});

test("the certificate of the server is checked through a proxy too", async () => {
  await using server = await startServer({ handler });
  await using proxy = await startProxy(createHttpServer());
  const { trust: _, ...untrusting } = server.config;
  await assert.rejects(ask({ ...server, config: untrusting }, `http://127.0.0.1:${proxy.port}`), {
    message: /none of the authorities/,
  });
});

/** As little of SOCKS 5 as there is: no password, and addresses of IPv4 or names. */
function socks(near: Socket, asked: string[]): void {
  near.on("error", () => {});
  near.once("data", () => {
    near.write(Uint8Array.of(5, 0));
    near.once("data", (wish: Buffer) => {
      const isName = wish[3] === 3;
      const host = isName ? wish.subarray(5, 5 + (wish[4] ?? 0)).toString() : wish.subarray(4, 8).join(".");
      const port = wish.readUInt16BE(isName ? 5 + (wish[4] ?? 0) : 8);
      asked.push(`${host}:${port}`);
      const far = connect(port, host, () => {
        near.write(Uint8Array.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
        near.pipe(far).pipe(near);
      });
      far.on("error", () => near.destroy());
      near.on("close", () => far.destroy());
    });
  });
}

test("a proxy may be one of SOCKS 5", async (context) => {
  // undici says once that this is new to it, which is no news for who reads the report of a test.
  context.mock.method(process, "emitWarning", () => {});
  await using server = await startServer({ handler });
  const asked: string[] = [];
  const proxy = createTcpServer((near) => socks(near, asked));
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  assert.equal(await ask(server, `socks5://127.0.0.1:${port}`), "through through through an event");
  assert.deepEqual(new Set(asked), new Set([`127.0.0.1:${server.port}`]));
  await new Promise((resolve) => proxy.close(resolve));
});
