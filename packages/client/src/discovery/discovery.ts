/**
 * Finds the resource of a kind that is known by its name only. Nothing is asked before the first question, what was found is kept, and what
 * is not found is looked for once more: a CustomResourceDefinition may have been installed meanwhile.
 */
import {
  type Clock,
  createDeadline,
  formatGroupVersion,
  type GroupKind,
  type GroupVersion,
  parseGroupVersion,
  untilAborted,
} from "@pintle/machinery";
import type { CallOptions } from "../request/api-request.ts";
import type { Requester } from "../request/requester.ts";
import type { DiscoveredKind } from "./discovered-kind.ts";
import { fetchOverview, fetchVersion, type Overview } from "./fetch-kinds.ts";
import { NoKindMatchError } from "./no-kind-match-error.ts";

export interface Discovery {
  /** All kinds of the server, asked anew. The versions of a group come in the order in which the server prefers them. */
  kinds(options?: CallOptions): Promise<readonly DiscoveredKind[]>;
  /** One kind: of that version, or of the version that the server prefers. Rejects with a `NoKindMatchError`. */
  find(wanted: WantedKind, options?: CallOptions): Promise<DiscoveredKind>;
  /** Forgets what was found for a group version: it was answered with 404. */
  forget(groupVersion: GroupVersion): void;
}

export type WantedKind = { readonly apiVersion: string; readonly kind: string } | GroupKind;

interface Wanted extends GroupKind {
  readonly version?: string;
}

export function createDiscovery(requester: Requester, clock: Clock): Discovery {
  const versions = new Map<string, readonly DiscoveredKind[]>();
  /** As the server has told them: in each group, the version that it prefers first. */
  let order: readonly GroupVersion[] = [];
  /** Questions of many callers at the same time are one question to the server. */
  let asking: Promise<Overview> | undefined;

  function keep(overview: Overview): Overview {
    if (!overview.isComplete) {
      order = overview.versions;
      return overview;
    }
    versions.clear();
    const byVersion = Map.groupBy(overview.kinds, ({ apiVersion }) => apiVersion);
    for (const [apiVersion, kinds] of byVersion) versions.set(apiVersion, kinds);
    order = [...byVersion.keys()].map(parseGroupVersion);
    return overview;
  }

  function askOverview(): Promise<Overview> {
    // Nobody's signal: who waits may leave, the others still want the answer.
    asking ??= fetchOverview(requester, {})
      .then(keep)
      .finally(() => {
        asking = undefined;
      });
    return asking;
  }

  async function askVersion(groupVersion: GroupVersion, options: CallOptions): Promise<readonly DiscoveredKind[]> {
    const kinds = await fetchVersion(requester, groupVersion, options);
    versions.set(formatGroupVersion(groupVersion), kinds);
    return kinds;
  }

  function findKept({ group, version, kind }: Wanted): DiscoveredKind | undefined {
    const wanted = version === undefined ? order.filter((other) => other.group === group) : [{ group, version }];
    for (const groupVersion of wanted) {
      const kinds = versions.get(formatGroupVersion(groupVersion));
      // A version that is not known may have it, and would be preferred to all that come after.
      if (kinds === undefined) return undefined;
      const found = kinds.find((other) => other.kind === kind);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async function ask(wanted: Wanted, options: CallOptions): Promise<void> {
    const overview = await waitFor(askOverview, options, clock);
    if (overview.isComplete) return;
    const { group, version } = wanted;
    const asked =
      version === undefined ? overview.versions.filter((other) => other.group === group) : [{ group, version }];
    for (const groupVersion of asked) await askVersion(groupVersion, options);
  }

  return {
    async kinds(options = {}) {
      const overview = await waitFor(askOverview, options, clock);
      if (overview.isComplete) return overview.kinds;
      const lists = await Promise.all(overview.versions.map((groupVersion) => askVersion(groupVersion, options)));
      return lists.flat();
    },

    async find(kind, options = {}) {
      const wanted = toWanted(kind);
      const kept = findKept(wanted);
      if (kept !== undefined) return kept;
      await ask(wanted, options);
      const found = findKept(wanted);
      if (found === undefined) throw new NoKindMatchError(wanted);
      return found;
    },

    forget(groupVersion) {
      versions.delete(formatGroupVersion(groupVersion));
    },
  };
}

function toWanted(kind: WantedKind): Wanted {
  return "apiVersion" in kind ? { ...parseGroupVersion(kind.apiVersion), kind: kind.kind } : kind;
}

/** The caller may leave, by its signal or when its time is over; the question goes on for others. */
async function waitFor<Result>(ask: () => Promise<Result>, options: CallOptions, clock: Clock): Promise<Result> {
  const { signal, timeoutMs } = options;
  signal?.throwIfAborted();
  if (timeoutMs === undefined) return untilAborted(ask(), signal);
  using deadline = createDeadline(clock, timeoutMs, { kind: "work", label: "discovery" });
  return await untilAborted(ask(), signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal);
}
