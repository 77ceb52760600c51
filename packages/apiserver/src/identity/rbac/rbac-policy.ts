/**
 * The stored roles and bindings, kept current by watches of the storage: a write that was acknowledged counts for the next question.
 *
 * What changes is only noted, and read when somebody asks; whoever may do everything never asks.
 */
import type { Clock, JsonObject, Logger } from "@pintle/machinery";
import type { UserInfo } from "../../pipeline/request-context.ts";
import { decodeStored } from "../../registry/stored-object.ts";
import { type FollowedPrefix, followPrefix } from "../../storage/follow-prefix.ts";
import type { Storage } from "../../storage/storage.ts";
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

/** More than these are read although nobody has asked, so that they do not pile up: to read them takes ten times their bytes at once. */
const maxNoted = 1_000;
const maxNotedBytes = 1 << 20;

/** Resolves when all that is stored is known. */
export async function startRbacPolicy(options: RbacPolicyOptions): Promise<RbacPolicy> {
  const index = new PolicyIndex();
  const follow = (kind: PolicyKind) => new Follower(kind, index, options);
  const [roles, clusterRoles] = [follow("roles"), follow("clusterroles")];
  const bindings = [follow("rolebindings"), follow("clusterrolebindings")];
  const followers = [roles, clusterRoles, ...bindings];
  await Promise.all(followers.map((follower) => follower.follow()));
  return {
    bindingsOf(user, namespace) {
      for (const follower of bindings) follower.catchUp();
      return index.bindingsOf(user, namespace);
    },
    rulesOf(role, namespace) {
      if (role.kind === "Role") roles.catchUp();
      else {
        clusterRoles.catchUpOn(role.name);
        if (index.isGathering(role.name)) clusterRoles.catchUp();
      }
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
  readonly #noted = new Map<string, { readonly value: Uint8Array; readonly revision: number }>();
  #notedBytes = 0;
  #followed: FollowedPrefix | undefined;

  constructor(kind: PolicyKind, index: PolicyIndex, options: RbacPolicyOptions) {
    this.#kind = kind;
    this.#prefix = `/registry/${kind}/`;
    this.#index = index;
    this.#options = options;
  }

  async follow(): Promise<void> {
    const { storage, clock, logger } = this.#options;
    this.#followed = await followPrefix({
      ...{ storage, clock, prefix: this.#prefix, label: "follow roles" },
      onKey: ({ key, value, revision }) => this.#note(key, value, revision),
      // Rights that were taken away meanwhile must not live on: until the storage can be followed again, nobody has any of this kind.
      onLost: (error, keys) => {
        for (const key of keys) this.#note(key, undefined, 0);
        logger.warn("roles cannot be followed", { kind: this.#kind, error });
      },
    });
  }

  catchUp(): void {
    if (this.#noted.size === 0) return;
    for (const [key, { value, revision }] of this.#noted) this.#set(key, decodeStored({ key, value, revision }));
    this.#noted.clear();
    this.#notedBytes = 0;
  }

  /** One of those that are in no namespace: a user has a few roles of the many that there are. */
  catchUpOn(name: string): void {
    const key = `${this.#prefix}${name}`;
    const found = this.#noted.get(key);
    if (found === undefined) return;
    this.#set(key, decodeStored({ key, ...found }));
    this.#forget(key);
  }

  close(): void {
    this.#followed?.close();
  }

  #note(key: string, value: Uint8Array | undefined, revision: number): void {
    if (value === undefined) {
      // It costs nothing, and gives memory back.
      this.#forget(key);
      this.#set(key, undefined);
      return;
    }
    this.#forget(key);
    this.#noted.set(key, { value, revision });
    this.#notedBytes += value.length;
    if (this.#noted.size > maxNoted || this.#notedBytes > maxNotedBytes) this.catchUp();
  }

  #forget(key: string): void {
    this.#notedBytes -= this.#noted.get(key)?.value.length ?? 0;
    this.#noted.delete(key);
  }

  #set(key: string, object: JsonObject | undefined): void {
    const [name = "", namespace = ""] = key.slice(this.#prefix.length).split("/").toReversed();
    this.#index.set(this.#kind, namespace, name, object);
  }
}
