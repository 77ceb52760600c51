import assert from "node:assert/strict";
import { test } from "node:test";
import { certificatesIn, configurationName, trustedBundles } from "./called-objects.ts";
import {
  collectLines,
  createCallers,
  secretPlace,
  secretsOf,
  startManaged,
  startReplicas,
} from "./kept-certificates.ts";
import { type RuntimePlane, startRuntimePlane } from "./plane.ts";
import { answerWithStatus } from "./wire-faults.ts";

const hourMs = 3_600_000;

/** Without its key an authority cannot sign any more, so another one is due at once. */
async function loseAuthority(plane: RuntimePlane): Promise<void> {
  await secretsOf(plane).patch(secretPlace.name, { merge: { data: { "ca.key": "" } } });
}

const trusted = async ({ client }: RuntimePlane) =>
  (await trustedBundles(client)).map((bundle) => certificatesIn(bundle).length);

test("a certificate of a new authority is shown after API servers have had half a minute to hear of it", async () => {
  await using plane = await startRuntimePlane();
  await createCallers(plane);
  const source = await startManaged(plane);
  const { cert } = source.current();
  await loseAuthority(plane);
  await plane.clock.advance(29_000);
  assert.deepEqual(await trusted(plane), [2, 2]);
  assert.equal(source.current().cert, cert);
  await plane.clock.advance(2_000);
  assert.notEqual(source.current().cert, cert);
  await source.stop();
});

test("as long as one caller cannot be told of the new authority, the old certificate is shown, until its end", async () => {
  await using plane = await startRuntimePlane();
  await createCallers(plane);
  const { lines, logger } = collectLines();
  const source = await startManaged(plane, { lifetimeMs: 3 * hourMs, logger });
  const { cert } = source.current();
  plane.faults.request = async ({ method, path }, send) =>
    method === "PATCH" && path.includes("customresourcedefinitions") ? answerWithStatus(403, "Forbidden") : send();
  await plane.clock.advance(2.9 * hourMs);
  assert.deepEqual(await trusted(plane), [2, 1]);
  assert.equal(source.current().cert, cert);
  assert.match(lines.join("\n"), /the verb "patch" on customresourcedefinitions.apiextensions.k8s.io boxes.test/);
  assert.equal(source.problem, undefined, "those who trust us shall not lose the server over it");
  await plane.clock.advance(0.2 * hourMs);
  assert.notEqual(source.current().cert, cert, "an expired certificate helps nobody");
  plane.faults.request = undefined;
  await plane.clock.advance(90_000);
  assert.match(lines.at(-1) ?? "", /in order again/);
  await source.stop();
});

test("a replica that has not heard of a new authority does not take it away from those who trust it", async () => {
  await using plane = await startRuntimePlane();
  await createCallers(plane);
  const [quick, slow] = [plane.connect(), plane.connect()];
  const sources = await startReplicas(plane, [quick.client, slow.client]);
  const release = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const written: number[] = [];
  slow.faults.request = async ({ method, path }, send) => {
    if (method === "GET" && path.endsWith(`/${configurationName}`)) {
      isHeld.resolve();
      await release.promise;
    }
    const answer = await send();
    if (method === "PATCH") written.push(...(await trusted(plane)));
    return answer;
  };
  // Everybody looks every ten minutes: the slow one has read the Secret and waits for the configuration.
  await plane.clock.advance(10 * 60_000);
  await isHeld.promise;
  await loseAuthority(plane);
  await plane.clock.advance(5_000);
  assert.deepEqual(await trusted(plane), [2, 2]);
  release.resolve();
  await plane.clock.settle();
  assert.deepEqual(
    written.filter((count) => count < 2),
    [],
  );
  assert.deepEqual(await trusted(plane), [2, 2]);
  await Promise.all(sources.map((source) => source.stop()));
});
