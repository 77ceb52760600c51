/** What kubectl shows of Deployments that roll out on simulated nodes, and does to them. */
import assert from "node:assert/strict";
import type { Lines } from "../../clients/kubectl.ts";
import { deployment } from "../../clients/manifests.ts";
import type { Json } from "../../conformance/answer.ts";
import { cells, deployWeb, list, type Terminal, type TerminalTests } from "../kubectl-cluster.ts";

/** A Deployment whose container is named `web` as well, with more of a spec than kubectl has flags for. */
function web(spec: Json): Json {
  const manifest = deployment("web");
  return { ...manifest, spec: { ...manifest.spec, ...spec } };
}

const isAvailable = "wait --for=condition=Available deployment/web --timeout=20s";
const isRolledOut = "rollout status deployment/web --timeout=20s";
const rolledOut = 'deployment "web" successfully rolled out';

async function linesUntil(lines: Lines, last: string): Promise<string[]> {
  const seen: string[] = [];
  while (seen.at(-1) !== last) seen.push(await lines.next());
  return seen;
}

/** The images of all pods that are not on their way out, each once. */
async function images(terminal: Terminal): Promise<string[]> {
  const pods = (await list(terminal, "v1", "pods")).filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  return [...new Set(pods.map(({ spec }) => spec.containers[0].image))];
}

