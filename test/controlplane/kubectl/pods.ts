/** What people do with pods on simulated nodes: let them run to their end, read what they write, and run commands in them. */
import assert from "node:assert/strict";
import type { Json } from "../../conformance/answer.ts";
import { eventually } from "../../conformance/eventually.ts";
import { deployWeb, olderKubectls, runWeb, type TerminalTests } from "../kubectl-cluster.ts";

function pod(name: string, spec: Json): Json {
  return { apiVersion: "v1", kind: "Pod", metadata: { name }, spec };
}

function writer(name: string, ...lines: string[]): Json {
  const script = [...lines.map((line) => `echo ${line}`), "sleep infinity"].join("; ");
  return { name, image: "busybox", command: ["sh", "-c", script] };
}

export const pods: TerminalTests = {
  "nodes are ready, and pods run on them with addresses of their own": async (terminal) => {
    const { says } = terminal;
    assert.match(await says("get nodes"), /node-1 +Ready +<none>.*\nnode-2 +Ready/);
    await deployWeb(terminal);
    const pods = await says("get pods -o wide --no-headers");
    assert.equal(pods.match(/1\/1 +Running .* 10\.244\.[01]\.\d+ +node-[12]/g)?.length, 2);
  },

  "a pod that completes is waited for, and its log read to the end": async ({ says, client, at, namespace }) => {
    await says("run once --image=busybox --restart=Never -- sh -c 'echo hi; sleep 2'");
    const status = async () => (await client.get(at("v1", "pods", "once"))).body.status;
    await eventually(async () => assert.ok((await status()).containerStatuses[0].containerID));
    assert.equal(await says("logs once --follow"), "hi");
    assert.ok((await status()).containerStatuses[0].state.terminated);
    await says("wait --for=jsonpath={.status.phase}=Succeeded pod/once --timeout=20s");
    assert.match(await says("get pod once --no-headers"), /0\/1 +Completed/);
    const told = await says("describe pod once");
    assert.match(told, new RegExp(`Scheduled .*Successfully assigned ${namespace}/once to node-`));
    assert.match(told, /^ {4}State: +Terminated\n {6}Reason: +Completed\n {6}Exit Code: +0$/m);
  },

  "a pod that fails says with which code, and one that crashes is started again": async ({ says }) => {
    await says("run fails --image=busybox --restart=Never -- sh -c 'exit 3'");
    await says("wait --for=jsonpath={.status.phase}=Failed pod/fails --timeout=20s");
    assert.match(await says("get pod fails --no-headers"), /^fails +0\/1 +Error +0 +\d+s$/);
    assert.match(await says("describe pod fails"), /^ {6}Exit Code: +3$/m);
    await says("run loops --image=busybox -- false");
    await says("wait --for=jsonpath={.status.containerStatuses[0].state.waiting.reason}=CrashLoopBackOff pod/loops");
    assert.match(await says("get pod loops --no-headers"), /^loops +0\/1 +CrashLoopBackOff +1 \(\d+s ago\) +\d+s$/);
  },

  "logs are read from the end, from before, and of all containers": async ({ says, run, fails }) => {
    const containers = [writer("main", "one", "two"), writer("side", "three")];
    await says("apply -f -", pod("two", { containers }));
    await says("wait --for=condition=Ready pod/two --timeout=20s");
    const usual = await run("logs two");
    assert.deepEqual([usual.stdout, usual.stderr], ["one\ntwo\n", 'Defaulted container "main" out of: main, side\n']);
    assert.equal(await says("logs two -c main --tail=1"), "two");
    assert.match(await says("logs two -c side --timestamps"), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z three$/);
    const all = await says("logs two --all-containers --prefix");
    // kubectl asks for them in any order.
    const expected = ["[pod/two/main] one", "[pod/two/main] two", "[pod/two/side] three"];
    assert.deepEqual(all.split("\n").toSorted(), expected);
    const { code, stderr } = await fails("logs two -c nobody");
    assert.deepEqual([code, stderr], [1, "error: container nobody is not valid for pod two out of: main, side\n"]);
    const none = await fails("logs two -c main --previous");
    assert.equal(
      none.stderr,
      'Error from server (BadRequest): previous terminated container "main" in pod "two" not found\n',
    );

    await says("run chatty --image=chatty:1");
    await says("wait --for=jsonpath={.status.containerStatuses[0].restartCount}=1 pod/chatty --timeout=20s");
    assert.equal(await says("logs chatty --previous --tail=2"), "two\nthree");
  },

  "a command runs in a pod, with its output, its input and its exit code": async (terminal) => {
    await runWeb(terminal);
    const { says, fails } = terminal;
    assert.equal(await says("exec web -- echo hi"), "hi");
    assert.equal(await says("exec -i web -- cat", "through"), "through");
    const failed = await fails("exec web -- sh -c 'exit 3'");
    assert.deepEqual([failed.code, failed.stderr], [3, "command terminated with exit code 3\n"]);
    const unknown = await fails("exec web -c nobody -- true");
    assert.deepEqual(
      [unknown.code, unknown.stderr],
      [1, "error: container nobody is not valid for pod web out of: web\n"],
    );
    assert.equal(
      (await fails("exec nobody -- true")).stderr,
      'Error from server (NotFound): pods "nobody" not found\n',
    );
  },

  "a command runs in a pod whichever way a kubectl asks for it: older ones speak SPDY": async (terminal, context) => {
    if (olderKubectls().length === 0) {
      context.skip("there is only one kubectl here, which does not speak SPDY: name older ones in PINTLE_KUBECTLS");
      return;
    }
    await runWeb(terminal);
    for (const kubectl of olderKubectls()) {
      const { code, stdout, stderr } = await terminal.run("exec -i web -- cat", "through", kubectl);
      assert.deepEqual([code, stdout], [0, "through"], `${kubectl}: ${stderr}`);
    }
  },

  "who attaches to a pod hears it to its end": async ({ says, fails, namespace }) => {
    const said = await says("run it --rm -i --image=busybox --restart=Never -- echo attached");
    assert.equal(said, `attached\npod "it" deleted from ${namespace} namespace`);
    assert.equal((await fails("get pod it")).code, 1);
    const failed = await fails("run it --rm -i --image=busybox --restart=Never -- sh -c 'sleep 1; exit 3'");
    assert.equal(failed.code, 3);
    assert.match(failed.stderr, new RegExp(`^pod ${namespace}/it terminated \\(Error\\)$`, "m"));
  },

  "a container is added to a pod to look into it": async (terminal) => {
    await runWeb(terminal);
    const { says } = terminal;
    assert.match(await says("debug web -i --image=busybox --container=look -- echo seen"), /^seen$/m);
    assert.match(await says("describe pod web"), /^Ephemeral Containers:\n {2}look:\n/m);
    assert.match(await says("get pod web --no-headers"), /^web +1\/1 +Running +0 +\d+s$/);
  },

  "what a simulation cannot do is refused in one clear line": async (terminal) => {
    await runWeb(terminal);
    const { fails } = terminal;
    const forward = await fails("port-forward pod/web :80");
    assert.equal(forward.code, 1);
    assert.match(forward.stderr, /is simulated: nobody listens on its ports\n$/);
    for (const what of ["pods", "nodes"]) {
      const top = await fails(`top ${what}`);
      assert.deepEqual([top.code, top.stdout, top.stderr], [1, "", "error: Metrics API not available\n"]);
    }
    const copy = await fails("cp web:/etc/hostname /dev/null");
    assert.equal(
      copy.stdout + copy.stderr,
      "tar: not known to simulated pods\ncommand terminated with exit code 127\n",
    );
  },

  "an image that is marked bad is told of": async ({ says, fails }) => {
    await says("run bad --image=broken:1");
    const waiting = "{.status.containerStatuses[0].state.waiting.reason}=ImagePullBackOff";
    await says(`wait --for=jsonpath=${waiting} pod/bad --timeout=20s`);
    assert.match(await says("get pod bad --no-headers"), /0\/1 +ImagePullBackOff/);
    const log = await fails("logs bad");
    assert.match(log.stderr, /container "bad" in pod "bad" is waiting to start: trying and failing to pull image/);
    assert.match(
      await says("events --for pod/bad"),
      /Warning +Failed +Pod\/bad +Failed to pull image "broken:1": not found/,
    );
  },
};
