/** The steps that bring a definition and what is served for it together, one at a time: what a step changes brings it back. */
import {
  type Clock,
  equalJson,
  formatTime,
  type JsonValue,
  type Logger,
  type Random,
  type Transport,
} from "@pintle/machinery";
import { createRefreshingStorage } from "../registry/refreshing-storage.ts";
import type { ResourceRegistry } from "../registry/resource-registry.ts";
import type { Storage } from "../storage/storage.ts";
import { acceptNames, isEquivalent } from "./accept-names.ts";
import { approvalCondition } from "./api-approval.ts";
import { createCustomResource } from "./custom-resource.ts";
import {
  cleanupFinalizer,
  type Definition,
  type DefinitionCondition,
  findCondition,
  isConditionTrue,
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

export class DefinitionWork {
  readonly #options: DefinitionsOptions;
  readonly #cache: DefinitionCache;
  readonly #client: DefinitionClient;
  readonly #objects: Storage;
  readonly #again: (name: string, delayMs: number) => void;
  readonly #serving = new Map<string, Serving>();

  constructor(options: DefinitionsOptions, cache: DefinitionCache, again: (name: string, delayMs: number) => void) {
    this.#options = options;
    this.#cache = cache;
    this.#objects = createRefreshingStorage(options.storage, options.registry);
    this.#again = again;
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
    this.serve(name);
    if (definition.metadata.deletionTimestamp !== undefined) {
      await this.#remove(known);
      return;
    }
    if (await this.#name(definition)) return;
    const approval = approvalCondition(definition);
    if (approval && !isEquivalent(approval, findCondition(definition, approval.type))) {
      await this.#setConditions(definition, [approval]);
      return;
    }
    if (!isConditionTrue(definition, "NamesAccepted") || isConditionTrue(definition, "Established")) return;
    const message = "the initial names have been accepted";
    const established = { type: "Established", status: "True", reason: "InitialNamesAccepted", message };
    await this.#setConditions(definition, [established]);
  }

  /** Puts into the registry what the definition says now, where that is another thing than before. */
  serve(name: string): void {
    const known = this.#cache.get(name);
    if (known === undefined) return;
    const { definition } = known;
    if (!["NamesAccepted", "Established"].some((type) => isConditionTrue(definition, type))) return;
    const before = this.#serving.get(name);
    const isTerminating = isConditionTrue(definition, "Terminating");
    if (before && isServedAlike(before.definition, definition)) {
      this.#relist(before, isTerminating);
      return;
    }
    const isStale = before === undefined || !isReadAlike(before.definition, definition);
    const staleRevision = isStale ? known.revision : before.staleRevision;
    const serving: Serving = { definition, isTerminating, staleRevision };
    this.#serving.set(name, serving);
    const isGoing = () => serving.isTerminating;
    this.#options.registry.add(createCustomResource({ definition, isTerminating: isGoing, staleRevision }));
    this.#tell();
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
    for (const { metadata } of this.#cache.othersInGroup(group.join("."), name)) this.#again(metadata.name, 0);
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
    const isDone = await this.#client.patchStatus(definition, { status: { acceptedNames, conditions } });
    // A name may be free now.
    if (isDone) for (const { metadata } of others) this.#again(metadata.name, 0);
    return true;
  }

  async #remove({ definition }: KnownDefinition): Promise<void> {
    const type = "Terminating";
    const inProgress = { type, status: "True", reason: "InstanceDeletionInProgress", message: deletionInProgress };
    if (!isEquivalent(inProgress, findCondition(definition, type))) {
      await this.#setConditions(definition, [inProgress]);
      return;
    }
    const serving = this.#serving.get(definition.metadata.name);
    const isLeft =
      serving !== undefined && (await removeInstances({ ...this.#options, storage: this.#objects }, definition));
    if (isLeft) {
      this.#again(definition.metadata.name, lookAgainMs);
      return;
    }
    const done = serving
      ? { type, status: "False", reason: "InstanceDeletionCompleted", message: "removed all instances" }
      : { type, status: "False", reason: "NeverEstablished", message: "resource was never established" };
    const finalizers = (definition.metadata.finalizers ?? []).filter((each) => each !== cleanupFinalizer);
    const metadata = { finalizers: finalizers.length === 0 ? null : finalizers };
    const conditions = this.#withConditions(definition, [done]);
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

const deletionInProgress = "CustomResource deletion is in progress";

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
