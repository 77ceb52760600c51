/** What people are promised of `pintle up`: the command itself, in the background with two nodes, and a real kubectl from start to end. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createKubectl, type Kubectl } from "../clients/kubectl.ts";
import { findKubectls } from "../real/kubectls.ts";
import { missing } from "../tools.ts";

const main = fileURLToPath(new URL("../../packages/cli/src/main.ts", import.meta.url));
const [newest = ""] = findKubectls();
const soon = "--timeout=60s";

describe("kubectl on what `pintle up --detach --nodes 2` started", { skip: missing("kubectl") }, () => {
  let folder = "";
  let kubectl: Kubectl;

  const pintle = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, ["--conditions=pintle-source", main, ...args], { cwd: folder });
  /** What a command prints that has to succeed. Words are apart by spaces. */
  const says = (line: string) => kubectl.says(...line.split(" "));
  const fails = async (line: string) => {
    const printed = await kubectl.run(line.split(" "));
    assert.notEqual(printed.code, 0, `kubectl ${line} did not fail:\n${printed.stdout}`);
    return printed;
  };

  before(async () => {
    folder = mkdtempSync(`${tmpdir()}/pintle-command-`);
    writeFileSync(`${folder}/nodes.yaml`, 'images: [{name: "broken:*", pullError: not found}]\n');
    const { stdout } = await pintle("up", "--detach", "--nodes", "2", "--kubelet-config", "nodes.yaml");
    assert.match(stdout, /^ready: https:\/\/127\.0\.0\.1:\d+\n$/);
    kubectl = createKubectl(newest, { home: folder, kubeconfig: `${folder}/.pintle/kubeconfig`, namespace: "shop" });
    await says("create namespace shop");
  });
  after(async () => {
    await pintle("down");
    rmSync(folder, { recursive: true, force: true });
  });

  test("a Deployment rolls out, scales, is paused and undone, and takes its pods with it", async () => {
    await says("create deployment web --image=nginx:1 --replicas=2");
    await says(`wait --for=condition=Available deployment/web ${soon}`);
    await says("scale deployment web --replicas=3");
    assert.match(await says(`rollout status deployment/web ${soon}`), /successfully rolled out$/);
    await says("rollout pause deployment/web");
    await says("set image deployment/web nginx=nginx:2");
    const imagesOf = async () => new Set((await says("get pods -l app=web -o jsonpath={..image}")).split(" "));
    assert.deepEqual(await imagesOf(), new Set(["nginx:1"]));
    await says("rollout resume deployment/web");
    await says(`rollout status deployment/web ${soon}`);
    assert.match(await says("rollout history deployment/web"), /^1 .*\n2 /m);
    await says("rollout undo deployment/web");
    await says(`rollout status deployment/web ${soon}`);
    assert.equal(await says("get deployment web -o jsonpath={..containers[0].image}"), "nginx:1");
    assert.match(
      await says("describe deployment web"),
      /^Replicas: +3 desired \| 3 updated \| 3 total \| 3 available/m,
    );
    assert.match(await says("get all"), /^deployment\.apps\/web +3\/3 /m);
    await says("delete deployment web");
    await says(`wait --for=delete pod -l app=web ${soon}`);
  });

  test("a pod completes, another answers commands and has a log, and nobody measures it", async () => {
    await says("run once --image=busybox --restart=Never -- echo done");
    await says(`wait --for=jsonpath={.status.phase}=Succeeded pod/once ${soon}`);
    assert.equal(await says("logs once"), "done");
    await says("run web --image=nginx");
    await says(`wait --for=condition=Ready pod/web ${soon}`);
    assert.equal(await says("exec web -- echo hi"), "hi");
    const top = await fails("top pods");
    assert.deepEqual([top.code, top.stdout, top.stderr], [1, "", "error: Metrics API not available\n"]);
  });

  test("nodes behave as the file says that the command was given", async () => {
    await says("run bad --image=broken:1");
    const reason = "{.status.containerStatuses[0].state.waiting.reason}";
    await says(`wait --for=jsonpath=${reason}=ImagePullBackOff pod/bad ${soon}`);
  });

  test("a token is made for a ServiceAccount, and is that account", async () => {
    const token = await says("create token default --duration=1h");
    assert.match(await says(`auth whoami --token=${token}`), /^Username +system:serviceaccount:shop:default$/m);
  });

  test("a node is drained, and its pods come up on the other", async () => {
    await says("create deployment moved --image=nginx --replicas=2");
    await says(`rollout status deployment/moved ${soon}`);
    assert.match(await says(`drain node-1 --ignore-daemonsets --force ${soon}`), /^node\/node-1 drained$/m);
    await says(`rollout status deployment/moved ${soon}`);
    const nodes = await says("get pods -l app=moved -o jsonpath={.items[*].spec.nodeName}");
    assert.equal(nodes, "node-2 node-2");
    await says("uncordon node-1");
  });

  test("a namespace goes with all in it, and then the plane, which is ended once", async () => {
    assert.match(await says(`delete namespace shop ${soon}`), /^namespace "shop" deleted$/m);
    assert.match((await fails("get namespace shop")).stderr, /namespaces "shop" not found/);
    assert.match((await pintle("down")).stderr, /stopping the plane of /);
    assert.match((await pintle("down")).stderr, /^no plane runs in /);
  });
});
