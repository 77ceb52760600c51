/** Webhooks of a program outside of the cluster, called over TLS by URL: by the embedded plane, and by the real server in webhook-url.real-test.ts. */
import assert from "node:assert/strict";
import { type Client, createClient } from "@pintle/client";
import {
  ConfigMap,
  CustomResourceDefinition,
  MutatingWebhookConfiguration,
  Namespace,
  Node,
  Pod,
  Secret,
  ValidatingWebhookConfiguration,
} from "@pintle/kinds";
import { ApiError, createLogList, createProcessClock } from "@pintle/machinery";
import { createAuthority } from "@pintle/machinery/certificates";
import type { CertificateSource, ServingCertificate } from "@pintle/runtime";
import {
  defineWebhook,
  installResources,
  type ProgramParts,
  type RunningOperators,
  startOperators,
  webhookConfigurations,
} from "pintle";
import { onEachServer, type ServerUnderTest } from "../client/servers.ts";
import { eventually } from "../runtime/installed-webhooks.ts";
import { OldWidget, Widget, widgets } from "./webhook-widgets.ts";

async function start(client: Client, parts: ProgramParts): Promise<RunningOperators> {
  const { logger, lines } = createLogList();
  const running = await startOperators(parts, { client, logger, webhooks: { by: "url", host: "127.0.0.1", port: 0 } });
  await running.ready.catch((error: unknown) => {
    throw new Error(`not ready: ${JSON.stringify(lines.slice(-5))}`, { cause: error });
  });
  return running;
}

async function statusOf(writing: Promise<unknown>) {
  const error = await writing.then(
    () => assert.fail("it was taken"),
    (reason: unknown) => reason,
  );
  return (ApiError.find(error) ?? assert.fail(String(error))).status;
}

/** A configuration takes effect a moment after it is written. */
async function untilAsked({ client, namespace }: ServerUnderTest): Promise<void> {
  const evil = { metadata: { name: "probe" }, spec: { image: "evil" } };
  await eventually("being asked", () =>
    client
      .resource(Widget, { namespace })
      .create(evil, { dryRun: true })
      .then(
        () => false,
        (error: unknown) => ApiError.is(error, "Invalid"),
      ),
  );
}

function withWarnings({ access }: ServerUnderTest, warnings: string[]): Client {
  const config = access.config ?? { transport: access.transport ?? assert.fail("there is no way to the server") };
  return createClient(config, { onWarning: (text) => warnings.push(text) });
}

onEachServer("a program that is called by URL completes, judges, warns and converts", async (server) => {
  const { client, namespace } = server;
  await installResources(client, [Widget], {});
  await using _running = await start(client, [widgets]);
  await untilAsked(server);
  const warnings: string[] = [];
  await using warned = withWarnings(server, warnings);
  const all = warned.resource(Widget, { namespace });
  const made = await all.create({ metadata: { name: "a" }, spec: { tag: "latest" } });
  assert.deepEqual(made.spec, { image: "nginx", tag: "latest", replicas: 1 });
  assert.deepEqual(warnings, ["spec.tag: is a moving tag"]);
  const { code, reason, message, details } = await statusOf(
    all.patch("a", { merge: { spec: { image: "evil", replicas: 10 } } }),
  );
  assert.deepEqual([code, reason], [422, "Invalid"]);
  assert.match(
    message ?? "",
    /^admission webhook "widget\.widgets\.example\.com" denied the request: Widget\.widgets\.example\.com "a" is invalid: /,
  );
  assert.deepEqual(details?.causes, [
    { reason: "FieldValueInvalid", message: 'Invalid value: "evil": is not to be trusted', field: "spec.image" },
    { reason: "FieldValueInvalid", message: "Invalid value: 10: must be less than 10", field: "spec.replicas" },
  ]);
  const old = client.resource(OldWidget, { namespace });
  await eventually("the older version", () =>
    old.list().then(
      () => true,
      () => false,
    ),
  );
  await old.create({ ...OldWidget, metadata: { name: "b" }, spec: { image: "redis:7", instances: 3 } });
  assert.deepEqual((await all.get("b")).spec, { image: "redis", tag: "7", replicas: 3 });
  assert.deepEqual((await old.get("a")).spec, { image: "nginx:latest", instances: 1 });
  await eventually("the child", async () =>
    (await client.resource(ConfigMap, { namespace }).list()).items.some(({ metadata }) => metadata.name === "b"),
  );
});

onEachServer(
  "when a program stops, nobody is asked any more, and its definition can be installed again",
  async (server) => {
    const { client, namespace } = server;
    await installResources(client, [Widget], {});
    const running = await start(client, [widgets]);
    await untilAsked(server);
    await running.stop();
    for (const kind of [MutatingWebhookConfiguration, ValidatingWebhookConfiguration]) {
      assert.equal(
        (await client.resource(kind).list()).items.some(({ metadata }) => metadata.name === "widget"),
        false,
      );
    }
    const { spec } = await client.resource(CustomResourceDefinition).get("widgets.widgets.example.com");
    assert.deepEqual(
      [spec.conversion, spec.versions.map(({ served }) => served)],
      [{ strategy: "None" }, [true, false]],
    );
    await eventually("being asked no more", () =>
      client
        .resource(Widget, { namespace })
        .create({ metadata: { name: "evil" }, spec: { image: "evil" } })
        .then(
          () => true,
          () => false,
        ),
    );
    const steps: string[] = [];
    await installResources(client, [Widget], { onProgress: ({ step }) => steps.push(step) });
    assert.deepEqual([steps[0], steps.at(-1)], ["unchanged", "established"]);
    const { type, data = {} } = await client
      .resource(Secret, { namespace: "default" })
      .get("widget-webhook-certificates");
    assert.equal(type, "kubernetes.io/tls");
    assert.ok("tls.crt" in data, "and the certificate is there for the next time");
  },
);

