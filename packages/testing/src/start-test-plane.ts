/**
 * A Kubernetes API in this process with operators on it, on virtual time and without sockets, for tests.
 *
 * ```ts
 * await using plane = await startTestPlane({ operators: () => [modelBoxes] });
 * const box = ModelBox({ metadata: { name: "a" }, spec: { image: "nginx:1.27" } });
 * await plane.apply(box);
 * await plane.settle();
 * await plane.assertReady(box);
 * ```
 *
 * It needs no test runner, and works in each of them.
 */
import { createMemoryStorage } from "@pintle/apiserver";
import { createClient } from "@pintle/client";
import { startControlPlane } from "@pintle/controlplane";
import { createConsoleLogger, createLogList, createSeededRandom, createVirtualClock } from "@pintle/machinery";
import { applyManifests } from "./apply-manifests.ts";
import { createObjectAssertions } from "./assertions/object-assertions.ts";
import { assertNoChanges } from "./assertions/unchanged.ts";
import { callFactory, checkOptions } from "./check-use.ts";
import { installParts } from "./install-parts.ts";
import { createObjectReads } from "./object-reads.ts";
import { OperatorProgram } from "./operator-program.ts";
import { createProgramControl } from "./program-control.ts";
import type { TestPlane, TestPlaneOptions } from "./test-plane.ts";
import { createTestTime } from "./test-time.ts";
import { WebhookDoor } from "./webhook-door.ts";
import { WriteLog } from "./write-log.ts";

export async function startTestPlane(options: TestPlaneOptions): Promise<TestPlane> {
  const { operators, objects = [], profile = "workloads", webhooks = true, seed = 42, ...rest } = checkOptions(options);
  const parts = await callFactory(operators);
  const [clock, random] = [createVirtualClock(), createSeededRandom(seed)];
  const storage = createMemoryStorage({ clock });
  const { logger, lines: logs } = createLogList();
  const door = webhooks ? new WebhookDoor() : undefined;
  const plane = await startControlPlane({
    ...rest,
    ...{ profile, storage, clock, random, logger: createConsoleLogger({ write: () => {}, clock }) },
    ...(door && { connectWebhook: door.connect }),
  });
  const client = createClient({ transport: plane.transport }, { clock, random });
  const writes = new WriteLog(() => storage.revision());
  const program = new OperatorProgram({ clock, random, transport: writes.record(plane.transport), door, logger });
  const stop = async () => {
    try {
      await program.stop();
    } finally {
      await plane.stop();
    }
  };
  try {
    await installParts(parts, { client, clock });
    await applyManifests(client, objects);
    await program.start(parts);
  } catch (error) {
    await stop();
    throw error;
  }
  const time = createTestTime({ plane, program, logs });
  return {
    ...{ client, plane, clock, logs },
    ...time,
    ...createObjectReads(client),
    ...createObjectAssertions({ client, logs }),
    ...createProgramControl(program, () => callFactory(operators)),
    apply: (...manifests) => applyManifests(client, manifests),
    assertUnchanged: (work) => assertNoChanges(writes, { work, settle: time.settle }),
    [Symbol.asyncDispose]: stop,
  };
}
