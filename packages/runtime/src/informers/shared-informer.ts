/**
 * The informer behind all who have asked for the same one: one copy, one watch for each namespace, and everybody's handlers.
 */
import { type Client, type PartialVerbs, type UndecodedObject, undecodedFromObject } from "@pintle/client";
import { formatGroupKind, type JsonObject, type Logger, parseGroupVersion, UsageError } from "@pintle/machinery";
import { ChangeNotifier, type ObserverOptions } from "./change-notifier.ts";
import type { Registration } from "./handler-registration.ts";
import type { InformerProgress } from "./informer.ts";
import type { InformerSpec } from "./informer-spec.ts";
import { isKindMissing } from "./kind-presence.ts";
import type { ObjectChange } from "./object-change.ts";
import { ObjectLister } from "./object-lister.ts";
import { ObjectReader } from "./object-reader.ts";
import { type Difference, ObjectStore } from "./object-store.ts";
import { Overlay } from "./overlay.ts";
import { isNewer } from "./overlay-versions.ts";
import { Reflector, type WatchListSupport } from "./reflector.ts";
import { StoredObject } from "./stored-object.ts";
import { SyncedWaiters } from "./synced-waiters.ts";
import type { CompleteList, ReflectedCopy } from "./watch-reader.ts";

export interface SharedInformerOptions {
  readonly client: Client;
  readonly freezes: boolean;
  readonly logger: Logger | undefined;
  readonly report: (error: unknown) => void;
  readonly support: WatchListSupport;
}

/** One watch and what it has brought so far. */
interface Part {
  readonly reflector: Reflector;
  isSynced: boolean;
}

export class SharedInformer {
  readonly spec: InformerSpec;
  readonly overlay: Overlay<StoredObject>;
  readonly lister: ObjectLister;
  readonly #options: SharedInformerOptions;
  readonly #store: ObjectStore;
  readonly #reader: ObjectReader;
  readonly #notifier: ChangeNotifier;
  readonly #parts: readonly Part[];
  readonly #waiters = new SyncedWaiters();
  #running: AbortController | undefined;
  /** Of what was started last. */
  #ended: Promise<unknown> = Promise.resolve();
  #isSynced = false;