onEachServer("a renewed authority is made known at once, and calls go on", async (server) => {
  const { client, namespace } = server;
  await installResources(client, [Widget], {});
  const [first, second] = [certificateOf("first"), certificateOf("second")];
  let current = first;
  const listeners = new Set<(certificate: ServingCertificate) => void>();
  const certificates: CertificateSource = {
    ...{
      name: "certificates of the test",
      problem: undefined,
      start: async () => {},
      stop: async () => {},
      current: () => current,
    },
    onChange(listener) {
      listeners.add(listener);
      return { [Symbol.dispose]: () => void listeners.delete(listener) };
    },
  };
  const bundles = async () => {
    const { webhooks } = await client.resource(ValidatingWebhookConfiguration).get("widget");
    const { spec } = await client.resource(CustomResourceDefinition).get("widgets.widgets.example.com");
    const found = [webhooks?.[0]?.clientConfig.caBundle, spec.conversion?.webhook?.clientConfig?.caBundle];
    return found.map((bundle) => Buffer.from(bundle ?? "", "base64").toString());
  };
  const { logger } = createLogList();
  const webhooks = { by: "url", host: "127.0.0.1", port: 0, certificates } as const;
  await using running = await startOperators([widgets], { client, logger, webhooks });
  await running.ready;
  await untilAsked(server);
  assert.deepEqual(await bundles(), [first.ca, first.ca]);
  current = second;
  for (const listener of listeners) listener(second);
  await eventually("the new authority", async () => (await bundles()).every((bundle) => bundle === second.ca));
  await untilAsked(server);
  await client.resource(Widget, { namespace }).create({ metadata: { name: "a" }, spec: {} });
});

onEachServer("whatever happens where a program lives, it is not asked about built-in kinds there", async (server) => {
  const { client, namespace } = server;
  const refusing = defineWebhook(ConfigMap, {
    name: "refusing",
    validate: (_map, { deny }) => deny("", "there are enough"),
  });
  const freezing = defineWebhook(Namespace, {
    operations: ["UPDATE"],
    validate: (_, { deny }) => deny("", "it stays as it is"),
  });
  await using _running = await start(client, [refusing, freezing]);
  const create = (where: string) =>
    client.resource(ConfigMap, { namespace: where }).create({ metadata: { name: "a" } }, { dryRun: true });
  const label = (name: string) =>
    client.resource(Namespace).patch(name, { merge: { metadata: { labels: { a: "b" } } } }, { dryRun: true });
  for (const [write, why] of [
    [create, /there are enough$/],
    [label, /it stays as it is$/],
  ] as const) {
    await eventually("being asked", () =>
      write(namespace).then(
        () => false,
        (error: unknown) => why.test(String(ApiError.find(error)?.status.message)),
      ),
    );
    await write(client.namespace);
  }
});

function certificateOf(name: string): ServingCertificate & { readonly ca: string } {
  const validity = { nowMs: createProcessClock().now(), lifetimeMs: 86_400_000 };
  const authority = createAuthority(name, validity);
  const { cert, key } = authority.issue({ commonName: name, names: ["127.0.0.1"], ...validity });
  return { cert, key, ca: authority.cert };
}

onEachServer("configurations of all sorts of kinds are as API servers take them", async ({ client, name }) => {
  const functions = { default() {}, validate() {} };
  const parts = [
    widgets,
    defineWebhook(Pod, functions),
    defineWebhook(Pod, { ...functions, name: "pod-names", operations: ["CREATE"], deletes: true }),
    defineWebhook(Node, { validate() {} }),
    defineWebhook(Namespace, functions),
  ];
  const program = `program-${name.replaceAll(" ", "-").toLowerCase()}`;
  const service = { namespace: "system", name: "program-webhook" };
  for (const place of [{ service }, { url: "https://10.0.0.7:9443" }, { url: "https://[::1]:9443" }]) {
    for (const configuration of webhookConfigurations(parts, place, { name: program, ownNamespace: "system" })) {
      const { kind, webhooks = [] } = configuration;
      const options = { fieldManager: "test", force: true, dryRun: true };
      const taken =
        kind === "MutatingWebhookConfiguration"
          ? await client.resource(MutatingWebhookConfiguration).apply(configuration, options)
          : await client.resource(ValidatingWebhookConfiguration).apply(configuration as never, options);
      assert.equal(taken.webhooks?.length, webhooks.length);
      for (const [index, webhook] of webhooks.entries()) {
        const { namespaceSelector: _, objectSelector: __, ...kept } = taken.webhooks?.[index] ?? assert.fail();
        assert.deepEqual(kept, webhook, "and nothing of it is left to defaults");
      }
    }
  }
});
