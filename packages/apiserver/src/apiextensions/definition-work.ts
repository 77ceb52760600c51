/** The steps that bring a definition and what is served for it together, one at a time: what a step changes brings it back. */
import {
  type Clock,
  type ClockTimer,
  equalJson,
  formatTime,
  type JsonValue,
  type Logger,
  type Random,
  type Transport,
} from "@pintle/machinery";
import { createRefreshingStorage } from "../registry/refreshing-storage.ts";
import type { ResourceRegistry } from "../registry/resource-registry.ts";
import type { ConvertObjects } from "../registry/served-resource.ts";
import type { Storage } from "../storage/storage.ts";
import type { ConnectWebhook } from "../webhooks/webhook-connection.ts";
import { acceptNames, isEquivalent } from "./accept-names.ts";
import { approvalCondition } from "./api-approval.ts";
import { complainOfCaBundle } from "./conversion/ca-bundle.ts";
import { createWebhookConverter } from "./conversion/convert-by-webhook.ts";
import { createCustomResource } from "./custom-resource.ts";
import {
  cleanupFinalizer,
  type Definition,
  type DefinitionCondition,
  findCondition,
  isConditionTrue,
  toDefinition,
  withCondition,
} from "./definition.ts";
import type { DefinitionCache, KnownDefinition } from "./definition-cache.ts";
import { createDefinitionClient, type DefinitionClient } from "./definition-client.ts";
import { removeInstances } from "./remove-instances.ts";

export interface DefinitionsOptions {
  readonly registry: ResourceRegistry;
  /** To the server itself. */
  readonly transport: Transport;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** The way to conversion webhooks. Without it definitions that have one are served as if they had none. */
  readonly connectWebhook?: ConnectWebhook;
  /** Called when what is served is another, with all definitions that are. */
  readonly onServed?: (definitions: readonly Definition[]) => void;
}

/** What is served for a definition, and of what it was made. */
interface Serving {
  definition: Definition;
  isTerminating: boolean;
  staleRevision: number;
}

/** Objects may be left for as long as somebody holds them; until then they are looked for so often. */
const lookAgainMs = 1_000;

/** A request has a minute, and what it began then needs no longer than this. */
const longestRequestMs = 90_000;

export interface DefinitionQueues {
  /** Has the definition looked at: one after the other, because they compete for names. */
  look(name: string): void;
  /** Has the objects of a definition removed, which may take long and is done beside the rest. */
  remove(name: string, delayMs: number): void;
}

export class DefinitionWork {
  readonly #options: DefinitionsOptions;
  readonly #cache: DefinitionCache;
  readonly #client: DefinitionClient;
  readonly #objects: Storage;
  readonly #queues: DefinitionQueues;
  readonly #serving = new Map<string, Serving>();
  readonly #timers = new Set<ClockTimer>();

  constructor(options: DefinitionsOptions, cache: DefinitionCache, queues: DefinitionQueues) {
    this.#options = options;
    this.#cache = cache;
    this.#objects = createRefreshingStorage(options.storage, options.registry);
    this.#queues = queues;
    this.#client = createDefinitionClient(options.transport);
  }

