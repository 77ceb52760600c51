/** `make run`, as somebody who has just cloned the repository calls it. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { createClient, ignoreNotFound, loadConfig } from "@pintle/client";
import { ModelBox } from "../../examples/modelbox/model-box.ts";
import { root } from "../tidy/repository.ts";

const longestMs = 60_000;

for (const [title, variables] of [
  ["with webhooks", []],
  ["without webhooks", ["ENABLE_WEBHOOKS=FALSE"]],
] as const) {
  test(`make run ONCE=1 shows the sample becoming Ready, broken and repaired, ${title}, and ends well`, async () => {
    const startMs = performance.now();
    const child = spawn("make", ["--no-print-directory", "run", "ONCE=1", ...variables], {
      cwd: root,
      timeout: longestMs,
    });
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
    assert.equal(code, 0, `${stdout}\n${stderr}`);
    assert.ok(performance.now() - startMs < longestMs);
    const order = [
      new RegExp(`▸ Starting its operator, ${title}`),
      /\d of 4 are ready/,
      /✓ modelbox-sample is Ready after \d+\.\d s/,
      /NAME +REPLICAS +AVAILABLE +READY +ENDPOINT +AGE\n +modelbox-sample +4 +4 +True +nginx\.default\.svc:80/,
      /nginx +NodePort +.*80:30010\/TCP/,
      /▸ Breaking it/,
      /✓ Service nginx is back/,
      /✓ Deployment modelbox-sample has 4 replicas of nginx:1\.7\.9 again/,
      /✓ 4 pods are ready/,
      /✓ modelbox-sample is Ready again/,
    ];
    let rest = stdout;
    for (const pattern of order) {
      const found = pattern.exec(rest) ?? assert.fail(`${pattern} is not in what follows:\n${rest}\n${stderr}`);
      rest = rest.slice(found.index + found[0].length);
    }
    assert.equal(stdout.includes("\x1b"), false, "what is written to a pipe has no colours");
  });
}

test("without ONCE it stays, says what to try, and ends when it is asked to", { timeout: longestMs }, async (t) => {
  const folder = mkdtempSync(`${tmpdir()}/pintle-demo-`);
  t.after(() => rmSync(folder, { recursive: true }));
  const kubeconfig = `${folder}/kubeconfig`;
  const args = ["--conditions=pintle-source", "examples/modelbox/demo.ts", kubeconfig];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.includes("kubectl explain modelbox.spec")) break;
  }
  await using client = createClient(await loadConfig({ file: kubeconfig }));
  const boxes = client.resource(ModelBox);
  // Webhooks and rules answer.
  await assert.rejects(
    boxes.patch("modelbox-sample", { merge: { spec: { rollingUpdate: "0%" } } }),
    /spec\.rollingUpdate/,
  );
  await assert.rejects(boxes.create({ metadata: { name: "db-container" }, spec: { image: "a:1" } }), /spec\.name/);
  assert.ok(await ignoreNotFound(boxes.get("modelbox-sample")));
  const ended = once(child, "exit");
  child.kill("SIGINT");
  assert.deepEqual(await ended, [0, null]);
});
