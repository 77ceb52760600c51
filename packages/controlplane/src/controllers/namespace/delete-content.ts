/**
 * Deletes what is in a namespace, kind by kind, pods before all else, and counts what is left.
 *
 * Pods come first because what they use has to last as long as they do: their network policies above all.
 */
import type { Pod } from "@pintle/kinds";
import { ApiError, type KubernetesObject } from "@pintle/machinery";
import type { DiscoveredKind, DiscoveredKinds } from "../kit/discover-kinds.ts";
import type { PlaneControllerContext } from "../kit/plane-controller.ts";
import type { PlaneWriter } from "../kit/plane-writer.ts";
import type { DeletionReport } from "./namespace-conditions.ts";

export interface DeletedContent extends DeletionReport {
  /** After how long it is worth to look again; 0 where nothing is left to wait for. */
  readonly estimateSeconds: number;
  /** Kinds of which something is left. */
  readonly remainingKinds: readonly DiscoveredKind[];
  /** All that went wrong, in words. */
  readonly failures: readonly string[];
}

export interface DeleteContentParts extends Pick<PlaneControllerContext, "clock" | "places" | "storage"> {
  readonly writer: PlaneWriter;
}

/** How long somebody may need to take a finalizer away. */
const finalizerSeconds = 15;

interface Tally {
  estimateSeconds: number;
  readonly remaining: Map<string, number>;
  readonly finalizers: Map<string, number>;
  readonly remainingKinds: DiscoveredKind[];
  readonly contentFailures: string[];
}

export async function deleteContent(
  parts: DeleteContentParts,
  namespace: string,
  deletedAtMs: number,
  discovered: DiscoveredKinds,
): Promise<DeletedContent> {
  const { failure } = discovered;
  const kinds = deletableKinds(discovered);
  const tally: Tally = {
    ...{ estimateSeconds: 0, remaining: new Map(), finalizers: new Map() },
    ...{ remainingKinds: [], contentFailures: [] },
  };
  const report = (counts: Pick<DeletionReport, "remaining" | "finalizers">): DeletedContent => ({
    ...tally,
    ...counts,
    discoveryFailure: failure,
    failures: [...(failure === undefined ? [] : [failure]), ...tally.contentFailures],
  });
  for (const kind of kinds.filter(isPods)) await deleteKind(parts, namespace, deletedAtMs, kind, tally);
  // As long as there are pods the conditions tell nothing of what is left.
  if (tally.remainingKinds.length > 0) return report({ remaining: new Map(), finalizers: new Map() });
  for (const kind of kinds) if (!isPods(kind)) await deleteKind(parts, namespace, deletedAtMs, kind, tally);
  return report(tally);
}

/** Each in its preferred version. */
function deletableKinds({ kinds }: DiscoveredKinds): readonly DiscoveredKind[] {
  const found = new Map<string, DiscoveredKind>();
  for (const kind of kinds) {
    const name = `${kind.group}/${kind.plural}`;
    if (kind.isNamespaced && kind.verbs.includes("delete") && !found.has(name)) found.set(name, kind);
  }
  return [...found.values()];
}

function isPods({ group, plural }: DiscoveredKind): boolean {
  return group === "" && plural === "pods";
}

async function deleteKind(
  parts: DeleteContentParts,
  namespace: string,
  deletedAtMs: number,
  kind: DiscoveredKind,
  tally: Tally,
): Promise<void> {
  const { group, version, plural } = kind;
  try {
    if (await isEmpty(parts, namespace, kind)) return;
    const graceSeconds = isPods(kind) ? await estimateTermination(parts, namespace, deletedAtMs) : 0;
    await deleteAll(parts.writer, namespace, kind);
    const left = await listAll(parts.writer, namespace, kind);
    if (left.length === 0) return;
    tally.estimateSeconds = Math.max(tally.estimateSeconds, graceSeconds);
    tally.remaining.set(`${plural}.${group}`, left.length);
    tally.remainingKinds.push(kind);
    const finalizers = left.flatMap(({ metadata }) => metadata.finalizers ?? []);
    for (const name of finalizers) tally.finalizers.set(name, (tally.finalizers.get(name) ?? 0) + 1);
    if (graceSeconds > 0) return;
    if (finalizers.length === 0) {
      const resource = `${group}/${version}, Resource=${plural}`;
      throw new Error(`unexpected items still remain in namespace: ${namespace} for gvr: ${resource}`);
    }
    tally.estimateSeconds = Math.max(tally.estimateSeconds, finalizerSeconds);
  } catch (error) {
    tally.contentFailures.push(error instanceof Error ? error.message : String(error));
  }
}

/** What is kept here can be counted without a request; most kinds have nothing in most namespaces. */
async function isEmpty(
  { places, storage }: DeleteContentParts,
  namespace: string,
  { group, plural }: DiscoveredKind,
): Promise<boolean> {
  const endpoint = places.find(group, plural);
  if (!endpoint || endpoint.resource.storage) return false;
  const { remaining } = await storage.list({ prefix: `${endpoint.prefix}${namespace}/`, limit: 0 });
  return remaining === 0;
}

async function deleteAll(writer: PlaneWriter, namespace: string, kind: DiscoveredKind): Promise<void> {
  const place = { ...placeOf(kind), namespace };
  const options = { propagationPolicy: "Background" };
  if (kind.verbs.includes("deletecollection")) {
    const isDone = await unlessUnknown(async () => {
      await writer.deleteCollection(place, options);
      return true;
    });
    if (isDone) return;
  }
  for (const { metadata } of await listAll(writer, namespace, kind)) {
    await unlessUnknown(() => writer.delete({ ...place, name: metadata.name }, options));
  }
}

async function listAll(
  writer: PlaneWriter,
  namespace: string,
  kind: DiscoveredKind,
): Promise<readonly KubernetesObject[]> {
  if (!kind.verbs.includes("list")) return [];
  return (await unlessUnknown(() => writer.list({ ...placeOf(kind), namespace }))) ?? [];
}

/** What does not have the verb, or is gone, needs nothing. */
async function unlessUnknown<Result>(ask: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (ApiError.is(error, "NotFound", "MethodNotAllowed")) return undefined;
    throw error;
  }
}

function placeOf({ group, version, plural }: DiscoveredKind): Pick<DiscoveredKind, "group" | "version" | "plural"> {
  return { group, version, plural };
}

/** The longest that a pod may take to end, unless the namespace has been going for longer than that. */
async function estimateTermination(
  { writer, clock }: DeleteContentParts,
  namespace: string,
  deletedAtMs: number,
): Promise<number> {
  const pods = await writer.list<Pod>({ group: "", plural: "pods", namespace });
  const graces = pods
    .filter(({ status }) => status?.phase !== "Succeeded" && status?.phase !== "Failed")
    .map(({ spec }) => spec?.terminationGracePeriodSeconds ?? 0);
  const longestSeconds = Math.max(0, ...graces);
  return clock.now() - deletedAtMs >= longestSeconds * 1_000 ? 0 : longestSeconds;
}
