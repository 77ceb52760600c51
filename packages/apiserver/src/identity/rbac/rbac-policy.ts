/**
 * The stored roles and bindings, kept current by watches of the storage: a write that was acknowledged counts for the next question.
 *
 * What changes is only noted, and read when somebody asks; whoever may do everything never asks.
 */
import type { Clock, ClockTimer, Logger } from "@pintle/machinery";
import type { UserInfo } from "../../pipeline/request-context.ts";
import { decodeStored } from "../../registry/stored-object.ts";
import type { Storage, StorageWatch } from "../../storage/storage.ts";
import { PolicyIndex, type PolicyKind } from "./policy-index.ts";
import type { PolicyRule } from "./policy-rule.ts";
import type { Binding, RoleRef } from "./role-binding.ts";

export interface RbacPolicyOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface RbacPolicy {
  /** The bindings that give the user something in the namespace, or in the whole cluster where it is empty. */
  bindingsOf(user: UserInfo, namespace: string): Iterable<Binding>;
  /** The rules of a role, those that it gathers included; `undefined` where there is no such role. */
  rulesOf(role: RoleRef, namespace: string): readonly PolicyRule[] | undefined;
  close(): void;
}

const kinds: readonly PolicyKind[] = ["roles", "clusterroles", "rolebindings", "clusterrolebindings"];
/** More than these are read although nobody has asked, so that they do not pile up. */
const maxNoted = 1_000;
const retryMs = 1_000;

/** Resolves when all that is stored is known. */
export async function startRbacPolicy(options: RbacPolicyOptions): Promise<RbacPolicy> {
  const index = new PolicyIndex();
  const followers = kinds.map((kind) => new Follower(kind, index, options));
  await Promise.all(followers.map((follower) => follower.follow()));
  const catchUp = () => {
    for (const follower of followers) follower.catchUp();
  };
  return {
    bindingsOf(user, namespace) {
      catchUp();
      return index.bindingsOf(user, namespace);
    },
    rulesOf(role, namespace) {
      catchUp();
      return index.rulesOf(role, namespace);
    },
    close() {
      for (const follower of followers) follower.close();
    },
  };
}

/** Follows the objects of one kind. */
class Follower {
  readonly #kind: PolicyKind;
  readonly #prefix: string;
  readonly #index: PolicyIndex;
  readonly #options: RbacPolicyOptions;
  /** What has changed and was not read yet, the newest of each key. */
  readonly #noted = new Map<string, { readonly value: Uint8Array | undefined; readonly revision: number }>();
  /** The keys that are in the index or noted. */
  readonly #known = new Set<string>();
  #watch: StorageWatch | undefined;
  #retry: ClockTimer | undefined;
  #isClosed = false;

  constructor(kind: PolicyKind, index: PolicyIndex, options: RbacPolicyOptions) {
    this.#kind = kind;
    this.#prefix = `/registry/${kind}/`;
    this.#index = index;
    this.#options = options;
  }

  async follow(): Promise<void> {
    const { storage } = this.#options;
    const { entries, revision } = await storage.list({ prefix: this.#prefix });
    const gone = new Set(this.#known);
    for (const entry of entries) {
      gone.delete(entry.key);
      this.#note(entry.key, entry.value, entry.revision);
    }
    for (const key of gone) this.#note(key, undefined, revision);
    const watch = await storage.watch(
      { prefix: this.#prefix, after: revision },
      {
        onChanges: (changes) => {
          for (const { key, value, revision } of changes) this.#note(key, value, revision);
        },
        onProgress: () => undefined,
        onEnd: () => void this.#restart(),
      },
    );
    this.#watch = watch;
    if (this.#isClosed) watch.close();
  }

  catchUp(): void {
    if (this.#noted.size === 0) return;
    for (const [key, { value, revision }] of this.#noted) {
      const [name = "", namespace = ""] = key.slice(this.#prefix.length).split("/").toReversed();
      this.#index.set(this.#kind, namespace, name, value && decodeStored({ key, value, revision }));
    }
    this.#noted.clear();
  }

  close(): void {
    this.#isClosed = true;
    this.#watch?.close();
    this.#retry?.cancel();
  }

  #note(key: string, value: Uint8Array | undefined, revision: number): void {
    if (value === undefined) this.#known.delete(key);
    else this.#known.add(key);
    this.#noted.set(key, { value, revision });
    if (this.#noted.size > maxNoted) this.catchUp();
  }

  /** Rights that were taken away meanwhile must not live on: until the storage can be followed again, nobody has any of this kind. */
  async #restart(): Promise<void> {
    if (this.#isClosed) return;
    try {
      await this.follow();
    } catch (error) {
      for (const key of [...this.#known]) this.#note(key, undefined, 0);
      this.#options.logger.warn("roles cannot be followed", { kind: this.#kind, error });
      this.#retry = this.#options.clock.setTimer(retryMs, () => void this.#restart(), {
        label: "follow roles",
        kind: "background",
        unref: true,
      });
    }
  }
}
