/** The machine itself: files of the real disk and answers of a real server, with their limits. */
import assert from "node:assert/strict";
import { once } from "node:events";
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { authority, otherAuthority } from "./config-fixture.test.ts";
import { createProcessSeams } from "./process-seams.ts";

const { files, exchange } = createProcessSeams();
const folder = mkdtempSync(join(tmpdir(), "pintle-config-"));
after(() => rmSync(folder, { recursive: true }));

test("a file is read whole, and one that is not there is Node's ENOENT", async () => {
  const path = join(folder, "read");
  writeFileSync(path, "täxt");
  assert.equal(await files.read(path), "täxt");
  await assert.rejects(files.read(join(folder, "gone")), { code: "ENOENT" });
  await assert.rejects(files.read(folder), { code: "EISDIR" });
});

test("a file without end is given up", async () => {
  await assert.rejects(files.read("/dev/zero"), { message: "it has more than 16777216 bytes" });
});

test("a file is replaced behind its link, for its owner's eyes, and nothing is left over", async () => {
  const [path, link] = [join(folder, "config"), join(folder, "link")];
  writeFileSync(path, "old");
  chmodSync(path, 0o644);
  symlinkSync(path, link);
  await files.replace(link, "new");
  assert.equal(readFileSync(path, "utf8"), "new");
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith(".lock")),
    [],
  );
});

test("a file that kubectl is writing is left alone", async () => {
  const path = join(folder, "locked");
  writeFileSync(path, "old");
  writeFileSync(`${path}.lock`, "");
  await assert.rejects(files.replace(path, "new"), { code: "EEXIST" });
  assert.equal(readFileSync(path, "utf8"), "old");
  assert.deepEqual(
    readdirSync(folder).filter((name) => name === "locked.lock"),
    ["locked.lock"],
  );
  rmSync(`${path}.lock`);
});

test("an exchange checks the server, follows no redirect, and reads a limited answer", async () => {
  const leaf = authority.issue({ commonName: "issuer", names: ["localhost"], nowMs: Date.now() });
  const server = createServer({ cert: leaf.cert, key: leaf.key }, (request, response) => {
    if (request.url === "/moved") response.writeHead(302, { location: "/" }).end();
    else if (request.url === "/long") response.end("x".repeat(2 * 1024 * 1024));
    else request.pipe(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  const signal = new AbortController().signal;
  const ca = authority.cert;
  try {
    assert.deepEqual(await exchange({ method: "POST", url, body: "echo", ca, signal }), { status: 200, body: "echo" });
    assert.equal((await exchange({ method: "GET", url: `${url}/moved`, ca, signal })).status, 302);
    await assert.rejects(exchange({ method: "GET", url: `${url}/long`, ca, signal }), {
      message: /more than 1048576 bytes/,
    });
    await assert.rejects(exchange({ method: "GET", url, ca: otherAuthority.cert, signal }), {
      message: /certificate|issuer/,
    });
    await assert.rejects(exchange({ method: "GET", url, signal }), { message: /certificate|issuer/ });
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test("an exchange goes through a proxy, which sees nothing but where it leads", async () => {
  const leaf = authority.issue({ commonName: "issuer", names: ["localhost"], nowMs: Date.now() });
  const server = createServer({ cert: leaf.cert, key: leaf.key }, (_, response) => response.end("through"));
  const asked: (string | undefined)[] = [];
  const proxy = createHttpServer().on("connect", (request, near) => {
    asked.push(request.url);
    const far = connect((server.address() as AddressInfo).port, "127.0.0.1");
    near.write("HTTP/1.1 200 OK\r\n\r\n");
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on("error", () => {});
  });
  for (const each of [server, proxy]) await once(each.listen(0, "127.0.0.1"), "listening");
  const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const signal = new AbortController().signal;
  try {
    const sent = { method: "GET", url: "https://localhost:6/token", ca: authority.cert, proxyUrl, signal } as const;
    assert.deepEqual(await exchange(sent), { status: 200, body: "through" });
    assert.deepEqual(asked, ["localhost:6"]);
    await assert.rejects(exchange({ ...sent, ca: otherAuthority.cert }), { message: /certificate|issuer/ });
  } finally {
    for (const each of [server, proxy]) {
      each.close();
      each.closeAllConnections();
    }
  }
});
