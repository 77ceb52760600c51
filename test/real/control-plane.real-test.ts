import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client } from "../conformance/client.ts";
import { eventually } from "../conformance/eventually.ts";
import { kubernetesVersion } from "./binaries.ts";
import { startRealControlPlane } from "./control-plane.ts";

test("two control planes run side by side and do not see each other's objects", async () => {
  await using first = await startRealControlPlane();
  await using second = await startRealControlPlane();
  const clients = [first, second].map((plane) => new Client({ name: "real", ...plane }));
  try {
    await clients[0]?.create("/api/v1/namespaces", { metadata: { name: "mine" } });

    const answers = await Promise.all(clients.map((client) => client.get("/api/v1/namespaces/mine")));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 404],
    );
    const { body } = await (clients[1] as Client).get("/version");
    assert.equal(body.gitVersion, `v${kubernetesVersion}`);
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
});

test("a flag given by the caller replaces the usual one", async () => {
  await using plane = await startRealControlPlane({ flags: ["--authorization-mode=AlwaysDeny"] });
  const client = new Client({ name: "real", ...plane, tokens: { nobody: plane.tokens.admin as string } });
  try {
    const { status } = await client.get("/api/v1/namespaces", {}, { as: null });
    assert.equal(status, 403);
  } finally {
    await client.close();
  }
});

test("a control plane that cannot start says why", async () => {
  await assert.rejects(
    startRealControlPlane({ flags: ["--no-such-flag"] }),
    /did not start.*exited kube-apiserver.*no-such-flag/s,
  );
});

test("nothing is left of a control plane whose owner was killed", async () => {
  const module = fileURLToPath(new URL("./control-plane.ts", import.meta.url));
  const code = `import { startRealControlPlane } from ${JSON.stringify(module)};
    const plane = await startRealControlPlane();
    console.log(plane.kubeconfig + " " + plane.url);
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise<string>((resolve) =>
    owner.stdout.once("data", (chunk) => resolve(String(chunk).trim())),
  );
  const [kubeconfig = "", url = ""] = line.split(" ");
  assert.ok(existsSync(kubeconfig));

  owner.kill("SIGKILL");
  await eventually(async () => {
    assert.ok(!existsSync(kubeconfig), "its data is still there");
    await assert.rejects(fetch(url), "it still answers");
  }, 20_000);
});
