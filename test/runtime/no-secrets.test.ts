/** Values of Secrets and tokens are planted where a controller touches them, and looked for in everything that it says. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { Secret, ServiceAccount } from "@pintle/kinds";
import { Event } from "@pintle/kinds/events/v1";
import { createConsoleLogger, createJsonLogger, type Logger, type LogLevel } from "@pintle/machinery";
import { controller, createManager, type ReconcileContext } from "@pintle/runtime";
import { connectionRefused, startRuntimePlane } from "./plane.ts";

const planted = "PLANTED-value-7f3a91";
const encoded = Buffer.from(planted).toString("base64");
const plantedToken = "PLANTED.token.0d1e";

/** Each touches the value in another way; what it throws is logged, counted and tried again. */
const deeds: Record<string, (ctx: ReconcileContext<typeof Secret>) => Promise<void> | void> = {
  logs: ({ object, causes, logger }) =>
    logger.info("seen", { object, causes, items: [object], text: JSON.stringify(object) }),
  throws: ({ object }) => {
    throw new Error(`cannot use ${JSON.stringify(object)}`, { cause: object });
  },
  "throws-object": ({ object }) => {
    throw object;
  },
  conflicts: async ({ object, client }) => {
    const metadata = { ...object?.metadata, resourceVersion: "1" };
    await client.resource(Secret).update({ ...object, metadata });
  },
  "is-invalid": async ({ object, client }) => {
    const { name, namespace } = object?.metadata ?? {};
    await client
      .resource(Secret)
      .update({ metadata: { name, namespace }, data: { "not a key!": encoded, a: planted } });
  },
  "is-cut-off": async ({ object, client }) => {
    await client
      .resource(Secret)
      .update({ metadata: { name: "is-cut-off" }, data: { ...object?.data, more: encoded } });
  },
  "gets-a-token": async ({ client, logger }) => {
    const answer = await client
      .resource(ServiceAccount)
      .subresource("token")
      .create("robot", { spec: { audiences: ["a"] } });
    logger.info("got one", { answer, token: plantedToken });
    throw new Error(`refused: Bearer ${answer.status?.token}`);
  },
  tells: ({ object, recorder }) => {
    if (object) recorder.record({ regarding: object, related: object, reason: "Seen", note: "it was seen" });
  },
};

function collect(level: LogLevel) {
  const said: string[] = [];
  const write = (text: string) => void said.push(text);
  const both = (loggers: readonly Logger[]): Logger => ({
    debug: (...line) => loggers.forEach((logger) => void logger.debug(...line)),
    info: (...line) => loggers.forEach((logger) => void logger.info(...line)),
    warn: (...line) => loggers.forEach((logger) => void logger.warn(...line)),
    error: (...line) => loggers.forEach((logger) => void logger.error(...line)),
    with: (fields) => both(loggers.map((logger) => logger.with(fields))),
  });
  const clock = { now: () => 0 };
  return {
    said,
    logger: both([createJsonLogger({ write, clock, level }), createConsoleLogger({ write, clock, level })]),
  };
}

test("values of Secrets and tokens stand in no log, event, metric or error of a running manager", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock } = plane;
  await client.resource(ServiceAccount).create({ metadata: { name: "robot" } });
  for (const name of Object.keys(deeds)) {
    await client
      .resource(Secret)
      .create({ metadata: { name }, data: { password: encoded }, stringData: { other: planted } });
  }
  plane.faults.request = async (request, send) => {
    if (request.method === "PUT" && request.path.endsWith("/is-cut-off")) throw connectionRefused();
    return send();
  };
  const { said, logger } = collect("debug");
  const thrown: unknown[] = [];
  const manager = createManager({ client, logger, leaderElection: "no-secrets" });
  manager.add(
    controller(Secret).reconcile(async ({ name }, ctx) => {
      try {
        await deeds[name]?.(ctx);
      } catch (error) {
        if (error instanceof Error && name !== "throws" && name !== "gets-a-token") thrown.push(error);
        throw error;
      }
    }),
  );
  const stop = new AbortController();
  const running = manager.start({ signal: stop.signal });
  await clock.advance(60_000);
  const metrics = manager.metrics.write();
  stop.abort();
  await Promise.all([running, clock.advance(60_000)]);

  const { items: events } = await client.resource(Event).list();
  assert.ok(
    events.some(({ reason }) => reason === "Seen"),
    "the controller has told of it",
  );
  const log = said.join("");
  for (const name of Object.keys(deeds)) assert.ok(log.includes(name), `nothing is said of ${name}`);
  assert.ok(thrown.length >= 3, `${thrown.length} errors`);
  for (const name of ["rest_client_requests_total", "workqueue_adds_total", "controller_runtime_reconcile_total"]) {
    assert.ok(metrics.includes(name), `${name} is not counted`);
  }
  const outputs = {
    log,
    metrics,
    events: JSON.stringify(events),
    errors: thrown.map((error) => inspect(error, { depth: 20, showHidden: true })).join("\n"),
    server: plane.failures.join("\n"),
  };
  for (const [name, text] of Object.entries(outputs)) {
    for (const value of [planted, encoded, plantedToken, /eyJ[\w-]{8,}\.[\w-]{8,}/]) {
      const at = typeof value === "string" ? text.indexOf(value) : text.search(value);
      assert.equal(at, -1, `${name}: …${text.slice(Math.max(0, at - 300), at + 60)}…`);
    }
  }
});
