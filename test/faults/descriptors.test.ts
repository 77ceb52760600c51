/** A server that may open no more files: who is connected is served, who comes is turned away, and afterwards all is as before. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertAnswer } from "../conformance/answer.ts";
import { Client } from "../conformance/client.ts";
import { eventually } from "../conformance/eventually.ts";
import { clientOf } from "./kubeconfig-client.ts";

const main = fileURLToPath(new URL("../../packages/cli/src/main.ts", import.meta.url));
const skip = process.platform === "win32" ? "there is no ulimit" : false;

test("a server out of file descriptors serves who is connected, and everybody again when there are some", {
  skip,
}, async () => {
  const folder = mkdtempSync(`${tmpdir()}/pintle-descriptors-`);
  const kubeconfig = `${folder}/kubeconfig`;
  const command = `ulimit -n 64; exec "$0" --conditions=pintle-source "$1" up --kubeconfig "$2"`;
  const child = spawn("bash", ["-c", command, process.execPath, main, kubeconfig], { stdio: "ignore" });
  const sockets: Socket[] = [];
  try {
    const client = await eventually(() => clientOf(kubeconfig));
    await eventually(async () => assertAnswer(await client.get("/readyz"), 200));
    const maps = "/api/v1/namespaces/default/configmaps";
    assertAnswer(await client.create(maps, { metadata: { name: "before" } }), 201);
    const { hostname, port } = new URL(client.server.url);
    for (let count = 0; count < 150; count += 1) {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on("error", () => undefined);
      sockets.push(socket);
    }
    // Some are let in and the others are closed: so the server has none left.
    await eventually(() => assert.ok(sockets.filter(({ closed }) => closed).length > 50));
    assertAnswer(await client.create(maps, { metadata: { name: "meanwhile" } }), 201);
    for (const socket of sockets) socket.destroy();
    const late = new Client(client.server);
    await eventually(async () => assertAnswer(await late.get(`${maps}/before`), 200));
    assertAnswer(await late.get(`${maps}/meanwhile`), 200);
    assert.equal(child.exitCode, null);
    await Promise.all([client.close(), late.close()]);
  } finally {
    for (const socket of sockets) socket.destroy();
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    rmSync(folder, { recursive: true });
  }
});
