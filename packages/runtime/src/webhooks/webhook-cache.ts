/**
 * What webhooks look up beside what they are asked about: copies of the kinds that they have named, kept by informers.
 *
 * Who asks before a copy is complete waits for it: that something is not there would be a lie, and a yes that follows from it, too.
 */
import { type AnyKind, type KubernetesObject, type ObjectOf, UsageError } from "@pintle/machinery";
import type { Informer, Lister } from "../informers/informer.ts";
import type { Informers } from "../informers/informers.ts";

export class WebhookCache {
  readonly #informers: Pick<Informers, "for"> | undefined;
  readonly #copies = new Map<string, Informer<KubernetesObject>>();

  constructor(informers?: Pick<Informers, "for">) {
    this.#informers = informers;
  }

  /** Keeps copies of these kinds from now on. */
  add(kinds: readonly AnyKind[]): void {
    for (const kind of kinds) {
      if (this.#copies.has(typeOf(kind))) continue;
      if (this.#informers === undefined) {
        throw new UsageError(
          "PINTLE_WEBHOOK_INFORMERS_MISSING",
          `a webhook reads ${kind.kind}: say from where, createWebhookServer({ informers: manager.informers, … })`,
        );
      }
      this.#copies.set(typeOf(kind), this.#informers.for(kind));
    }
  }

  of<K extends AnyKind>(kind: K): Lister<ObjectOf<K>> {
    const copy = this.#copies.get(typeOf(kind));
    if (copy !== undefined) return copy.lister as object as Lister<ObjectOf<K>>;
    throw new UsageError(
      "PINTLE_KIND_NOT_WATCHED",
      `the webhook does not read ${typeOf(kind)}: add reads: [${kind.kind}] to it, or ask the server through a client`,
    );
  }

  /** Resolves when the copies of these kinds are complete; nothing where they are. */
  completing(kinds: readonly AnyKind[], signal: () => AbortSignal): Promise<unknown> | undefined {
    const missing = kinds.flatMap((kind) => this.#copies.get(typeOf(kind)) ?? []).filter(({ isSynced }) => !isSynced);
    return missing.length === 0 ? undefined : Promise.all(missing.map((copy) => copy.synced({ signal: signal() })));
  }

  /** Gives the copies back. */
  release(): void {
    for (const copy of this.#copies.values()) copy.release();
    this.#copies.clear();
  }
}

function typeOf({ apiVersion, kind }: AnyKind): string {
  return `${apiVersion} ${kind}`;
}
