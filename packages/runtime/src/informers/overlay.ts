/**
 * Lays what one's own writes were answered with over the copy of an informer, until the watch has brought it: who has written reads what
 * was written, and nobody has to wait.
 *
 * ```text
 *   a write is answered with a@12     copy a@9    overlay a@12    reads show a@12
 *   the watch brings a@11             copy a@11   overlay a@12    reads show a@12
 *   the watch brings a@12             copy a@12   overlay empty   reads show a@12
 * ```
 *
 * - A read never shows a state that is older than one's own last write; of two writes that race, the higher resourceVersion is shown.
 * - An object that was deleted is not shown again, whatever the watch still brings of it: its uid never comes back.
 * - It is a view of reads alone. Handlers are called when the watch brings the change, and only then.
 * - After a minute the watch is believed, even if it has brought nothing.
 */
import { type Clock, type ClockTimer, copyJson, isResourceVersion, type JsonObject } from "@pintle/machinery";
import { isAtLeast, isNewer, newest } from "./overlay-versions.ts";
import { RecentDeletions } from "./recent-deletions.ts";

/** What the overlay has to know of an object that the store keeps. */
export interface StoredVersion {
  /** `namespace/name`, or `name`. */
  readonly key: string;
  readonly uid: string;
  readonly resourceVersion: string;
}

/** An object as a write was answered with it. */
export interface WrittenObject {
  readonly key: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** Is copied before it is kept. Nothing where the informer does not select it, so that it is not there for who reads. */
  readonly object: JsonObject | undefined;
}

/** An object of which an answer says that it is no more. */
export interface DeletedObject {
  readonly key: string;
  /** Where the answer does not say it, the one that reads show now. */
  readonly uid: string | undefined;
  /** A version that it had, or that of its deletion. */
  readonly resourceVersion: string | undefined;
}

export interface OverlayOptions<Stored extends StoredVersion> {
  readonly clock: Clock;
  /** Of what, for reports: the kind. */
  readonly label: string;
  /** The store's own copy, without what lies over it. */
  readonly copyOf: (key: string) => Stored | undefined;
  /** What the store would keep of the object, which is nobody else's. */
  readonly toStored: (object: JsonObject) => Stored;
}

/** One for each key: the last write. */
interface Entry<Stored> {
  readonly uid: string;
  /** Of a deletion: the newest that is known of the object, if any is. */
  readonly resourceVersion: string | undefined;
  /** Nothing where reads are to show nothing. */
  readonly stored: Stored | undefined;
  readonly isDeleted: boolean;
  readonly expiresAtMs: number;
}

export const overlayLimitMs = 60_000;

export class Overlay<Stored extends StoredVersion> implements Disposable {
  readonly #options: OverlayOptions<Stored>;
  /** In the order in which they expire. */
  readonly #entries = new Map<string, Entry<Stored>>();
  readonly #deletions = new RecentDeletions();
  /** By namespace, or for all under an empty name: everything up to here is in the copy. Single events do not move it. */
  readonly #reachedVersions = new Map<string, string>();
  #timer: ClockTimer | undefined;
  /** Without a watch nothing would ever come after a write. */
  #isWatched = true;

  constructor(options: OverlayOptions<Stored>) {
    this.#options = options;
  }