export const rollouts: TerminalTests = {
  "a rollout is told line by line until it is over": async (terminal) => {
    const { says, follow } = terminal;
    const spec = { minReadySeconds: 1, strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } };
    assert.equal(await says("apply -f -", web(spec)), "deployment.apps/web created");
    assert.equal(await says(isAvailable), "deployment.apps/web condition met");
    assert.equal(await says("rollout pause deployment/web"), "deployment.apps/web paused");
    assert.equal(await says("set image deployment/web web=nginx:1.28"), "deployment.apps/web image updated");
    using lines = follow(isRolledOut);
    const waiting = 'Waiting for deployment "web" rollout to finish: ';
    assert.equal(await lines.next(), `${waiting}0 out of 2 new replicas have been updated...`);
    await says("rollout resume deployment/web");
    const told = (await linesUntil(lines, rolledOut)).map((line) => line.replace(waiting, ""));
    // How often a moment is seen, and whether those before the first new pod are, is a matter of chance.
    const moments = [...new Set(told)].filter((line) => !/^0 out of|spec update/.test(line));
    assert.deepEqual(moments, [
      "1 out of 2 new replicas have been updated...",
      "1 old replicas are pending termination...",
      rolledOut,
    ]);
    assert.deepEqual(await images(terminal), ["nginx:1.28"]);
  },

  "a Deployment is scaled up, on condition, and down to nothing": async (terminal) => {
    const { says, fails } = terminal;
    await says("create deployment web --image=nginx:1.27 --replicas=2");
    assert.equal(await says("scale deployment web --replicas=3 --current-replicas=2"), "deployment.apps/web scaled");
    assert.match(await says(isRolledOut), /^deployment "web" successfully rolled out$/m);
    assert.match((await says("get deployment web")).split("\n")[1] ?? "", /^web +3\/3 +3 +3 +\d+s$/);
    const { code, stderr } = await fails("scale deployment web --replicas=1 --current-replicas=2");
    assert.deepEqual([code, stderr], [1, "error: Expected replicas to be 2, was 3\n"]);
    await says("scale deployment web --replicas=0");
    await says("wait --for=delete pod --selector=app=web --timeout=20s");
    const { stdout, stderr: nothing } = await terminal.run("get pods");
    assert.deepEqual([stdout, nothing], ["", `No resources found in ${terminal.namespace} namespace.\n`]);
    assert.match((await says("get deployment web --no-headers")) ?? "", /^web +0\/0 +0 +0 +\d+s$/);
  },

  "a paused Deployment keeps its pods whatever is changed, until it is resumed": async (terminal) => {
    const { says, fails } = terminal;
    await deployWeb(terminal, { replicas: 1 });
    assert.equal(await says("rollout pause deployment/web"), "deployment.apps/web paused");
    assert.equal(
      (await fails("rollout pause deployment/web")).stderr,
      'error: deployments.apps "web" is already paused\n',
    );
    await says("set image deployment/web web=nginx:1.28");
    await says("set resources deployment/web --limits=cpu=200m,memory=64Mi --requests=cpu=100m");
    const stuck = await fails("rollout status deployment/web --timeout=3s");
    assert.match(stuck.stdout, /rollout to finish: 0 out of 1 new replicas have been updated\.\.\.\n$/);
    assert.deepEqual(
      [await images(terminal), (await list(terminal, "apps/v1", "replicasets")).length],
      [["nginx:1.27"], 1],
    );
    assert.match(
      (await fails("rollout undo deployment/web --to-revision=1")).stderr,
      /you cannot rollback a paused deployment; resume it first/,
    );
    assert.match(await says("describe deployment web"), /^ {2}Progressing +Unknown +DeploymentPaused$/m);
    assert.equal(await says("rollout resume deployment/web"), "deployment.apps/web resumed");
    await says(isRolledOut);
    assert.deepEqual(
      [await images(terminal), (await list(terminal, "apps/v1", "replicasets")).length],
      [["nginx:1.28"], 2],
    );
  },

  "the history shows revisions with their causes, and a Deployment is undone to any of them": async (terminal) => {
    const { says, fails } = terminal;
    await deployWeb(terminal, { replicas: 1 });
    await says("annotate deployment/web kubernetes.io/change-cause='the first'");
    await says("set image deployment/web web=nginx:1.28");
    await says("annotate deployment/web --overwrite kubernetes.io/change-cause='the second'");
    await says(isRolledOut);
    const history = async () => {
      const [title, header, ...rows] = cells(await says("rollout history deployment/web"));
      assert.deepEqual([title, header], ["deployment.apps/web", "REVISION | CHANGE-CAUSE"]);
      return rows;
    };
    assert.deepEqual(await history(), ["1 | the first", "2 | the second"]);
    const second = await says("rollout history deployment/web --revision=2");
    assert.match(second, /^deployment\.apps\/web with revision #2\nPod Template:\n {2}Labels:\tapp=web\n/);
    assert.match(second, /^ {4}Image:\tnginx:1\.28$/m);

    assert.equal(await says("rollout undo deployment/web"), "deployment.apps/web rolled back");
    await says(isRolledOut);
    assert.deepEqual([await images(terminal), await history()], [["nginx:1.27"], ["2 | the second", "3 | the first"]]);
    assert.equal(await says("rollout undo deployment/web --to-revision=2"), "deployment.apps/web rolled back");
    await says(isRolledOut);
    assert.deepEqual([await images(terminal), await history()], [["nginx:1.28"], ["3 | the first", "4 | the second"]]);
    assert.equal(
      await says("rollout undo deployment/web --to-revision=4"),
      "deployment.apps/web skipped rollback (current template already matches revision 4)",
    );
    const { code, stderr } = await fails("rollout undo deployment/web --to-revision=99");
    assert.deepEqual([code, stderr], [1, "error: unable to find specified revision 99 in history\n"]);
  },

  "a restart replaces all pods, and what is set reaches the new ones": async (terminal) => {
    const { says } = terminal;
    await deployWeb(terminal);
    const names = async () => (await list(terminal, "v1", "pods")).map(({ metadata }) => metadata.name);
    const before = await names();
    assert.equal(await says("rollout restart deployment/web"), "deployment.apps/web restarted");
    await says(isRolledOut);
    await says(`wait --for=delete ${before.map((name) => `pod/${name}`).join(" ")} --timeout=20s`);
    assert.equal((await names()).length, 2);
    assert.equal(await says("set env deployment/web COLOUR=green"), "deployment.apps/web env updated");
    await says(isRolledOut);
    assert.equal(await says("set env deployment/web --list"), "# Deployment web, container web\nCOLOUR=green");
    assert.match(await says("exec deployment/web -- env"), /^COLOUR=green$/m);
  },

  "a rollout that is stuck is given up in time, with the reason in the Deployment and its pods": async (terminal) => {
    const { says, fails } = terminal;
    const containers = [{ name: "web", image: "broken:1" }];
    const template = { metadata: { labels: { app: "web" } }, spec: { containers } };
    await says("apply -f -", web({ replicas: 1, progressDeadlineSeconds: 1, template }));
    const { code, stdout, stderr } = await fails(isRolledOut);
    assert.deepEqual([code, stderr], [1, 'error: deployment "web" exceeded its progress deadline\n']);
    assert.match(
      stdout,
      /^(?:Waiting for deployment "web" rollout to finish: 0 of 1 updated replicas are available\.\.\.\n)?$/,
    );
    assert.match(await says("get deployment web --no-headers"), /^web +0\/1 +1 +0 +\d+s$/);
    assert.match(await says("describe deployment web"), /^ {2}Progressing +False +ProgressDeadlineExceeded$/m);
    assert.match(await says("get pods --no-headers"), / 0\/1 +(?:ErrImagePull|ImagePullBackOff) +0 +\d+s$/);
  },
};
