/** The same operator on the real kube-apiserver and kube-controller-manager; nothing but `--kubeconfig` tells it where it is. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { type Client, createClient, ignoreNotFound, loadConfig } from "@pintle/client";
import { Deployment, HorizontalPodAutoscaler, Namespace, Pod, Service } from "@pintle/kinds";
import { ApiError, findCondition } from "@pintle/machinery";
import { installResources } from "pintle";
import { parse } from "yaml";
import { ModelBox } from "../../examples/modelbox/model-box.ts";
import { freePort } from "../pintle/run-children.ts";
import { type ControlPlane, startRealControlPlane } from "../real/control-plane.ts";
import { root } from "../tidy/repository.ts";
import { missing } from "../tools.ts";
import { invalidBoxes } from "./invalid-boxes.ts";
import { playKubelet } from "./kubelet.ts";

const name = "modelbox-sample";
const namespace = "boxes";
const skip = missing("real");
const sample = parse(readFileSync(`${root}examples/modelbox/config/samples/model_v1_modelbox.yaml`, "utf8"));

let plane: ControlPlane;
let client: Client;
let kubelet: AsyncDisposable;
let operator: ChildProcess;

function startOperator(...flags: readonly string[]): ChildProcess {
  const args = ["--conditions=pintle-source", "examples/modelbox/main.ts", `--kubeconfig=${plane.kubeconfig}`];
  // Somebody else may have the port for probes, and nobody probes here.
  const all = [...args, "--health-probe-bind-address=0", "--log-level=error", ...flags];
  return spawn(process.execPath, all, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
}

async function stopOperator(): Promise<void> {
  assert.equal(operator.exitCode, null, "it has ended by itself");
  const ended = once(operator, "exit");
  operator.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
}

before(async () => {
  if (skip) return;
  plane = await startRealControlPlane({ controllers: true });
  client = createClient(await loadConfig({ file: plane.kubeconfig }));
  await client.resource(Namespace).create({ metadata: { name: namespace } });
  await installResources(client, [ModelBox]);
  kubelet = playKubelet(client, namespace);
  operator = startOperator();
});

after(async () => {
  if (skip) return;
  await stopOperator();
  await kubelet[Symbol.asyncDispose]();
  await client.close();
  await plane.stop();
});

const boxes = () => client.resource(ModelBox, { namespace });
const deployments = () => client.resource(Deployment, { namespace });
const services = () => client.resource(Service, { namespace });

/** What is looked at comes from the server each time; it has a minute to become so. */
async function eventually<Found>(look: () => Promise<Found>, isSo: (found: Found) => boolean): Promise<Found> {
  const untilMs = performance.now() + 60_000;
  for (;;) {
    const found = await look();
    if (isSo(found)) return found;
    assert.equal(operator.exitCode, null, "the operator has ended by itself");
    assert.ok(performance.now() < untilMs, JSON.stringify(found, undefined, 1));
    await client.clock.sleep(100, { label: "test", kind: "work" });
  }
}

const ready = () =>
  eventually(
    () => boxes().get(name),
    ({ metadata, status }) => {
      const found = findCondition(status?.conditions, "Ready");
      return (
        found?.status === "True" &&
        found.observedGeneration === metadata.generation &&
        status?.replicas === status?.readyReplicas
      );
    },
  );

test("the sample becomes Ready, with a Deployment and a Service of its own", { skip }, async () => {
  await boxes().create(sample);
  const { status } = await ready();
  assert.equal(status?.readyReplicas, 4);
  assert.equal(status?.endpoint, "nginx.boxes.svc:80");
  assert.equal((await services().get("nginx")).spec?.ports?.[0]?.nodePort, 30010);
});

test("what is deleted and edited comes back", { skip }, async () => {
  const before = await services().get("nginx");
  const [pod] = (await client.resource(Pod, { namespace }).list({ labelSelector: `modelbox=${name}` })).items;
  await services().delete("nginx");
  await client.resource(Pod, { namespace }).delete(pod?.metadata.name ?? "");
  await deployments().patch(name, { merge: { spec: { replicas: 1, minReadySeconds: 0 } } });
  await eventually(
    () => ignoreNotFound(services().get("nginx")),
    (found) => found !== undefined && found.metadata.uid !== before.metadata.uid,
  );
  await eventually(
    () => deployments().get(name),
    ({ spec }) => spec?.replicas === 4 && spec.minReadySeconds === 3,
  );
  await ready();
});

