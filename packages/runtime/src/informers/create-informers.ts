/** Makes informers, and shares those that are the same. */
import type { Client, CompletedWrite, KindReference } from "@pintle/client";
import { type AnyKind, parseGroupVersion, UsageError } from "@pintle/machinery";
import type { Informer } from "./informer.ts";
import { InformerHandle } from "./informer-handle.ts";
import { createInformerSpec, type InformerSpec, requireSameForm } from "./informer-spec.ts";
import type { InformerOptions, Informers, InformersOptions } from "./informers.ts";
import { createOverlayScope } from "./overlay-scope.ts";
import { Overlays } from "./overlays.ts";
import type { WatchListSupport } from "./reflector.ts";
import { SharedInformer } from "./shared-informer.ts";

/** Ten hours, as controller-runtime has it. */
const usualResyncMs = 10 * 60 * 60 * 1_000;

interface Entry {
  readonly shared: SharedInformer;
  readonly overlaid: Disposable;
  /** For reports: nobody gives it back. */
  readonly view: InformerHandle;
  users: number;
}

export function createInformers(client: Client, options: InformersOptions = {}): Informers {
  // The overloads say more than an implementation can: of which objects an informer is.
  return new ClientInformers(client, options) as Omit<ClientInformers, "for" | "metadata"> as Informers;
}

class ClientInformers {
  readonly #client: Client;
  readonly #options: InformersOptions;
  readonly #entries = new Map<string, Entry>();
  /** Each group may be served by another server. */
  readonly #supports = new Map<string, WatchListSupport>();
  readonly #overlays: Overlays;
  /** Of those that were given back and still end. */
  readonly #endings = new Set<Promise<void>>();
  #isStarted = false;

  constructor(client: Client, options: InformersOptions) {
    this.#client = client;
    this.#options = options;
    this.#overlays = new Overlays(this.#report);
  }

  for(kind: AnyKind | KindReference, options: InformerOptions = {}): InformerHandle {
    return this.#ask(createInformerSpec(kind, false, options, this.#options.namespace));
  }

  metadata(kind: AnyKind | KindReference, options: InformerOptions = {}): InformerHandle {
    return this.#ask(createInformerSpec(kind, true, options, this.#options.namespace));
  }

  /** Bound, because it is passed on. */
  readonly wrote = (write: CompletedWrite): void => this.#overlays.wrote(write);

  start(): AsyncDisposable {
    if (this.#isStarted) {
      throw new UsageError(
        "PINTLE_INFORMERS_STARTED",
        "these informers run already: dispose of the first start before another",
      );
    }
    this.#isStarted = true;
    for (const { shared } of this.#entries.values()) shared.start();
    return { [Symbol.asyncDispose]: () => this.#stop() };
  }

  async synced({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    const asked = [...this.#entries.values()].map(({ shared }) => shared);
    try {
      await Promise.all(asked.map((shared) => shared.synced(signal)));
    } catch (cause) {
      const missing = asked.filter(({ isSynced }) => !isSynced).map(({ spec }) => spec.kind.kind);
      throw new Error(`these informers are not synced: ${missing.join(", ")}`, { cause });
    }
  }

  get running(): readonly Informer<unknown>[] {
    const views = [...this.#entries.values()].filter(({ shared }) => shared.isRunning).map(({ view }) => view);
    return views as readonly unknown[] as readonly Informer<unknown>[];
  }

  #ask(spec: InformerSpec): InformerHandle {
    const entry = this.#entries.get(spec.id) ?? this.#create(spec);
    requireSameForm(entry.shared.spec, spec.options);
    entry.users += 1;
    return new InformerHandle(entry.shared, this.#options.resyncMs ?? usualResyncMs, () =>
      this.#release(spec.id, entry),
    );
  }

  #create(spec: InformerSpec): Entry {
    const { logger, freezes = process.env.NODE_ENV !== "production" } = this.#options;
    const support = this.#supportOf(spec);
    const shared = new SharedInformer(spec, { client: this.#client, freezes, logger, report: this.#report, support });
    const { kind, isMetadataOnly, namespaces: namespace, options } = spec;
    const { labelSelector, fieldSelector } = options;
    const selectors = { ...(labelSelector && { labelSelector }), ...(fieldSelector && { fieldSelector }) };
    const overlaid = this.#overlays.add({
      ...{ apiVersion: kind.apiVersion, kind: kind.kind, isMetadataOnly, overlay: shared.overlay },
      scope: createOverlayScope({ namespace, ...selectors }),
    });
    const entry: Entry = { shared, overlaid, view: new InformerHandle(shared, 0, () => {}), users: 0 };
    this.#entries.set(spec.id, entry);
    if (this.#isStarted) shared.start();
    return entry;
  }

  #supportOf({ kind }: InformerSpec): WatchListSupport {
    const { group } = parseGroupVersion(kind.apiVersion);
    const support = this.#supports.get(group) ?? { isRefused: false };
    this.#supports.set(group, support);
    return support;
  }

  #release(id: string, entry: Entry): void {
    entry.users -= 1;
    if (entry.users > 0) return;
    this.#entries.delete(id);
    entry.overlaid[Symbol.dispose]();
    const ending = entry.shared.stop().finally(() => this.#endings.delete(ending));
    this.#endings.add(ending);
  }

  async #stop(): Promise<void> {
    if (!this.#isStarted) return;
    this.#isStarted = false;
    const endings = [...this.#entries.values()].map(({ shared }) => shared.stop());
    await Promise.all([...endings, ...this.#endings]);
  }

  #report = (error: unknown): void => {
    const { onError, logger } = this.#options;
    try {
      if (onError) onError(error);
      else if (logger) logger.error("an informer met with an error", { error });
      else process.emitWarning(error instanceof Error ? error : String(error));
    } catch (failure) {
      logger?.error("an error of an informer could not be told", { error: failure });
    }
  };
}
