/**
 * Empties namespaces that are being deleted, and then lets them go.
 *
 * It starts a while after the deletion, so that what was being created is there to be seen. As long as something is left that nobody here
 * can end, a finalizer of somebody's, it looks again from time to time, and at once when that is gone.
 */
import type { Namespace, NamespaceCondition } from "@pintle/kinds";
import { ApiError, compareUtf8, formatTime, parseTimeMs } from "@pintle/machinery";
import { discoverKinds } from "../kit/discover-kinds.ts";
import type { PlaneChange } from "../kit/followed-resource.ts";
import type { PlaneController, PlaneControllerContext } from "../kit/plane-controller.ts";
import type { PlaneWriter } from "../kit/plane-writer.ts";
import { runPlaneController, type SyncAgain } from "../kit/run-plane-controller.ts";
import { type DeletedContent, deleteContent } from "./delete-content.ts";
import { updateConditions } from "./namespace-conditions.ts";
import { awaitEmptyKinds } from "./remaining-content.ts";

const graceMs = 5_000;
const finalizer = "kubernetes";
/** What failed is tried again at least so often. */
const maxRetryMs = 60_000;
const workers = 10;

export const namespaceController: PlaneController = {
  name: "namespace-controller",

  async start(context) {
    const namespaces = await context.objects.follow<Namespace>("", "namespaces");
    const writer = context.writer("namespace-controller");
    const waiting = new Map<string, AsyncDisposable>();
    const failures = new Map<string, number>();
    const stopWaiting = async (name: string) => {
      const ended = waiting.get(name);
      waiting.delete(name);
      await ended?.[Symbol.asyncDispose]();
    };

    /** Nobody waits for what may never come to be. */
    async function lookLater(name: string, { remainingKinds, estimateSeconds, failures: complaints }: DeletedContent) {
      waiting.set(name, await awaitEmptyKinds(context, name, remainingKinds, () => controller.add(name)));
      if (complaints.length === 0)
        return { afterMs: (Math.floor(estimateSeconds / 2) + 1) * 1_000, isBackground: true };
      const count = (failures.get(name) ?? 0) + 1;
      failures.set(name, count);
      context.logger.debug("a namespace cannot be emptied yet", { namespace: name, failures: complaints });
      return { afterMs: Math.min(5 * 2 ** count, maxRetryMs), isBackground: true };
    }

    async function sync(name: string): Promise<SyncAgain | undefined> {
      await stopWaiting(name);
      const namespace = namespaces.getByKey(name);
      const isHeld = (namespace?.spec?.finalizers ?? []).length > 0;
      if (namespace?.metadata.deletionTimestamp === undefined || !isHeld) {
        failures.delete(name);
        return undefined;
      }
      const content = await emptyNamespace(context, writer, namespace);
      if (content.failures.length > 0 || content.estimateSeconds > 0) return lookLater(name, content);
      failures.delete(name);
      await unlessGone(() => finalize(writer, name));
      return undefined;
    }

    const controller = runPlaneController({
      ...{ name: "namespace", context, workers, sync },
      sources: [
        (running) =>
          namespaces.onChange((change) => {
            if (isNews(change)) running.addAfter(change.key, graceMs);
          }),
      ],
    });
    return {
      async [Symbol.asyncDispose]() {
        await controller[Symbol.asyncDispose]();
        for (const name of [...waiting.keys()]) await stopWaiting(name);
      },
    };
  },
};

/** What only changes the status is the controller's own doing, and what has no finalizers is not its business. */
function isNews({ type, object, previous }: PlaneChange<Namespace>): boolean {
  const { deletionTimestamp } = object.metadata;
  const held = object.spec?.finalizers?.length ?? 0;
  if (type === "delete" || deletionTimestamp === undefined || held === 0) return false;
  return previous?.metadata.deletionTimestamp !== deletionTimestamp || previous?.spec?.finalizers?.length !== held;
}

/** Deletes what it can and says in the conditions what is left. */
async function emptyNamespace(
  context: PlaneControllerContext,
  writer: PlaneWriter,
  namespace: Namespace,
): Promise<DeletedContent> {
  const { name = "", deletionTimestamp = "" } = namespace.metadata;
  const found = await discoverKinds(context.loopback);
  const deletedAtMs = parseTimeMs(deletionTimestamp);
  const content = await deleteContent({ ...context, writer }, name, deletedAtMs, found);
  await unlessGone(async () => {
    const place = { group: "", plural: "namespaces", name };
    const now = await writer.get<Namespace>(place);
    const conditions = updateConditions(now.status?.conditions ?? [], content, formatTime(context.clock.now()));
    if (!conditions) return;
    const status = { ...now.status, phase: "Terminating", conditions: conditions as NamespaceCondition[] };
    await writer.updateStatus(place, { ...now, status } as Namespace);
  });
  return content;
}

async function finalize(writer: PlaneWriter, name: string): Promise<void> {
  const place = { group: "", plural: "namespaces", name };
  const now = await writer.get<Namespace>(place);
  const finalizers = (now.spec?.finalizers ?? []).filter((other) => other !== finalizer).sort(compareUtf8);
  await writer.update({ ...place, subresource: "finalize" }, {
    ...now,
    spec: { ...now.spec, finalizers },
  } as Namespace);
}

async function unlessGone(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!ApiError.is(error, "NotFound")) throw error;
  }
}
