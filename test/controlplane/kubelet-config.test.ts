/** The file in docs/testing.md that says how nodes behave makes pods behave so. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readKubeletOptions, startControlPlane } from "@pintle/controlplane";
import type { Pod } from "@pintle/kinds";
import { createJsonLogger, createVirtualClock } from "@pintle/machinery";
import { parse } from "yaml";

const guide = readFileSync(new URL("../../docs/testing.md", import.meta.url), "utf8");
const example = /```yaml\n(# npx pintle up --kubelet-config[^`]*)```/.exec(guide)?.[1] ?? "";
const pods = "/api/v1/namespaces/default/pods";

test("the example of stages in the guide does what it says", async () => {
  const clock = createVirtualClock();
  const complaints: string[] = [];
  const logger = createJsonLogger({ write: (line) => void complaints.push(line), clock, level: "error" });
  const kubelet = readKubeletOptions(parse(example));
  await using plane = await startControlPlane({ profile: "workloads", kubelet, clock, logger });
  const { transport } = plane;
  await plane.settle();
  async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const headers = { "content-type": "application/json" };
    const content = body && { body: Buffer.from(JSON.stringify(body)) };
    const answer = await transport.request({ method, path, headers, ...content });
    const pieces: Uint8Array[] = [];
    for await (const piece of answer.body) pieces.push(piece);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${Buffer.concat(pieces)}`);
    return path.endsWith("/log")
      ? (Buffer.concat(pieces).toString() as Answer)
      : JSON.parse(`${Buffer.concat(pieces)}`);
  }
  const make = (name: string, image: string, labels = {}) =>
    ask("POST", pods, { metadata: { name, labels }, spec: { containers: [{ name, image }] } });
  const statusOf = async (name: string) =>
    (await ask<Pod>("GET", `${pods}/${name}`)).status?.containerStatuses?.find((status) => status.name === name);
  await make("missing", "registry.example.com/missing:1");
  await make("crasher", "crasher:1");
  await make("slow", "nginx", { speed: "slow" });
  await make("shaky", "nginx");
  await plane.advance("20s");
  assert.equal((await statusOf("missing"))?.state?.waiting?.reason, "ImagePullBackOff");
  assert.equal((await statusOf("slow"))?.ready, false);
  await plane.advance("20s");
  assert.equal((await statusOf("slow"))?.ready, true);
  assert.match(await ask<string>("GET", `${pods}/crasher/log`), /no database/);
  assert.equal((await statusOf("crasher"))?.lastState?.terminated?.exitCode, 1);
  const shaky = await statusOf("shaky");
  assert.deepEqual([shaky?.restartCount, shaky?.ready], [1, true]);
  assert.equal(shaky?.lastState?.terminated?.reason, "OOMKilled");
  assert.deepEqual(complaints, []);
});
