/**
 * Kinds that an operator owned once and has no right to any more. Whoever drops a kind from `owns` and makes the roles anew takes both away at
 * once, while children of it may be there still. That stops nothing else, is told once for each object, and is found out again from time to
 * time, because nobody tells an operator of rights that it got.
 */
import { type AnyKind, ApiError, formatGroupResource } from "@pintle/machinery";
import type { InventoryEntry } from "../resource/resource.ts";
import { isSameKind } from "./children.ts";
import type { OperatorRun } from "./operator-run.ts";

type KindNames = Pick<AnyKind, "group" | "version" | "kind" | "plural">;

/** A kind of which there may be children that cannot be seen, or cannot be removed. */
export interface BarredKind extends InventoryEntry {
  /** In the server's words, which name the right. */
  readonly why: string;
}

/** Nothing where the error says something else than that a right is missing. */
export function barredBy(error: unknown, { group, version, kind, plural }: KindNames): BarredKind | undefined {
  if (!ApiError.is(error, "Forbidden")) return undefined;
  return { group, version, kind, plural, why: ApiError.find(error).message };
}

/** The first reason for each kind. */
export function mergeBarred(...lists: readonly (readonly BarredKind[])[]): readonly BarredKind[] {
  const kinds: BarredKind[] = [];
  for (const barred of lists.flat()) {
    if (!kinds.some((known) => isSameKind(known, barred))) kinds.push(barred);
  }
  return kinds;
}

/** A clean-up cannot go on without rights. */
export class RightsMissingError extends Error {
  readonly reason = "RightsMissing";

  constructor(kinds: readonly BarredKind[]) {
    super(describe(kinds));
  }

  static {
    RightsMissingError.prototype.name = "RightsMissingError";
  }
}

/** Which objects people have heard of, and what. */
export class ToldRights {
  readonly #byRequest = new Map<string, string>();

  /** Whether it is news; where there is nothing to tell any more, the same would be news again. */
  isToTell(request: string, text: string): boolean {
    const told = this.#byRequest.get(request) ?? "";
    if (text === "") this.#byRequest.delete(request);
    else this.#byRequest.set(request, text);
    return text !== "" && text !== told;
  }

  forget(request: string): void {
    this.#byRequest.delete(request);
  }
}

/** By an Event: the object itself is as it should be, so that no condition has to change. */
export function tellMissingRights({ state, ctx, object, request }: OperatorRun, kinds: readonly BarredKind[]): void {
  const note = describe(kinds);
  if (!state.toldRights.isToTell(request, note)) return;
  ctx.logger.warn(note);
  ctx.recorder.record({ regarding: object, type: "Warning", reason: "RightsMissing", action: "Prune", note });
}

function describe(kinds: readonly BarredKind[]): string {
  return kinds
    .map(({ group, kind, plural, why }) => {
      const resource = formatGroupResource({ group, resource: plural });
      const remedy = `allow list and delete of ${resource} until they are gone, by rules of manifestsOf or by a role of your own`;
      return `children of the kind ${kind}, which is not owned any more, may be left: ${why}; ${remedy}`;
    })
    .join(". ");
}
