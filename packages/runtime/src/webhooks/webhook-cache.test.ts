import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@pintle/client";
import { createSeededRandom, defineKind, type Transport } from "@pintle/machinery";
import { createInformers } from "../informers/create-informers.ts";
import { admissionWebhook } from "./admission/admission-webhook.ts";
import { WebhookCache } from "./webhook-cache.ts";
import { Box, Caller, respond, review } from "./webhook-fixture.test.ts";

const Team = defineKind({ group: "example.com", version: "v1", kind: "Team", plural: "teams", scope: "Cluster" })<{
  spec: { images: string[] };
}>();
const Permit = defineKind({
  group: "example.com",
  version: "v1",
  kind: "Permit",
  plural: "permits",
  scope: "Namespaced",
})<object>();
const path = "/validate-example-com-v1-box";

/** Teams that say which images they use, and namespaces with a permit; the server tells of them when it is allowed to. */
function fixture() {
  const served = Promise.withResolvers<void>();
  const lineOf = (type: string, object: object) => Buffer.from(`${JSON.stringify({ type, object })}\n`);
  const transport: Transport = {
    async request({ path: asked, signal }) {
      const apiVersion = "example.com/v1";
      const team = { apiVersion, kind: "Team", metadata: { name: "web", uid: "1", resourceVersion: "1" } };
      const metadata = { name: "a", namespace: "default", uid: "2", resourceVersion: "1" };
      const objects = asked.endsWith("/teams")
        ? [{ ...team, spec: { images: ["nginx"] } }]
        : [{ apiVersion, kind: "Permit", metadata }];
      const annotations = { "k8s.io/initial-events-end": "true" };
      async function* body() {
        await served.promise;
        for (const object of objects) yield lineOf("ADDED", object);
        yield lineOf("BOOKMARK", { metadata: { resourceVersion: "1", annotations } });
        await new Promise((resolve) => signal?.addEventListener("abort", resolve, { once: true }));
      }
      return { status: 200, headers: { "content-type": "application/json" }, body: body() };
    },
  };
  const webhook = admissionWebhook(Box, {
    reads: [Team, Permit],
    validate(box, { name, read, list, deny }) {
      if (read(Permit, name) === undefined) deny("", `there is no permit for ${name}`);
      const images = list(Team).flatMap(({ spec }) => spec.images);
      if (!images.includes(box.spec.image)) deny("spec.image", "is used by no team");
      assert.deepEqual(read(Team, "web")?.spec.images, images);
      assert.equal(read(Permit, { namespace: "other", name }), undefined);
    },
  });
  const caller = new Caller(webhook);
  const { clock } = caller;
  const informers = createInformers(createClient({ transport }, { clock, random: createSeededRandom(1) }));
  caller.cache = new WebhookCache(informers);
  caller.cache.add(webhook.reads ?? []);
  return { caller, informers, serve: served.resolve };
}

test("a webhook looks other objects up, near what is reviewed unless it says where", async () => {
  const { caller, informers, serve } = fixture();
  await using _running = informers.start();
  serve();
  await informers.synced();
  assert.equal((await respond(caller, path, review())).allowed, true);
  const without = await respond(caller, path, review({ name: "b" }));
  assert.deepEqual([without.allowed, without.status.message], [false, "there is no permit for b"]);
  caller.cache.release();
  assert.deepEqual(informers.running, []);
});

test("who is asked before the copies are complete waits for them, and says no when the time is over", async () => {
  const { caller, informers, serve } = fixture();
  await using _running = informers.start();
  const late = respond(caller, `${path}?timeout=5s`, review());
  await caller.clock.advance(5_000);
  const { allowed, status } = await late;
  assert.deepEqual([allowed, status.reason], [false, "Timeout"]);
  const patient = respond(caller, `${path}?timeout=5s`, review());
  await caller.clock.advance(1_000);
  serve();
  assert.equal((await patient).allowed, true);
  caller.cache.release();
});

test("kinds that were not named, and copies that nobody keeps, are told with a remedy", async () => {
  assert.throws(() => new WebhookCache().add([Team]), { code: "PINTLE_WEBHOOK_INFORMERS_MISSING" });
  assert.throws(() => new WebhookCache().of(Team), { code: "PINTLE_KIND_NOT_WATCHED" });
  const caller = new Caller(admissionWebhook(Box, { validate: (_, { read }) => void read(Team, "web") }));
  const { allowed, status } = await respond(caller, path, review());
  assert.deepEqual([allowed, status.code], [false, 500]);
  assert.match(caller.lines.join(""), /add reads: \[Team\] to it/);
});