  /** One step; what it changes brings it back. */
  async sync(name: string): Promise<void> {
    const known = this.#cache.get(name);
    if (known === undefined) {
      this.#withdraw(name);
      return;
    }
    const { definition } = known;
    const before = this.#serving.get(name);
    if (before && before.definition.metadata.uid !== definition.metadata.uid) this.#withdraw(name);
    this.serve(name);
    if (definition.metadata.deletionTimestamp !== undefined) {
      this.#queues.remove(name, 0);
      return;
    }
    if (await this.#name(definition)) return;
    const approval = approvalCondition(definition);
    if (approval && !isEquivalent(approval, findCondition(definition, approval.type))) {
      await this.#setConditions(definition, [approval]);
      return;
    }
    if (!isConditionTrue(definition, "NamesAccepted") || isConditionTrue(definition, "Established")) return;
    const established = establishedCondition(definition);
    if (isEquivalent(established, findCondition(definition, established.type))) return;
    await this.#setConditions(definition, [established]);
  }

  /** Puts into the registry what the definition says now, where that is another thing than before. */
  serve(name: string): void {
    const known = this.#cache.get(name);
    if (known === undefined) return;
    const { definition } = known;
    if (!["NamesAccepted", "Established"].some((type) => isConditionTrue(definition, type))) return;
    if (this.#isBuiltIn(definition)) return;
    const before = this.#serving.get(name);
    const isTerminating = isConditionTrue(definition, "Terminating");
    if (before && isServedAlike(before.definition, definition)) {
      this.#relist(before, isTerminating);
      return;
    }
    const serving: Serving = { definition, isTerminating, staleRevision: this.#staleRevisionOf(known, before) };
    this.#serving.set(name, serving);
    const resource = createCustomResource({
      definition,
      isTerminating: () => serving.isTerminating,
      staleRevision: () => serving.staleRevision,
      convert: this.#converterOf(definition),
    });
    this.#options.registry.add(resource);
    if (serving.staleRevision === Number.POSITIVE_INFINITY) this.#settleLater(serving);
    this.#tell();
  }

  /** At the start, everything that is older than the definition; after a change, everything until the last write of before is over. */
  #staleRevisionOf({ definition, revision }: KnownDefinition, before: Serving | undefined): number {
    if (before === undefined) return revision;
    return isReadAlike(before.definition, definition) ? before.staleRevision : Number.POSITIVE_INFINITY;
  }

  /** Requests that found the resource as it was go on with it, for as long as a request may take. */
  #settleLater(serving: Serving): void {
    const { clock, storage, logger } = this.#options;
    const settle = async () => {
      serving.staleRevision = await storage.revision();
    };
    const fail = (error: unknown) => logger.error("a definition stays expensive to read", { error });
    const options = { label: "requests of before are over", kind: "background", unref: true } as const;
    const timer = clock.setTimer(
      longestRequestMs,
      () => {
        this.#timers.delete(timer);
        void settle().catch(fail);
      },
      options,
    );
    this.#timers.add(timer);
  }

  close(): void {
    for (const timer of this.#timers) timer.cancel();
  }

  #converterOf({ spec }: Definition): ConvertObjects | undefined {
    const { conversion } = spec;
    const { connectWebhook: connect, clock, random } = this.#options;
    if (conversion?.strategy !== "Webhook" || !connect) return undefined;
    return createWebhookConverter({ conversion, connect, clock, random });
  }

  /** A built-in resource stays what it is, whatever a definition of the same names says. */
  #isBuiltIn({ spec }: Definition): boolean {
    const { registry } = this.#options;
    return registry
      .list()
      .some(({ group, plural, isCustom }) => !isCustom && group === spec.group && plural === spec.names.plural);
  }

