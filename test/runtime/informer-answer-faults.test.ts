import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigMap } from "@pintle/kinds";
import { createInformers } from "@pintle/runtime";
import { startRuntimePlane } from "./plane.ts";
import { cutWatch, lists, startStage } from "./watched-stage.ts";
import { answerWithStatus, answerWithText } from "./wire-faults.ts";

test("a page of a proxy is an error that says so, waited out like any other", async () => {
  await using stage = await startStage();
  const { plane, asked, informer } = stage;
  plane.faults.request = async () => answerWithText(200, "<html><h1>Please log in</h1></html>");
  (await cutWatch(stage))();
  await plane.clock.advance(60_000);
  assert.match(String(informer.progress.lastError), /is there a proxy before the API server/);
  assert.ok(asked().length < 12, `${asked().length} requests in a minute`);
  plane.faults.request = async () => answerWithText(502, "<html>Bad Gateway</html>");
  await plane.clock.advance(60_000);
  plane.faults.request = undefined;
  await stage.write("b");
  await plane.clock.advance(30_000);
  await stage.assertWell();
});

test("a server that is too busy is asked again when it says, and for the watch alone", async () => {
  await using stage = await startStage();
  const { plane, asked } = stage;
  const answers = ["1", "Thu, 01 Jan 2026 00:01:30 GMT", "soon", "315360000", "0"];
  let busy = 0;
  plane.faults.request = async (_request, send) => {
    const after = answers[busy];
    busy += 1;
    return after === undefined
      ? await send()
      : answerWithStatus(429, "TooManyRequests", "busy", { "retry-after": after });
  };
  (await cutWatch(stage))();
  await plane.clock.advance(10 * 60_000);
  assert.ok(busy > answers.length);
  assert.deepEqual(lists(asked()), []);
  await stage.write("a");
  await stage.assertWell();
});

test("a watch that is answered with 500 or 503 is tried again, and nothing is listed", async () => {
  await using stage = await startStage();
  const { plane, asked } = stage;
  let failures = 0;
  plane.faults.request = async (_request, send) => {
    failures += 1;
    return failures > 4 ? await send() : answerWithStatus(failures % 2 ? 500 : 503, "InternalError");
  };
  (await cutWatch(stage))();
  await stage.write("a");
  await plane.clock.advance(60_000);
  await stage.assertWell();
  assert.deepEqual(lists(asked()), []);
});

test("a kind that must not be read is waited for, and does not concern the others", async () => {
  await using plane = await startRuntimePlane();
  const { client, clock, faults, requests } = plane;
  faults.request = async (request, send) =>
    request.path === "/api/v1/secrets" ? answerWithStatus(403, "Forbidden", "secrets is forbidden") : await send();
  const informers = createInformers(client);
  const secrets = informers.for({ apiVersion: "v1", kind: "Secret" });
  const configMaps = informers.for(ConfigMap);
  await using _running = informers.start();
  await clock.settle();
  assert.deepEqual([configMaps.isSynced, secrets.isSynced], [true, false]);
  assert.match(String(secrets.progress.lastError), /secrets is forbidden/);
  await clock.advance(10 * 60_000);
  assert.ok(requests.filter(({ path: asked }) => asked === "/api/v1/secrets").length < 60);
  faults.request = undefined;
  await clock.advance(30_000);
  assert.ok(secrets.isSynced);
});
