/** The kubectls of this machine against the real server: what they must also be able to do against ours. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { type ControlPlane, startRealControlPlane } from "./control-plane.ts";
import { findKubectls } from "./kubectls.ts";

let plane: ControlPlane;
before(async () => {
  plane = await startRealControlPlane();
});
after(() => plane.stop());

const manifest = JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "words" }, data: { a: "1" } });

test("there is at least one kubectl to ask with", () => {
  assert.ok(findKubectls().length > 0);
});

/** Runs a kubectl with the manifest on its input, and gives what it printed. */
function run(kubectl: string, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, stdout: string) => (error ? reject(error) : resolve(stdout.trim()));
    const child = execFile(kubectl, ["--kubeconfig", plane.kubeconfig, ...args], done);
    child.stdin?.end(manifest);
  });
}

describe("every kubectl creates, applies, patches, lists and deletes", { concurrency: 3 }, () => {
  for (const [index, kubectl] of findKubectls().entries()) {
    test(kubectl, async () => {
      const namespace = `kubectl-${index}`;
      const says = async (expected: string | RegExp, ...args: string[]) => {
        const printed = await run(kubectl, "--namespace", namespace, ...args);
        if (typeof expected === "string") assert.equal(printed, expected);
        else assert.match(printed, expected);
      };
      await says(`namespace/${namespace} created`, "create", "namespace", namespace);
      await says("configmap/words created", "apply", "--filename", "-");
      await says("configmap/words unchanged", "apply", "--filename", "-");
      await says("configmap/words serverside-applied", "apply", "--server-side", "--filename", "-");
      await says("configmap/words labeled", "label", "configmap", "words", "tier=front");
      await says("configmap/words", "get", "configmap", "--selector", "tier=front", "--output", "name");
      await says(/^NAME +DATA +AGE\nwords +1 +\d+s$/, "get", "configmap", "words");
      await says(/KIND: +Deployment/, "explain", "deployment.spec.replicas");
      await says("yes", "auth", "can-i", "delete", "pods");
      await says(/^configmap "words" deleted/, "delete", "configmap", "words");
    });
  }
});
