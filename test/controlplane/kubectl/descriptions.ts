/** What `kubectl get all`, `describe`, `events` and a watch show of workloads on simulated nodes. */
import assert from "node:assert/strict";
import { deployment } from "../../clients/manifests.ts";
import type { Json } from "../../conformance/answer.ts";
import { cells, deployWeb, list, runWeb, type Terminal, type TerminalTests } from "../kubectl-cluster.ts";

const resources = { requests: { cpu: "100m", memory: "64Mi" }, limits: { memory: "128Mi" } };

/** With what a description shows of a container. */
const container = {
  name: "web",
  image: "nginx:1.27",
  ports: [{ containerPort: 8080, name: "http" }],
  resources,
  env: [{ name: "COLOUR", value: "green" }],
  readinessProbe: { httpGet: { path: "/ready", port: "http" }, periodSeconds: 1 },
};
const template = { metadata: { labels: { app: "web" } }, spec: { containers: [container] } };

/** A Deployment, its Service, a budget and a quota, all of it in use. */
async function openShop({ says }: Terminal): Promise<void> {
  const manifest = deployment("web");
  const quota = {
    apiVersion: "v1",
    kind: "ResourceQuota",
    metadata: { name: "some" },
    spec: { hard: { pods: "9", "requests.cpu": "1" } },
  };
  const items: Json[] = [quota, { ...manifest, spec: { ...manifest.spec, template } }];
  await says("apply -f -", { apiVersion: "v1", kind: "List", items });
  await says("expose deployment web --port=80 --target-port=http");
  await says("create poddisruptionbudget web --selector=app=web --min-available=1");
  await says("rollout status deployment/web --timeout=20s");
}

/** The lines under `Events:`, each as `type reason source message`, in the order of their first time. */
function eventsOf(description: string): string[] {
  const [, table = ""] = /^Events:\n((?: .*\n?)*)/m.exec(description) ?? [];
  return cells(table.trimEnd())
    .slice(2)
    .map((line) => line.split(" | "))
    .map(([type, reason, , source, message]) => [type, reason, source, message].join(" "));
}

function field(description: string, name: string): string | undefined {
  return new RegExp(`^ *${name}:[ \t]+(.*?) *$`, "m").exec(description)?.[1];
}

