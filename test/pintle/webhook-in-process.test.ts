/** Webhooks of a program on an embedded plane in the same process, on virtual time: no port, no certificate. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Client, createClient } from "@pintle/client";
import { startControlPlane } from "@pintle/controlplane";
import {
  ConfigMap,
  CustomResourceDefinition,
  MutatingWebhookConfiguration,
  Namespace,
  ValidatingWebhookConfiguration,
} from "@pintle/kinds";
import { ApiError, createLogList, createSeededRandom, createVirtualClock } from "@pintle/machinery";
import {
  createInProcessWebhooks,
  defineOperator,
  defineWebhook,
  installResources,
  type ProgramParts,
  type RunningOperators,
  startOperators,
} from "pintle";
import { OldWidget, Widget, widgets } from "./webhook-widgets.ts";

interface Stage extends AsyncDisposable {
  readonly client: Client;
  readonly warnings: string[];
  settle(): Promise<void>;
  start(parts: ProgramParts, through?: (client: Client) => Client): Promise<RunningOperators>;
  stop(running: RunningOperators): Promise<void>;
}

async function startStage(): Promise<Stage> {
  const [clock, random, { logger }] = [createVirtualClock(), createSeededRandom(7), createLogList()];
  const inProcess = createInProcessWebhooks();
  const plane = await startControlPlane({ clock, random, logger, connectWebhook: inProcess.connect });
  const warnings: string[] = [];
  const connect = () => createClient(plane, { clock, random, onWarning: (text) => warnings.push(text) });
  const client = connect();
  const settled = async <Result>(work: Promise<Result>) => (await Promise.all([work, plane.settle()]))[0];
  return {
    ...{ client, warnings, settle: () => plane.settle() },
    async start(parts, through = (own) => own) {
      await settled(installResources(client, [Widget], {}));
      const running = await startOperators(parts, {
        client: through(connect()),
        logger,
        webhooks: { by: "in-process", inProcess },
      });
      await plane.settle();
      await running.ready;
      return running;
    },
    stop: (running) => settled(running.stop()),
    [Symbol.asyncDispose]: () => plane.stop(),
  };
}

const namespace = "default";

async function refusalOf(writing: Promise<unknown>) {
  const error = await writing.then(
    () => assert.fail("it was taken"),
    (reason: unknown) => reason,
  );
  const { code, message = "", details } = (ApiError.find(error) ?? assert.fail(String(error))).status;
  return { code, message, fields: details?.causes?.map(({ field }) => field) };
}

test("objects are completed and judged before they are stored, and the operator sees the result", async () => {
  await using stage = await startStage();
  const running = await stage.start([widgets]);
  const all = stage.client.resource(Widget, { namespace });
  const made = await all.create({ metadata: { name: "a" }, spec: { tag: "latest" } });
  assert.equal(made.spec.image, "nginx");
  assert.deepEqual(stage.warnings, ["spec.tag: is a moving tag"]);
  const refusal = await refusalOf(all.create({ metadata: { name: "b" }, spec: { image: "evil", replicas: 10 } }));
  assert.deepEqual([refusal.code, refusal.fields], [422, ["spec.image", "spec.replicas"]]);
  assert.match(
    refusal.message,
    /admission webhook "widget\.widgets\.example\.com" denied the request: Widget\.widgets/,
  );
  await stage.settle();
  const child = await stage.client.resource(ConfigMap, { namespace }).get("a");
  assert.deepEqual(child.data, { image: "nginx", tag: "latest" });
  await stage.stop(running);
});

test("a webhook looks other objects up, and is asked about deletions", async () => {
  await using stage = await startStage();
  const running = await stage.start([widgets]);
  await stage.client.resource(Namespace).create({ metadata: { name: "cold", labels: { team: "frozen" } } });
  await stage.settle();
  const cold = await refusalOf(
    stage.client.resource(Widget, { namespace: "cold" }).create({ metadata: { name: "a" }, spec: {} }),
  );
  assert.deepEqual([cold.code, /nothing changes in this namespace$/.test(cold.message)], [403, true]);
  const all = stage.client.resource(Widget, { namespace });
  await all.create({ metadata: { name: "kept", labels: { keep: "yes" } }, spec: {} });
  assert.match((await refusalOf(all.delete("kept"))).message, /it is to be kept$/);
  await all.patch("kept", { merge: { metadata: { labels: { keep: null } } } });
  await all.delete("kept");
  await stage.stop(running);
});

test("admission may look up what its operator owns, as it may in memory", async () => {
  await using stage = await startStage();
  const keeping = defineOperator(Widget, {
    owns: { config: ConfigMap },
    desired: ({ spec: { image, tag } }) => ({ config: ConfigMap({ data: { image, tag } }) }),
    admission: {
      // Who leaves the image out means the one that is there.
      default(draft, { read, namespace: where }) {
        const { name = "" } = draft.metadata;
        draft.spec.image ??= read(ConfigMap, { namespace: where, name })?.data?.image ?? "nginx";
      },
    },
  });
  const running = await stage.start([keeping]);
  const all = stage.client.resource(Widget, { namespace });
  await all.create({ metadata: { name: "a" }, spec: { image: "redis" } });
  await stage.settle();
  const kept = await all.patch("a", { merge: { spec: { image: null } } } as never);
  assert.equal(kept.spec.image, "redis");
  await stage.stop(running);
});

test("objects are written in one version and read in the other", async () => {
  await using stage = await startStage();
  const running = await stage.start([widgets]);
  const [all, old] = [stage.client.resource(Widget, { namespace }), stage.client.resource(OldWidget, { namespace })];
  await old.create({ ...OldWidget, metadata: { name: "a" }, spec: { image: "redis:7", instances: 3 } });
  assert.deepEqual((await all.get("a")).spec, { image: "redis", tag: "7", replicas: 3 });
  await all.create({ metadata: { name: "b" }, spec: { image: "nginx", tag: "1.27" } });
  assert.deepEqual((await old.get("b")).spec, { image: "nginx:1.27", instances: 1 });
  const refusal = await refusalOf(old.create({ ...OldWidget, metadata: { name: "c" }, spec: { image: "evil:1" } }));
  assert.deepEqual([refusal.code, refusal.fields], [422, ["spec.image"]], "and is judged as what it becomes");
  await stage.stop(running);
});

test("a program that stops leaves nothing behind that would refuse a write, and finds its place again", async () => {
  await using stage = await startStage();
  const all = stage.client.resource(Widget, { namespace });
  const configurations = async () => [
    ...(await stage.client.resource(MutatingWebhookConfiguration).list()).items,
    ...(await stage.client.resource(ValidatingWebhookConfiguration).list()).items,
  ];
  const served = async () => {
    const { spec } = await stage.client.resource(CustomResourceDefinition).get("widgets.widgets.example.com");
    return [spec.conversion?.strategy, spec.versions.filter((version) => version.served).map(({ name }) => name)];
  };
  const first = await stage.start([widgets]);
  assert.deepEqual(
    (await configurations()).map(({ metadata }) => metadata.name),
    ["widget", "widget"],
  );
  assert.deepEqual(await served(), ["Webhook", ["v1", "v1beta1"]]);
  await stage.stop(first);
  assert.deepEqual(await configurations(), []);
  assert.deepEqual(await served(), ["None", ["v1"]]);
  await all.create({ metadata: { name: "evil" }, spec: { image: "evil" } });
  const second = await stage.start([widgets]);
  assert.equal((await refusalOf(all.create({ metadata: { name: "more" }, spec: { image: "evil" } }))).code, 422);
  await stage.stop(second);
});

test("a webhook of any kind is served beside an operator, or alone", async () => {
  await using stage = await startStage();
  const colours = defineWebhook(ConfigMap, {
    operations: ["CREATE"],
    default(map, { namespace: where }) {
      map.data = { where, ...map.data };
    },
    validate(map, { deny }) {
      if (map.data?.color === "pink") deny("data.color", "is out of fashion");
    },
  });
  await stage.client.resource(Namespace).create({ metadata: { name: "colours" } });
  const running = await stage.start([colours]);
  const maps = stage.client.resource(ConfigMap, { namespace: "colours" });
  assert.deepEqual((await maps.create({ metadata: { name: "a" }, data: { color: "blue" } })).data, {
    where: "colours",
    color: "blue",
  });
  const refusal = await refusalOf(maps.create({ metadata: { name: "b" }, data: { color: "pink" } }));
  assert.deepEqual([refusal.code, refusal.fields], [422, ["data.color"]]);
  await maps.patch("a", { merge: { data: { color: "pink" } } });
  const beside = stage.client.resource(ConfigMap, { namespace });
  const other = await refusalOf(beside.create({ metadata: { name: "a" }, data: { color: "pink" } }));
  assert.equal(other.code, 422, "a program that keeps nothing in the cluster leaves no namespace out");
  await stage.stop(running);
});

test("somebody else's program in the cluster is not pushed aside", async () => {
  await using stage = await startStage();
  const clientConfig = { service: { namespace: "system", name: "widget-webhook" } };
  await stage.client.resource(ValidatingWebhookConfiguration).create({
    metadata: { name: "widget" },
    webhooks: [
      {
        name: "widget.widgets.example.com",
        clientConfig,
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        failurePolicy: "Ignore",
      },
    ],
  });
  await assert.rejects(stage.start([widgets]), { code: "PINTLE_WEBHOOKS_DEPLOYED" });
  const [found] = (await stage.client.resource(ValidatingWebhookConfiguration).list()).items;
  assert.equal(found?.webhooks?.[0]?.clientConfig.service?.name, "widget-webhook");
});

test("what an earlier life has left behind is replaced, and what is not needed any more goes", async () => {
  await using stage = await startStage();
  const webhook = {
    ...{
      name: "old.widgets.example.com",
      clientConfig: { url: "https://10.0.0.7:9443/old" },
      failurePolicy: "Fail" as const,
    },
    ...{ sideEffects: "None" as const, admissionReviewVersions: ["v1"] },
    rules: [{ apiGroups: [""], apiVersions: ["v1"], resources: ["services"], operations: ["CREATE" as const] }],
  };
  for (const kind of [MutatingWebhookConfiguration, ValidatingWebhookConfiguration]) {
    await stage.client
      .resource(kind)
      .apply({ metadata: { name: "configmap" }, webhooks: [webhook] }, { fieldManager: "pintle-webhooks" });
  }
  const running = await stage.start([defineWebhook(ConfigMap, { validate() {} })]);
  assert.deepEqual((await stage.client.resource(MutatingWebhookConfiguration).list()).items, []);
  const [found] = (await stage.client.resource(ValidatingWebhookConfiguration).list()).items;
  assert.deepEqual(
    found?.webhooks?.map(({ name }) => name),
    ["configmap.core.pintle.dev"],
  );
  await stage.stop(running);
});

test("a program that may only do half of it takes that half back, and fails", async () => {
  await using stage = await startStage();
  const refused = new Error("validating configurations are not for this program");
  const refuse = ({ method, path }: { readonly method: string; readonly path: string }) => {
    if (method === "PATCH" && path.includes("/validatingwebhookconfigurations/")) throw refused;
  };
  await assert.rejects(
    stage.start([widgets], (client) => client.intercept({ beforeSend: refuse })),
    refused,
  );
  assert.deepEqual((await stage.client.resource(MutatingWebhookConfiguration).list()).items, []);
  const { spec } = await stage.client.resource(CustomResourceDefinition).get("widgets.widgets.example.com");
  assert.equal(spec.conversion?.strategy, "None");
});
