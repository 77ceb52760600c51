/** The controller on `@pintle/runtime`, as published. */
import { createClient, createHttpTransport } from "@pintle/client";
import { ConfigMap } from "@pintle/kinds/core/v1";
import { ApiError, createProcessClock, defineKind, type Logger, type Transport } from "@pintle/machinery";
import { controller, createInformers, createManager } from "@pintle/runtime";
import {
  assignment,
  childName,
  childOf,
  sayConverged,
  sayRun,
  saySynced,
  untilTerminated,
  type Widget,
  withStatus,
} from "./assignment.ts";

const Widgets = defineKind({
  ...{ group: "bench.example.com", version: "v1", kind: "Widget", plural: "widgets", scope: "Namespaced" },
  subresources: ["status"],
})<Pick<Widget, "status">>();

const { url, ca, token, namespace, task, variant, run, workers } = assignment;
const config = {
  ...{ server: url, namespace, trust: { read: async () => ca } },
  credentials: { get: async () => ({ authorization: `Bearer ${token}` }), refuse: () => {} },
};
const client = createClient(variant === "paged" ? { transport: withoutWatchList(), namespace } : config);
const signal = untilTerminated();
/** As its peer: nobody reads logs here. */
const logger: Logger = { debug() {}, info() {}, warn() {}, error() {}, with: () => logger };

async function sync(): Promise<void> {
  const informers = createInformers(client, { namespace });
  const informer = informers.for(Widgets);
  let seen = "";
  if (variant === "unlooked") {
    informer.observe(({ key }) => {
      seen = key;
    });
  } else {
    informer.addHandler({
      update(object) {
        seen = object.metadata.resourceVersion ?? seen;
      },
    });
  }
  informers.start();
  await informer.synced({ signal });
  await saySynced(informer.lister.size);
}

async function reconcile(): Promise<void> {
  const manager = createManager({ client, logger, informers: { namespace } });
  manager.add(
    controller(Widgets)
      .owns(ConfigMap)
      .withOptions({ workers })
      .reconcile(async ({ name }, ctx) => {
        const widget = ctx.object as Widget | undefined;
        if (widget === undefined) return;
        sayRun(widget);
        if (ctx.cache.get(ConfigMap, { namespace, name: childName(widget) }) === undefined) {
          await ignoreExisting(ctx.client.resource(ConfigMap).create(childOf(widget)));
        }
        if (widget.status?.message !== run) await ctx.client.resource(Widgets).status.update(withStatus(widget));
        sayConverged(name);
      }),
  );
  await manager.start({ signal });
}

/** The way to a server that cannot begin a watch with everything: it says so as servers do that do not know it yet. */
function withoutWatchList(): Transport {
  const transport = createHttpTransport(config, { clock: createProcessClock() });
  return {
    async request(request) {
      const isRefused = [...(request.query ?? [])].some(([name]) => name === "sendInitialEvents");
      if (!isRefused) return await transport.request(request);
      const message = "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch";
      const status = { kind: "Status", apiVersion: "v1", status: "Failure", message, reason: "Invalid", code: 422 };
      async function* body() {
        yield Buffer.from(JSON.stringify(status));
      }
      return { status: 422, headers: { "content-type": "application/json" }, body: body() };
    },
  };
}

async function ignoreExisting(created: Promise<unknown>): Promise<void> {
  await created.catch((error: unknown) => {
    if (!ApiError.is(error, "AlreadyExists")) throw error;
  });
}

await (task === "sync" ? sync() : reconcile());