  #relist(serving: Serving, isTerminating: boolean): void {
    if (serving.isTerminating === isTerminating) return;
    serving.isTerminating = isTerminating;
    const { group, names } = serving.definition.spec;
    this.#options.registry.relist(group, names.plural ?? "");
  }

  #withdraw(name: string): void {
    const serving = this.#serving.get(name);
    const [plural = "", ...group] = name.split(".");
    for (const { metadata } of this.#cache.othersInGroup(group.join("."), name)) this.#queues.look(metadata.name);
    if (!this.#serving.delete(name) || !serving) return;
    this.#options.registry.remove(serving.definition.spec.group, plural);
    this.#tell();
  }

  #tell(): void {
    this.#options.onServed?.(
      this.#serving
        .values()
        .map(({ definition }) => definition)
        .toArray(),
    );
  }

  /** Whether the status was behind, and has been or will be brought up to date. */
  async #name(definition: Definition): Promise<boolean> {
    const { group } = definition.spec;
    const others = this.#cache.othersInGroup(group, definition.metadata.name);
    const verdict = acceptNames(definition, others);
    if (verdict === undefined) return false;
    const conditions = this.#withConditions(definition, verdict.conditions);
    const absent = { singular: null, shortNames: null, listKind: null, categories: null };
    const acceptedNames = { ...absent, ...verdict.names } as unknown as JsonValue;
    const written = await this.#client.patchStatus(definition, { status: { acceptedNames, conditions } });
    if (written === undefined) return true;
    this.#cache.remember(toDefinition(written));
    // A name may be free now.
    for (const { metadata } of others) this.#queues.look(metadata.name);
    return true;
  }

  /** One step of a removal, as `sync` is one of a life. */
  async remove(name: string): Promise<void> {
    const definition = this.#cache.get(name)?.definition;
    // Where ours is gone and another finalizer keeps the definition, nothing is left to be done.
    if (!definition?.metadata.deletionTimestamp || !definition.metadata.finalizers?.includes(cleanupFinalizer)) return;
    const type = "Terminating";
    const inProgress = { type, status: "True", reason: "InstanceDeletionInProgress", message: deletionInProgress };
    if (!isEquivalent(inProgress, findCondition(definition, type))) {
      await this.#setConditions(definition, [inProgress]);
      return;
    }
    const isServed = this.#serving.has(name);
    if (isServed && (await removeInstances({ ...this.#options, storage: this.#objects }, definition))) {
      this.#queues.remove(name, lookAgainMs);
      return;
    }
    const ended = isServed ? completed : this.#isBuiltIn(definition) ? overlapping : neverEstablished;
    const finalizers = definition.metadata.finalizers.filter((each) => each !== cleanupFinalizer);
    const metadata = { finalizers: finalizers.length === 0 ? null : finalizers };
    const conditions = this.#withConditions(definition, [{ type, status: "False", ...ended }]);
    await this.#client.patchStatus(definition, { metadata, status: { conditions } });
  }

  async #setConditions(definition: Definition, conditions: readonly DefinitionCondition[]): Promise<void> {
    await this.#client.patchStatus(definition, {
      status: { conditions: this.#withConditions(definition, conditions) },
    });
  }

  #withConditions(definition: Definition, changes: readonly DefinitionCondition[]): JsonValue {
    const now = formatTime(this.#options.clock.now());
    const before = definition.status?.conditions ?? [];
    return changes.reduce((all, next) => withCondition(all, next, now), before) as unknown as JsonValue;
  }
}

/** Nobody could convert objects by a webhook whose certificates cannot be read. */
function establishedCondition({ spec }: Definition): DefinitionCondition {
  const type = "Established";
  const { caBundle = "" } = spec.conversion?.webhook?.clientConfig ?? {};
  if (spec.conversion?.strategy === "Webhook" && caBundle !== "" && complainOfCaBundle(caBundle) !== undefined) {
    const message = "The conversion webhook CABundle is invalid";
    return { type, status: "False", reason: "InvalidCABundle", message };
  }
  return { type, status: "True", reason: "InitialNamesAccepted", message: "the initial names have been accepted" };
}

const deletionInProgress = "CustomResource deletion is in progress";
const completed = { reason: "InstanceDeletionCompleted", message: "removed all instances" };
const neverEstablished = { reason: "NeverEstablished", message: "resource was never established" };
const overlapping = {
  reason: "OverlappingBuiltInResource",
  message: "instances overlap with built-in resources in storage",
};

function isServedAlike(left: Definition, right: Definition): boolean {
  return isSame(left.spec, right.spec) && isSame(left.status?.acceptedNames, right.status?.acceptedNames);
}

/** Whether objects that are stored mean the same under both. */
function isReadAlike(left: Definition, right: Definition): boolean {
  const reading = ({ spec }: Definition) =>
    spec.versions.map(({ name, storage, schema }) => ({ name, storage, schema }));
  return isSame(reading(left), reading(right));
}

function isSame(left: unknown, right: unknown): boolean {
  return equalJson(left as JsonValue, right as JsonValue);
}