export const descriptions: TerminalTests = {
  "get all lists the workload and what it made, and describe tells of its Service, its budget and its quota": async (
    terminal,
  ) => {
    const { says, namespace } = terminal;
    await openShop(terminal);
    const all = await says("get all");
    assert.deepEqual(
      all
        .split("\n")
        .filter((line) => /^(?:\w+\.?)+\/|^NAME/.test(line))
        .map((line) => line.replace(/ .*/, "").replace(/-[a-z0-9]{5,10}(?=-|$)/g, "-x")),
      [
        "NAME",
        "pod/web-x-x",
        "pod/web-x-x",
        "NAME",
        "service/web",
        "NAME",
        "deployment.apps/web",
        "NAME",
        "replicaset.apps/web-x",
      ],
    );
    assert.match(all, /^service\/web +ClusterIP +10\.0\.0\.\d+ +<none> +80\/TCP +\d+s$/m);
    assert.match(all, /^deployment\.apps\/web +2\/2 +2 +2 +\d+s$/m);
    assert.match(all, /^replicaset\.apps\/web-\w+ +2 +2 +2 +\d+s$/m);
    const wide = await says("get all -A -o wide");
    assert.match(wide, /^default +service\/kubernetes +ClusterIP +10\.0\.0\.1 +<none> +443\/TCP +\d+s +<none>$/m);
    assert.match(
      wide,
      new RegExp(
        `^${namespace} +pod/web-\\S+ +1/1 +Running +0 +\\d+s +10\\.244\\.\\S+ +node-\\d +<none> +<none>$`,
        "m",
      ),
    );
    assert.match(
      wide,
      new RegExp(`^${namespace} +deployment\\.apps/web +2/2 +2 +2 +\\d+s +web +nginx:1\\.27 +app=web$`, "m"),
    );

    const service = await says("describe service web");
    const addresses = (await list(terminal, "v1", "pods")).map(({ status }) => status.podIP);
    assert.deepEqual(
      field(service, "Endpoints")?.split(",").toSorted(),
      addresses.map((ip) => `${ip}:8080`).toSorted(),
    );
    assert.deepEqual(
      [field(service, "Port"), field(service, "TargetPort"), field(service, "Selector")],
      ["<unset>  80/TCP", "http/TCP", "app=web"],
    );
    assert.match(
      await says("get endpointslices --no-headers"),
      /^web-\w{5} +IPv4 +8080 +10\.244\.\S+,10\.244\.\S+ +\d+s$/,
    );
    const budget = await says("describe pdb web");
    assert.match(budget, /^Status:\n {4}Allowed disruptions: +1\n {4}Current: +2\n {4}Desired: +1\n {4}Total: +2$/m);
    const quota = await says("describe quota some");
    assert.deepEqual(cells(quota).slice(2), [
      "Resource | Used | Hard",
      "-------- | ---- | ----",
      "pods | 2 | 9",
      "requests.cpu | 200m | 1",
    ]);
    const refused = `run big --image=nginx --overrides={"spec":{"containers":[{"name":"big","image":"nginx","resources":{"requests":{"cpu":"900m"}}}]}}`;
    const { stderr } = await terminal.fails(refused);
    assert.equal(
      stderr,
      'Error from server (Forbidden): pods "big" is forbidden: exceeded quota: some, requested: requests.cpu=900m, used: requests.cpu=200m, limited: requests.cpu=1\n',
    );
    for (const text of [service, budget, quota]) assert.doesNotMatch(text, /<unknown>|<error/);
  },

  "describe tells of a Deployment, its ReplicaSet, its pods and their nodes, and what happened to them": async (
    terminal,
  ) => {
    const { says, namespace } = terminal;
    await deployWeb(terminal, { template });
    const web = await says("describe deployment web");
    assert.equal(field(web, "Replicas"), "2 desired | 2 updated | 2 total | 2 available | 0 unavailable");
    assert.equal(field(web, "StrategyType"), "RollingUpdate");
    assert.match(
      web,
      /^ {2}Available +True +MinimumReplicasAvailable\n {2}Progressing +True +NewReplicaSetAvailable$/m,
    );
    const set = /^NewReplicaSet: +(\S+) \(2\/2 replicas created\)$/m.exec(web)?.[1] ?? web;
    assert.deepEqual(eventsOf(web), [
      `Normal ScalingReplicaSet deployment-controller Scaled up replica set ${set} from 0 to 2`,
    ]);

    const replicas = await says(`describe rs ${set}`);
    assert.equal(field(replicas, "Controlled By"), "Deployment/web");
    assert.equal(field(replicas, "Pods Status"), "2 Running / 0 Waiting / 0 Succeeded / 0 Failed");
    const made = eventsOf(replicas).toSorted();
    assert.equal(made.length, 2);
    for (const line of made)
      assert.match(line, new RegExp(`^Normal SuccessfulCreate replicaset-controller Created pod: ${set}-\\w{5}$`));

    const name = made[0]?.replace(/.* /, "");
    const pod = await says(`describe pod ${name}`);
    const node = /^Node: +(node-\d)\/172\.18\.0\.\d+$/m.exec(pod)?.[1];
    assert.deepEqual(eventsOf(pod), [
      `Normal Scheduled default-scheduler Successfully assigned ${namespace}/${name} to ${node}`,
      'Normal Pulled kubelet spec.containers{web}: Container image "nginx:1.27" already present on machine and can be accessed by the pod',
      "Normal Created kubelet spec.containers{web}: Container created",
      "Normal Started kubelet spec.containers{web}: Container started",
    ]);
    assert.equal(field(pod, "Controlled By"), `ReplicaSet/${set}`);
    assert.equal(field(pod, "QoS Class"), "Burstable");
    assert.equal(field(pod, "Service Account"), "default");
    assert.match(
      pod,
      /^ {2}PodReadyToStartContainers +True *\n {2}Initialized +True *\n {2}Ready +True *\n {2}ContainersReady +True *\n {2}PodScheduled +True *$/m,
    );
    assert.match(
      pod,
      /^ {4}Readiness: +http-get http:\/\/:http\/ready delay=0s timeout=1s period=1s #success=1 #failure=3$/m,
    );
    assert.match(pod, /^ {6}\/var\/run\/secrets\/kubernetes\.io\/serviceaccount from kube-api-access-\w{5} \(ro\)$/m);
    for (const text of [web, replicas, pod]) assert.doesNotMatch(text, /<unknown>|<unset>|<error/);

    const text = await says(`describe node ${node}`);
    assert.match(
      text,
      new RegExp(`^Lease:\\n {2}HolderIdentity: +${node}\\n {2}AcquireTime: +<unset>\\n {2}RenewTime: +\\w{3}, `, "m"),
    );
    assert.match(text, /^ {2}Ready +True +.* KubeletReady +kubelet is posting ready status$/m);
    assert.match(text, new RegExp(`^ {2}InternalIP: +172\\.18\\.0\\.\\d\\n {2}Hostname: +${node}$`, "m"));
    const amounts = "100m \\(0%\\) +0 \\(0%\\) +64Mi \\(0%\\) +128Mi \\(0%\\)";
    assert.match(text, new RegExp(`^ {2}${namespace} +${name} +${amounts} +\\d+s$`, "m"));
    assert.match(text, /^ {2}cpu +\d+m \(\d+%\) +\d+m? \(\d+%\)$/m);
    assert.ok(eventsOf(text).includes(`Normal NodeReady kubelet Node ${node} status is now: NodeReady`), text);
    assert.doesNotMatch(text, /<unknown>|<error/);
  },

  "a watch shows a pod through its life": async (terminal) => {
    const { says, follow } = terminal;
    await runWeb(terminal);
    using lines = follow("get pods --watch --output-watch-events");
    const next = async () => (await lines.next()).replaceAll(/ +/g, " ");
    assert.equal(await next(), "EVENT NAME READY STATUS RESTARTS AGE");
    // What is there already is printed first: from then on nothing is missed.
    assert.match(await next(), /^ADDED web 1\/1 Running 0 \d+s$/);
    await says("run once --image=busybox --restart=Never -- sleep 1");
    const seen = [await next()];
    while (!/ Completed /.test(seen.at(-1) ?? "")) seen.push(await next());
    assert.match(seen[0] ?? "", /^ADDED once 0\/1 Pending 0 0s$/);
    const states = seen.map((line) => line.split(" ")[3]);
    assert.deepEqual([...new Set(states)], ["Pending", "ContainerCreating", "Running", "Completed"]);
    await says("delete pod once");
    while (!/^DELETED once 0\/1 Completed /.test(seen.at(-1) ?? "")) seen.push(await next());
  },

  "events are listed for an object, and for all in the order of their times": async (terminal) => {
    const { says } = terminal;
    await deployWeb(terminal, { replicas: 1 });
    assert.match(
      await says("events --for deployment/web --no-headers"),
      /^\S+ +Normal +ScalingReplicaSet +Deployment\/web +Scaled up replica set web-\w+ from 0 to 1$/,
    );
    const reasons = cells(await says("get events --sort-by=.metadata.creationTimestamp --no-headers")).map(
      (line) => line.split(" | ")[2],
    );
    assert.deepEqual(reasons.toSorted(), [
      "Created",
      "Pulled",
      "ScalingReplicaSet",
      "Scheduled",
      "Started",
      "SuccessfulCreate",
    ]);
  },
};
