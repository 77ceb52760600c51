/** Every example runs, listed from disk so that none is forgotten. */
import assert from "node:assert/strict";
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { type Client, configFromKubeconfig, createClient, parseKubeconfig } from "@pintle/client";
import { type ControlPlane, startControlPlane } from "@pintle/controlplane";
import { ConfigMap } from "@pintle/kinds";
import { createConsoleLogger, createProcessClock } from "@pintle/machinery";
import { root } from "./tidy/repository.ts";

/** What a reader must find in an example's output, beside that it ends well. */
const shows: Record<string, RegExp[]> = {
  "examples/apply-conflict.ts": [/nothing to change/, /409 Apply failed with 1 conflict: conflict with "platform"/],
  "examples/cel-rule.ts": [/→ true, at a cost of \d+/, /→ false/, /✖ /, /found no matching overload for 'size'/],
};

/** The same for those that need a cluster, which they get. */
const showsOnCluster: Record<string, RegExp[]> = {
  "examples/watch-config-maps.ts": [
    /^\d+ ConfigMaps in default$/m,
    /ADDED greeting: hello\nMODIFIED greeting: seen\nDELETED/,
  ],
};

/** Those that run until they are stopped: what somebody does meanwhile, which takes as long as the example needs to have its effect. */
const controllers: Record<string, (client: Client) => Promise<void>> = {
  "examples/expire-config-maps.ts": async (client) => {
    const configMaps = client.resource(ConfigMap, { namespace: "default" });
    const annotations = { "samples.dev/expires-after": "1s" };
    await configMaps.create({ metadata: { name: "scratch", annotations } });
    for await (const { type } of configMaps.watch({ fieldSelector: { "metadata.name": "scratch" } })) {
      if (type === "DELETED") break;
    }
  },
};

const examples = globSync("examples/*.ts", { cwd: root });
/** Servers, which do not end by themselves: clients judge them. */
const servers = globSync("examples/*/main.ts", { cwd: root }).map((path) => path.split("/")[1] ?? "");

test("there are examples, and each is said to show something", () => {
  assert.deepEqual(examples.toSorted(), Object.keys({ ...shows, ...showsOnCluster, ...controllers }).toSorted());
});

for (const example of Object.keys(shows)) {
  test(`${example} runs to its end and shows what it promises`, () => {
    const args = ["--conditions=pintle-source", example];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });

    assert.equal(status, 0, stderr);
    for (const pattern of shows[example] ?? []) assert.match(stdout, pattern);
  });
}

for (const [example, patterns] of Object.entries(showsOnCluster)) {
  test(`${example} runs to its end on a cluster and shows what it promises`, async (t) => {
    await using plane = await startPlane();
    const child = startOn(plane, example, t);
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);

    assert.equal(code, 0, stderr);
    for (const pattern of patterns) assert.match(stdout, pattern);
  });
}

for (const [example, act] of Object.entries(controllers)) {
  test(`${example} does on a cluster what it promises, until it is stopped`, { timeout: 60_000 }, async (t) => {
    await using plane = await startPlane();
    const child = startOn(plane, example, t);
    const output = Promise.all([text(child.stderr), once(child, "exit")]);
    await using client = createClient(await configFromKubeconfig(await parseKubeconfig(plane.kubeconfig())));
    await act(client);
    child.kill("SIGTERM");
    const [stderr, [code]] = await output;
    assert.equal(code, 0, stderr);
  });
}

function startPlane(): Promise<ControlPlane> {
  const clock = createProcessClock();
  const logger = createConsoleLogger({ write: (line) => process.stderr.write(line), clock, level: "error" });
  return startControlPlane({ listen: {}, logger });
}

function startOn(plane: ControlPlane, example: string, t: TestContext): ChildProcessWithoutNullStreams {
  const folder = mkdtempSync(`${tmpdir()}/pintle-example-`);
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(`${folder}/kubeconfig`, plane.kubeconfig());
  const env = { ...process.env, KUBECONFIG: `${folder}/kubeconfig` };
  return spawn(process.execPath, ["--conditions=pintle-source", example], { cwd: root, env });
}

for (const server of servers) {
  test(`examples/${server} tells how to run it, and clients judge it`, () => {
    assert.ok(existsSync(`${root}examples/${server}/README.md`));
    assert.ok(existsSync(`${root}test/clients/${server}.test.ts`));
  });
}
