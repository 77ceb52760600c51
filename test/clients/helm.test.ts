import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertAnswer, type Json } from "../conformance/answer.ts";
import { eventually } from "../conformance/eventually.ts";
import { startWebhookServer } from "../conformance/webhook-server.ts";
import { helms } from "../real/helms.ts";
import { missing } from "../tools.ts";
import type { Printed } from "./kubectl.ts";
import { usePlane } from "./planes.ts";

const skip = missing("helm");
const plane = usePlane();
const chart = fileURLToPath(new URL("./chart", import.meta.url));
const maxSails = 9;

/** Allows boats that can be handled. */
function judge(_path: string, review: Json): Json {
  const { uid, object } = review.request;
  const allowed = object.spec.sails <= maxSails;
  const status = { message: "too many sails" };
  return { ...review, request: undefined, response: { uid, allowed, ...(allowed ? {} : { status }) } };
}

function createHelm(path: string, kubeconfig: string, namespace: string) {
  const home = mkdtempSync(`${tmpdir()}/pintle-helm-`);
  after(() => rmSync(home, { recursive: true, force: true }));
  const env = { PATH: process.env.PATH, HOME: home, KUBECONFIG: kubeconfig };
  const run = (...args: string[]): Promise<Printed> =>
    new Promise((resolve) => {
      const options = { env, maxBuffer: 1 << 24 };
      execFile(path, ["--namespace", namespace, ...args], options, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? Number.NaN), stdout, stderr }),
      );
    });
  const says = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(...args);
    assert.equal(code, 0, `helm ${args.join(" ")}\n${stdout}${stderr}`);
    return stdout;
  };
  return { run, says };
}

for (const { version, path } of helms) {
  test(`helm ${version} installs a chart with a definition and a webhook, upgrades it as far as the webhook allows, and takes it away`, {
    skip,
  }, async () => {
    const { client, kubeconfig } = plane();
    const namespace = await client.namespace();
    const { run, says } = createHelm(path, kubeconfig, namespace);
    await using webhook = await startWebhookServer(judge);
    const release = `harbour-${version.split(".", 1)}`;
    const boats = `/apis/harbour.example.com/v1/namespaces/${namespace}/boats`;
    const pier = `/apis/apps/v1/namespaces/${namespace}/deployments/${release}`;
    const values = ["--set", `webhook.url=${webhook.url}/judge,webhook.caBundle=${webhook.caBundle}`];

    assert.match(await says("install", release, chart, ...values), /^STATUS: deployed$/m);
    assertAnswer(await client.get(`${boats}/${release}`), 200, { spec: { sails: 3, flag: "white" } });
    assertAnswer(await client.get(pier), 200, {
      spec: { replicas: 2 },
      metadata: { labels: { "app.kubernetes.io/managed-by": "Helm" } },
    });
    assert.match(await says("list", "--short"), new RegExp(`^${release}\n$`));

    // A webhook counts a moment after its configuration is stored.
    await eventually(async () => {
      const { code, stderr } = await run("upgrade", release, chart, ...values, "--set", `sails=${maxSails + 1}`);
      assert.notEqual(code, 0);
      assert.match(stderr, /admission webhook "boats\.harbour\.example\.com" denied the request: too many sails/);
    });
    const invalid = await run("upgrade", release, chart, ...values, "--set", "sails=many");
    assert.notEqual(invalid.code, 0);
    assert.match(invalid.stderr, /spec\.sails/);

    assert.match(
      await says("upgrade", release, chart, ...values, "--set", "sails=4,replicas=5"),
      /^STATUS: deployed$/m,
    );
    assertAnswer(await client.get(`${boats}/${release}`), 200, { spec: { sails: 4 } });
    assertAnswer(await client.get(pier), 200, { spec: { replicas: 5 } });
    await says("rollback", release, "1");
    assertAnswer(await client.get(`${boats}/${release}`), 200, { spec: { sails: 3 } });
    assertAnswer(await client.get(pier), 200, { spec: { replicas: 2 } });
    assert.match(await says("get", "manifest", release), /kind: Boat/);

    assert.match(await says("uninstall", release), /uninstalled/);
    assertAnswer(await client.get(`${boats}/${release}`), 404);
    assertAnswer(await client.get(pier), 404);
    assert.deepEqual((await client.get(`/api/v1/namespaces/${namespace}/secrets`)).body.items, []);
    assertAnswer(await client.get("/apis/harbour.example.com/v1/boats"), 200);
  });
}
