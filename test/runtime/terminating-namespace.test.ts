/** A namespace that is deleted with objects of a controller in it: each is cleaned up after, and then the namespace goes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ignoreNotFound } from "@pintle/client";
import { ConfigMap, Namespace } from "@pintle/kinds";
import { createLogList } from "@pintle/machinery";
import { startController } from "@pintle/runtime";
import { copyName, FooBar, foobarController, installFooBars } from "./foobars.ts";
import { type Connection, type RuntimePlane, startRuntimePlane } from "./plane.ts";

const namespace = "ending";
const minuteMs = 60_000;

interface Stage extends AsyncDisposable {
  readonly plane: RuntimePlane;
  /** The controller's own way to the server. */
  readonly own: Connection;
  /** What the controller logged as errors. */
  errors(): readonly string[];
}

/** A plane that empties namespaces, and the controller of a FooBar with a finalizer and two copies. */
async function startStage(): Promise<Stage> {
  const plane = await startRuntimePlane({ profile: "core" });
  const { client, clock } = plane;
  await installFooBars(plane);
  const own = plane.connect();
  const { logger, lines } = createLogList();
  const starting = startController(foobarController(), { client: own.client, logger });
  await clock.settle();
  const started = await starting;
  await client.resource(Namespace).create({ metadata: { name: namespace } });
  await client.resource(FooBar, { namespace }).create({ metadata: { name: "a" }, spec: { copies: 2, text: "one" } });
  await clock.settle();
  assert.equal((await client.resource(FooBar, { namespace }).get("a")).status?.ready, 2);
  return {
    ...{ plane, own },
    errors: () => lines.filter(({ level }) => level === "error").map(({ message }) => message),
    async [Symbol.asyncDispose]() {
      await started[Symbol.asyncDispose]();
      await plane.stop();
    },
  };
}

const isLettingGo = ({ method, path }: { readonly method: string; readonly path: string }) =>
  method === "PUT" && path.endsWith("/foobars/a");

test("an object with a finalizer in a namespace that ends is cleaned up, and the namespace goes", async () => {
  await using stage = await startStage();
  const { plane, own } = stage;
  const namespaces = plane.client.resource(Namespace);
  await namespaces.delete(namespace);
  own.requests.length = 0;
  await plane.clock.advance(minuteMs);
  assert.equal(own.requests.filter(isLettingGo).length, 1, "the controller took its finalizer away");
  assert.equal(await ignoreNotFound(namespaces.get(namespace)), undefined);
  assert.deepEqual(plane.failures, []);
});

test("what somebody else has deleted a moment before the cleanup is done, and no error", async () => {
  await using stage = await startStage();
  const { plane, own } = stage;
  const { client } = plane;
  const takeAway = async (method: string, name: string) => {
    if (method === "DELETE") await client.resource(ConfigMap, { namespace }).delete(name);
    else await client.resource(FooBar, { namespace }).patch(name, { merge: { metadata: { finalizers: null } } });
  };
  const answers: string[] = [];
  own.faults.request = async (request, send) => {
    const { method, path } = request;
    if (method !== "DELETE" && method !== "PUT") return await send();
    const name = path.split("/").at(-1) ?? "";
    await takeAway(method, name);
    const response = await send();
    answers.push(`${method} ${name} ${response.status}`);
    return response;
  };
  await client.resource(Namespace).delete(namespace);
  await client.resource(FooBar, { namespace }).delete("a");
  await plane.clock.advance(minuteMs);
  assert.deepEqual(answers, [`DELETE ${copyName("a", 0)} 404`, `DELETE ${copyName("a", 1)} 404`, "PUT a 404"]);
  assert.deepEqual(stage.errors(), []);
  assert.equal(await ignoreNotFound(client.resource(Namespace).get(namespace)), undefined);
});

test("while the cleanup fails the namespace stays, and it goes when the cleanup has succeeded", async () => {
  await using stage = await startStage();
  const { plane, own } = stage;
  const { client, clock } = plane;
  own.faults.request = async (request, send) => {
    if (isLettingGo(request)) throw new Error("cut");
    return await send();
  };
  await client.resource(Namespace).delete(namespace);
  await clock.advance(minuteMs);
  assert.equal((await client.resource(Namespace).get(namespace)).status?.phase, "Terminating");
  assert.deepEqual((await client.resource(FooBar, { namespace }).get("a")).metadata.finalizers, ["samples.dev/copies"]);
  assert.ok(stage.errors().length > 0);
  own.faults.request = undefined;
  await clock.advance(20 * minuteMs);
  assert.equal(await ignoreNotFound(client.resource(Namespace).get(namespace)), undefined);
});