test("an update is rolled out, and scaled by the subresource that autoscalers use", { skip }, async () => {
  await boxes().patch(name, { merge: { spec: { image: "nginx:1.27", name: "web" } } });
  await ready();
  assert.equal((await services().get("web")).metadata.ownerReferences?.[0]?.name, name);
  // The node port goes over from the Service of before, which has it until it goes.
  await eventually(
    () => services().get("web"),
    ({ spec }) => spec?.ports?.[0]?.nodePort === 30010,
  );
  await eventually(
    () => ignoreNotFound(services().get("nginx")),
    (found) => found === undefined,
  );
  await boxes().scale.patch(name, { merge: { spec: { replicas: 2 } } });
  assert.equal((await ready()).status?.replicas, 2);
});

test("a HorizontalPodAutoscaler of the real controller brings a box to its least", { skip }, async () => {
  const scaleTargetRef = { apiVersion: "model.github.com/v1", kind: "ModelBox", name };
  const metrics = [
    { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } } },
  ];
  const autoscaler = { metadata: { name }, spec: { scaleTargetRef, minReplicas: 3, maxReplicas: 5, metrics } };
  await client.resource(HorizontalPodAutoscaler, { namespace }).create(autoscaler as never);
  await eventually(
    () => boxes().get(name),
    ({ spec }) => spec.replicas === 3,
  );
  await client.resource(HorizontalPodAutoscaler, { namespace }).delete(name);
  assert.equal((await ready()).status?.replicas, 3);
});

test("a second look at everything, and a restart, change nothing", { skip }, async () => {
  const versions = async () =>
    [await boxes().get(name), await deployments().get(name), await services().get("web")].map(
      ({ metadata }) => metadata.resourceVersion,
    );
  await ready();
  const before = await versions();
  await stopOperator();
  const metrics = `127.0.0.1:${await freePort()}`;
  const served = ["--webhook-url-host=127.0.0.1", "--webhook-port=0", `--metrics-bind-address=${metrics}`];
  operator = startOperator(...served, "--metrics-secure=false");
  await untilReconciled(metrics);
  await untilRefused();
  assert.deepEqual(await versions(), before);
});

/** The process has looked at the only box that there is, and has come to rest. */
async function untilReconciled(metrics: string): Promise<void> {
  const said = async () => {
    const answer = await fetch(`http://${metrics}/metrics`).catch(() => undefined);
    return (await answer?.text()) ?? "";
  };
  await eventually(said, (text) => {
    const runs = /^controller_runtime_reconcile_total\{controller="modelbox",result="success"\} (\d+)$/m.exec(text);
    const isAtRest = /^controller_runtime_active_workers\{controller="modelbox"\} 0$/m.test(text);
    return isAtRest && Number(runs?.[1] ?? 0) > 0;
  });
}

/** Webhooks are asked. */
async function untilRefused(): Promise<void> {
  const injected = { metadata: { name: "probe" }, spec: { image: "a:1", name: "db-container" } };
  await eventually(
    () =>
      boxes()
        .create(injected, { dryRun: true })
        .then(
          () => undefined,
          (error: unknown) => ApiError.find(error)?.status,
        ),
    (status) => status?.code === 422,
  );
}

test("every invalid box is refused with its field, by the schema, by rules, or by the webhook", { skip }, async (t) => {
  for (const { title, spec, name: given = "box", field } of invalidBoxes) {
    await t.test(title, async () => {
      const box = { metadata: { name: given }, spec: JSON.parse(JSON.stringify({ image: "nginx:1.27", ...spec })) };
      const error = await boxes()
        .create(box)
        .then(
          () => assert.fail("it was accepted"),
          (cause: unknown) => ApiError.find(cause) ?? assert.fail(String(cause)),
        );
      assert.equal(error.status.code, 422, error.message);
      const named = [error.message, ...(error.status.details?.causes ?? []).map((cause) => cause.field ?? "")].join(
        " ",
      );
      assert.ok(named.includes(field), named);
    });
  }
});

test("a box of v1beta1 is served while the operator converts it", { skip }, async () => {
  const old = client.resource({ apiVersion: "model.github.com/v1beta1", kind: "ModelBox" }, { namespace });
  await old.create({ metadata: { name: "before" }, spec: { image: "nginx:1.27", instances: 1, cpu: "100m" } });
  const { spec } = await boxes().get("before");
  assert.deepEqual([spec.replicas, spec.resources], [1, { limits: { cpu: "100m" } }]);
  await boxes().patch("before", { merge: { spec: { probes: "none" } } });
  await old.patch("before", { merge: { spec: { instances: 2 } } });
  const { spec: now } = await boxes().get("before");
  assert.deepEqual([now.replicas, now.probes], [2, "none"]);
});

test("with the box go its children", { skip }, async () => {
  await boxes().delete(name);
  await eventually(
    () => ignoreNotFound(deployments().get(name)),
    (found) => found === undefined,
  );
  await eventually(
    () => ignoreNotFound(services().get("web")),
    (found) => found === undefined,
  );
});
