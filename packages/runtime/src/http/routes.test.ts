import assert from "node:assert/strict";
import { test } from "node:test";
import { createVirtualClock } from "@pintle/machinery";
import { BodyBudget } from "./body-budget.ts";
import { type HttpAnswer, HttpError } from "./http-message.ts";
import { ReceivedRequest } from "./received-request.ts";
import { createRoutes } from "./routes.ts";
import { SharedDeadlines } from "./shared-deadlines.ts";

const sharing = { deadlines: new SharedDeadlines(createVirtualClock()), budget: new BodyBudget(0) };
const ask = (method: string, target: string) =>
  new ReceivedRequest({ method, target, headers: {}, body: undefined, sharing });
const says = (body: string) => (): HttpAnswer => ({ status: 200, body });

function refusal(run: () => unknown): HttpError {
  try {
    run();
  } catch (error) {
    if (error instanceof HttpError) return error;
  }
  throw new Error("nothing was refused");
}

test("a path is answered by its own handler, or by the nearest above it that ends in a slash", async () => {
  const routes = createRoutes();
  routes.add("/readyz", { method: "GET", handle: says("all") });
  routes.add("/readyz/", { method: "GET", handle: says("one") });
  routes.add("/readyz/deep/", { method: "GET", handle: says("deep") });
  const bodyOf = async (target: string) => (await routes.handle(ask("GET", target))).body;
  assert.equal(await bodyOf("/readyz?verbose"), "all");
  assert.equal(await bodyOf("/readyz/informers"), "one");
  assert.equal(await bodyOf("/readyz/deep/er"), "deep");
});

test("unknown paths are 404, other methods 405 with those that are allowed", () => {
  const routes = createRoutes();
  routes.add("/metrics", { method: "GET", handle: says("") });
  routes.add("/convert", { method: "POST", handle: says("") });
  assert.equal(refusal(() => routes.handle(ask("GET", "/nowhere"))).status, 404);
  assert.equal(refusal(() => routes.handle(ask("GET", "/metrics/x"))).status, 404);
  assert.equal(refusal(() => routes.handle(ask("GET", "/__proto__"))).status, 404);
  const wrongMethod = refusal(() => routes.handle(ask("DELETE", "/metrics")));
  assert.deepEqual([wrongMethod.status, wrongMethod.headers.allow], [405, "GET, HEAD"]);
  assert.equal(refusal(() => routes.handle(ask("HEAD", "/convert"))).headers.allow, "POST");
});

test("two handlers on one path are a mistake", () => {
  const routes = createRoutes();
  routes.add("/a", { method: "GET", handle: says("") });
  assert.throws(() => routes.add("/a", { method: "POST", handle: says("") }), { code: "PINTLE_PATH_TAKEN" });
});