  /** Nothing lies over the copy: reads need not ask further. */
  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** What a read of one object shows, given the copy of it. */
  shown(key: string, copy: Stored | undefined): Stored | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && covers(entry, copy) ? entry.stored : copy;
  }

  /** The very state that the watch has brought, where a write was answered with it: it has been decoded once already. */
  sameAs({ key, uid, resourceVersion }: StoredVersion): Stored | undefined {
    if (this.#entries.size === 0) return undefined;
    const stored = this.#entries.get(key)?.stored;
    return stored?.uid === uid && stored.resourceVersion === resourceVersion ? stored : undefined;
  }

  /** What a read of many shows, given those of the copy; `belongs` says which of the written ones are among the many. */
  shownAmong(copies: Iterable<Stored>, belongs: (stored: Stored) => boolean): Stored[] {
    const found: Stored[] = [];
    for (const copy of copies) {
      const entry = this.#entries.get(copy.key);
      if (entry === undefined || !covers(entry, copy)) found.push(copy);
    }
    for (const [key, entry] of this.#entries) {
      const { stored } = entry;
      if (stored !== undefined && covers(entry, this.#options.copyOf(key)) && belongs(stored)) found.push(stored);
    }
    return found;
  }

  /** One's own write was answered with the object. */
  written(written: WrittenObject): void {
    const { key, uid, resourceVersion, object } = written;
    if (!this.#isWatched || !isResourceVersion(resourceVersion) || this.#hasPassed(written)) return;
    const stored = object && this.#options.toStored(copyJson(object));
    this.#lay(key, { uid, resourceVersion, stored, isDeleted: false });
  }

  /** One's own write was answered with the word that the object is no more. */
  deleted({ key, uid: told, resourceVersion }: DeletedObject): void {
    const entry = this.#entries.get(key);
    const copy = this.#options.copyOf(key);
    const uid = told ?? entry?.uid ?? copy?.uid;
    if (!this.#isWatched || uid === undefined) return;
    // Another one of that name was created meanwhile, by a write that was answered before this one.
    if (entry !== undefined && entry.uid !== uid && !entry.isDeleted) return;
    const known = newest(resourceVersion, versionOf(entry, uid), versionOf(copy, uid));
    if (copy?.uid !== uid && this.#hasPassedDeletion(key, uid, known)) this.#remove(key);
    else this.#lay(key, { uid, resourceVersion: known, stored: undefined, isDeleted: true });
  }

  /** The watch has brought an object, which is in the copy now unless that is newer. */
  heard({ key, uid, resourceVersion }: StoredVersion): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    const isPast = entry.isDeleted
      ? entry.uid !== uid && isNewer(resourceVersion, entry.resourceVersion)
      : isAtLeast(resourceVersion, entry.resourceVersion);
    if (isPast) this.#pass(key, uid, resourceVersion);
  }

  /** The watch has brought the deletion of an object, or that a selector selects it no more. */
  heardDeletion({ key, uid, resourceVersion }: StoredVersion): void {
    this.#deletions.add(uid, resourceVersion);
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    const isUnknown = entry.isDeleted && entry.resourceVersion === undefined;
    const isPast = isUnknown ? entry.uid === uid : isAtLeast(resourceVersion, entry.resourceVersion);
    if (isPast) this.#pass(key, undefined, resourceVersion);
  }

  /** By a list or a bookmark, everything up to a version is in the copy: that of one namespace, where each has a watch of its own. */
  reached(resourceVersion: string, namespace = ""): void {
    this.#isWatched = true;
    this.#reachedVersions.set(namespace, resourceVersion);
    for (const [key, entry] of this.#entries) {
      if (namespace !== "" && namespaceOf(key) !== namespace) continue;
      const copy = this.#options.copyOf(key);
      const isStillThere = entry.isDeleted && copy?.uid === entry.uid;
      const passed = newest(resourceVersion, copy?.resourceVersion);
      if (isStillThere || !isAtLeast(passed, entry.resourceVersion)) continue;
      this.#pass(key, copy?.uid, resourceVersion);
    }
  }

  /** All objects are gone, of one namespace or of all, and so are those that only a write was answered with. */
  vanished(namespace = ""): void {
    for (const [key, { uid, resourceVersion }] of this.#entries) {
      if (namespace !== "" && namespaceOf(key) !== namespace) continue;
      if (resourceVersion !== undefined) this.#deletions.add(uid, resourceVersion);
      this.#remove(key);
    }
  }

  /** The watch has ended. With another one it goes on, as soon as that has brought everything. */
  [Symbol.dispose](): void {
    this.#isWatched = false;
    this.#entries.clear();
    this.#rest();
  }

  #reachedVersion(key: string): string | undefined {
    return this.#reachedVersions.get(namespaceOf(key)) ?? this.#reachedVersions.get("");
  }

  /** The copy or a later write is at least as new, or the object has been deleted since. */
  #hasPassed({ key, uid, resourceVersion }: WrittenObject): boolean {
    const entry = this.#entries.get(key);
    if (entry?.isDeleted && entry.uid === uid) return true;
    return (
      isAtLeast(this.#reachedVersion(key), resourceVersion) ||
      isAtLeast(this.#options.copyOf(key)?.resourceVersion, resourceVersion) ||
      isAtLeast(entry?.resourceVersion, resourceVersion) ||
      isAtLeast(this.#deletions.versionOf(uid), resourceVersion)
    );
  }

  /** Of an object that is not in the copy: it was, in a state that the copy has passed, or its deletion was heard of. */
  #hasPassedDeletion(key: string, uid: string, known: string | undefined): boolean {
    const deletion = this.#deletions.versionOf(uid);
    if (deletion !== undefined && known === undefined) return true;
    return isAtLeast(deletion, known) || isAtLeast(this.#reachedVersion(key), known);
  }

  #lay(key: string, entry: Omit<Entry<Stored>, "expiresAtMs">): void {
    const { clock } = this.#options;
    // Taken out first, so that it goes to the end: the order is that of expiry.
    this.#entries.delete(key);
    this.#entries.set(key, { ...entry, expiresAtMs: clock.monotonic() + overlayLimitMs });
    this.#timer ??= this.#setTimer(overlayLimitMs);
  }

  /** The copy is as new as the write. What was written is not there any more if something else is, or nothing: it came and went unseen. */
  #pass(key: string, presentUid: string | undefined, resourceVersion: string): void {
    const uid = this.#entries.get(key)?.uid;
    if (uid !== undefined && uid !== presentUid) this.#deletions.add(uid, resourceVersion);
    this.#remove(key);
  }

  #remove(key: string): void {
    this.#entries.delete(key);
    if (this.#entries.size === 0) this.#rest();
  }

  #setTimer(delayMs: number): ClockTimer {
    const { clock, label } = this.#options;
    const options = {
      kind: "background",
      label: () => `own writes of ${label} that the watch has not brought`,
    } as const;
    return clock.setTimer(delayMs, () => this.#expire(), { ...options, unref: true });
  }

  #expire(): void {
    this.#timer = undefined;
    const nowMs = this.#options.clock.monotonic();
    for (const [key, { expiresAtMs }] of this.#entries) {
      if (expiresAtMs > nowMs) {
        this.#timer = this.#setTimer(expiresAtMs - nowMs);
        return;
      }
      this.#entries.delete(key);
    }
  }

  #rest(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }
}

/** Whether reads show the write instead of the copy. Versions of one key can be compared also where the uid has changed. */
function covers(entry: Entry<StoredVersion>, copy: StoredVersion | undefined): boolean {
  if (copy === undefined) return true;
  if (entry.isDeleted && copy.uid === entry.uid) return true;
  return isNewer(entry.resourceVersion, copy.resourceVersion);
}

function namespaceOf(key: string): string {
  return key.slice(0, Math.max(0, key.indexOf("/")));
}

function versionOf(
  known: { readonly uid: string; readonly resourceVersion: string | undefined } | undefined,
  uid: string,
): string | undefined {
  return known?.uid === uid ? known.resourceVersion : undefined;
}