  constructor(spec: InformerSpec, options: SharedInformerOptions) {
    const { clock, random } = options.client;
    const { report } = options;
    const label = labelOf(spec);
    const { transform, keepsManagedFields = false } = spec.options;
    this.spec = spec;
    this.#options = options;
    this.#store = new ObjectStore(report);
    this.#reader = new ObjectReader({
      kind: spec.kind.kind,
      isMetadataOnly: spec.isMetadataOnly,
      ...{ keepsManagedFields, transform, freezes: options.freezes, report },
    });
    this.overlay = new Overlay({
      ...{ clock, label },
      copyOf: (key) => this.#store.get(key),
      toStored: (object: JsonObject) => new StoredObject(undecodedFromObject(object), this.#reader),
    });
    this.#notifier = new ChangeNotifier({ label, clock, random, report, objects: () => this.#store.values() });
    this.lister = new ObjectLister({
      ...{ store: this.#store, overlay: this.overlay, kind: spec.kind },
      requireSynced: () => this.#requireSynced(),
    });
    this.#parts = (spec.namespaces ?? [undefined]).map((namespace) => this.#createPart(namespace));
  }

  get isSynced(): boolean {
    return this.#isSynced;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Of several watches, that which is worst. */
  get progress(): InformerProgress {
    const reflectors = this.#parts.map(({ reflector }) => reflector);
    return {
      kind: this.spec.kind.kind,
      resourceVersion: lowest(reflectors.map(({ resourceVersion }) => resourceVersion)),
      silentMs: Math.max(...reflectors.map(({ silentMs }) => silentMs)),
      lastError: reflectors.find(({ lastError }) => lastError !== undefined)?.lastError,
      isKindMissing: reflectors.some((reflector) => reflector.isKindMissing),
    };
  }

  async synced(signal?: AbortSignal): Promise<void> {
    if (!this.#isSynced) await this.#waiters.wait(signal);
  }

  addIndex(name: string, valuesOf: Parameters<ObjectStore["indexes"]["define"]>[1]): void {
    this.#store.indexes.define(name, valuesOf, this.#store.values());
  }

  observe(observer: (change: ObjectChange) => unknown, options: Omit<ObserverOptions, "isComplete">): Registration {
    return this.#notifier.add(observer, { ...options, isComplete: this.#isSynced });
  }

  start(): void {
    if (this.#running !== undefined) return;
    const controller = new AbortController();
    const before = this.#ended;
    const run = async ({ reflector }: Part) => {
      // A start right after a stop waits for the end of what was stopped.
      await before;
      await reflector.run(controller.signal);
    };
    this.#ended = Promise.all(this.#parts.map(run));
    this.#running = controller;
    this.#notifier.start();
  }

  /** Resolves when nothing goes on any more. What is here can still be read. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    running?.abort(new Error(`the informer of ${labelOf(this.spec)} was stopped`));
    this.#waiters.reject(new Error(`the informer of ${labelOf(this.spec)} was stopped before it was synced`));
    this.overlay[Symbol.dispose]();
    this.#notifier.stop();
    await this.#ended;
  }

  #createPart(namespace: string | undefined): Part {
    const { client, logger, support } = this.#options;
    const { kind, options } = this.spec;
    const { labelSelector, fieldSelector, keepsManagedFields = false } = options;
    const part: Part = {
      reflector: new Reflector({
        label: namespace === undefined ? labelOf(this.spec) : `${labelOf(this.spec)} in ${namespace}`,
        source: sourceOf(client, this.spec, namespace),
        select: { ...(labelSelector && { labelSelector }), ...(fieldSelector && { fieldSelector }) },
        ...{ keepsManagedFields, clock: client.clock, random: client.random, logger, support },
        copy: this.#copyFor(namespace, () => part),
        isKindMissing: (signal) => isKindMissing(client, kind, signal),
      }),
      isSynced: false,
    };
    return part;
  }

  #copyFor(namespace: string | undefined, part: () => Part): ReflectedCopy {
    const notifier = this.#notifier;
    return {
      prepare: (source) => this.#prepare(source),
      replace: (objects, list) => this.#replace(part(), objects, namespace, list),
      // The overlay before the handlers: what they read is not older than what they are told.
      put: (object) => {
        const differences = this.#store.put(object);
        this.overlay.heard(object);
        notifier.tell(differences);
      },
      remove: (object) => {
        const differences = this.#store.remove(object);
        this.overlay.heardDeletion(object);
        notifier.tell(differences);
      },
      reached: (resourceVersion) => this.overlay.reached(resourceVersion, namespace),
      vanish: async () => {
        const differences = this.#store.replace(new Map(), { namespace });
        for (const { object } of differences) this.overlay.heardDeletion(object);
        this.overlay.vanished(namespace);
        notifier.tell(differences);
        await notifier.draining;
      },
      report: this.#options.report,
      get draining() {
        return notifier.draining;
      },
    };
  }

  /** What one's own write was answered with has been decoded, and asked for its values, already. */
  #prepare(source: UndecodedObject): StoredObject {
    const object = new StoredObject(source, this.#reader);
    const known = this.overlay.sameAs(object) ?? object;
    this.#store.indexes.prepare(known);
    return known;
  }

  async #replace(
    part: Part,
    objects: ReadonlyMap<string, StoredObject>,
    namespace: string | undefined,
    { resourceVersion, acceptsOlder }: CompleteList,
  ): Promise<void> {
    const differences: readonly Difference[] = this.#store.replace(objects, { namespace, acceptsOlder });
    for (const { type, object } of differences) if (type === "delete") this.overlay.heardDeletion(object);
    this.overlay.reached(resourceVersion, namespace);
    const isInitial = !part.isSynced;
    part.isSynced = true;
    this.#notifier.tell(differences, isInitial);
    if (!this.#isSynced && this.#parts.every(({ isSynced }) => isSynced)) {
      this.#isSynced = true;
      this.#notifier.complete();
      this.#waiters.resolve();
    }
    await this.#notifier.draining;
  }

  #requireSynced(): void {
    if (this.#isSynced) return;
    throw new UsageError(
      "PINTLE_INFORMER_NOT_SYNCED",
      `the informer of ${labelOf(this.spec)} has not brought everything yet: start the informers and await informer.synced() before reading`,
    );
  }
}

function sourceOf(
  client: Client,
  { kind, isMetadataOnly }: InformerSpec,
  namespace: string | undefined,
): Pick<PartialVerbs<object>, "pages" | "watchLines"> {
  const place = namespace === undefined ? {} : { namespace };
  // A kind that has a type looks the same here as one that has none.
  const reference = kind as { readonly apiVersion: string; readonly kind: string };
  return isMetadataOnly ? client.metadata(reference, place) : client.resource(reference, place);
}

function labelOf({ kind: { apiVersion, kind } }: InformerSpec): string {
  return formatGroupKind({ group: parseGroupVersion(apiVersion).group, kind });
}

/** Nothing where one is unknown. */
function lowest(versions: readonly string[]): string {
  const [first = "", ...rest] = versions;
  return rest.reduce(
    (low, version) => (low !== "" && (version === "" || isNewer(low, version)) ? version : low),
    first,
  );
}
