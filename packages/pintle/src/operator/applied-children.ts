/**
 * Remembers what each child was last applied with and what the server made of it, so that what is so already is not applied again.
 *
 * Another apply would change nothing as long as the manifest is the same and the fields that are the operator's, by the managedFields of the
 * last answer, hold what they held then. What others write beside them does not count.
 *
 * A new process remembers nothing, and applies each child once. The server answers that with the object as it is.
 *
 * ```text
 *   owner ──▶ its uid, and what is planned for it: child ──▶ uid, manifest, the operator's fields
 * ```
 */
import { hash } from "node:crypto";
import { type FieldSet, writeJson } from "@pintle/machinery";
import { AppliedContent } from "./applied-content.ts";
import { type AnyObject, childId } from "./children.ts";
import { appliedFieldsV1Of } from "./owned-fields.ts";
import type { PlannedChild } from "./plan-children.ts";

/** So many different manifests for one child in a minute, while its owner asks for the same, come from nothing that was asked for. */
const maxChanges = 30;
const minuteMs = 60_000;

/** For whom something is applied, and when. */
export interface Application {
  /** `namespace/name` of the owner. */
  readonly owner: string;
  readonly ownerUid: string | undefined;
  readonly generation: number | undefined;
  readonly nowMs: number;
}

/** The children of one owner. One that comes later under the same name has none of them. */
interface Owner {
  readonly uid: string | undefined;
  readonly children: Map<string, Applied>;
}

interface Applied {
  readonly uid: string;
  readonly manifest: string;
  readonly content: AppliedContent;
  /** The last state that was found to be as applied. */
  resourceVersion: string;
  readonly changes: Changes;
}

/** How often a manifest has changed though its owner has not. */
interface Changes {
  readonly generation: number | undefined;
  readonly sinceMs: number;
  readonly count: number;
}

export class AppliedChildren {
  readonly #manager: string;
  /** By `namespace/name`. */
  readonly #owners = new Map<string, Owner>();

  constructor(manager: string) {
    this.#manager = manager;
  }

  /** Whether to apply the child once more would change nothing. */
  isCurrent(application: Application, child: PlannedChild, live: AnyObject): boolean {
    const applied = this.#appliedOf(application, child);
    if (applied === undefined || applied.uid !== live.metadata.uid) return false;
    return applied.manifest === digestOf(child.manifest) && isAsApplied(applied, live);
  }

  /** Whether it is the very object that was applied for the owner, whatever somebody has taken off it since. */
  isKnown(application: Application, child: PlannedChild, live: AnyObject): boolean {
    const applied = this.#appliedOf(application, child);
    return applied !== undefined && applied.uid === live.metadata.uid;
  }

  /** The server has answered an apply with the object, which the cache shows too, or something newer. */
  remember(application: Application, child: PlannedChild, answer: AnyObject, cached?: AnyObject): void {
    const children = this.#childrenOf(application);
    const id = childId(child.kind, child.place);
    const { uid, resourceVersion } = answer.metadata;
    const fieldsV1 = appliedFieldsV1Of(answer, this.#manager);
    if (fieldsV1 === undefined || uid === undefined || resourceVersion === undefined) return void children.delete(id);
    const isCached = cached?.metadata.resourceVersion === resourceVersion && cached.metadata.uid === uid;
    const content = new AppliedContent({ fieldsV1, object: isCached ? cached : answer });
    const manifest = digestOf(child.manifest);
    const changes = changesAfter(children.get(id), manifest, application);
    children.set(id, { uid, manifest, content, resourceVersion, changes });
  }

  /** Whether the child is asked for in ever new forms, each of which would lead to the next. */
  isUnstable(application: Application, child: PlannedChild): boolean {
    const applied = this.#appliedOf(application, child);
    return applied !== undefined && changesAfter(applied, digestOf(child.manifest), application).count > maxChanges;
  }

  /** The fields that were the operator's after it applied the child last. */
  fieldsOf(application: Application, child: PlannedChild): FieldSet | undefined {
    return this.#appliedOf(application, child)?.content.fields;
  }

  /** Forgets the children of the owner that there shall not be any more. */
  keepOnly(owner: string, planned: readonly PlannedChild[]): void {
    const children = this.#owners.get(owner)?.children;
    if (children === undefined || children.size === 0) return;
    const kept = new Set(planned.map(({ kind, place }) => childId(kind, place)));
    for (const id of children.keys()) if (!kept.has(id)) children.delete(id);
  }

  forget(owner: string): void {
    this.#owners.delete(owner);
  }

  #appliedOf({ owner: key, ownerUid }: Application, { kind, place }: PlannedChild): Applied | undefined {
    const owner = this.#owners.get(key);
    return owner?.uid === ownerUid ? owner?.children.get(childId(kind, place)) : undefined;
  }

  #childrenOf({ owner: key, ownerUid: uid }: Application): Map<string, Applied> {
    const known = this.#owners.get(key);
    if (known?.uid === uid && known !== undefined) return known.children;
    const owner: Owner = { uid, children: new Map() };
    this.#owners.set(key, owner);
    return owner.children;
  }
}

/** A state is looked at once: most runs find the one that the run before has seen. */
function isAsApplied(applied: Applied, live: AnyObject): boolean {
  const { resourceVersion = "" } = live.metadata;
  if (applied.resourceVersion === resourceVersion) return true;
  if (!applied.content.isIn(live)) return false;
  applied.resourceVersion = resourceVersion;
  return true;
}

function changesAfter(applied: Applied | undefined, manifest: string, { generation, nowMs }: Application): Changes {
  const { changes } = applied ?? {};
  const isSameMatter =
    changes?.generation === generation && changes !== undefined && nowMs - changes.sinceMs < minuteMs;
  if (!isSameMatter) return { generation, sinceMs: nowMs, count: 0 };
  return applied?.manifest === manifest ? changes : { ...changes, count: changes.count + 1 };
}

function digestOf(manifest: PlannedChild["manifest"]): string {
  return hash("sha1", writeJson(manifest));
}
