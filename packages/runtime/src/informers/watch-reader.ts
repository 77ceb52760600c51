/**
 * Brings the lines of one watch into the copy.
 *
 * A watch that begins with everything is collected until its bookmark says that it was all, and then taken as a whole. After that, and in
 * a watch that goes on from somewhere, each event is taken for itself, and versions only grow: where they do not, this is not the server
 * that was listened to before, and what it says is not believed.
 */
import type { UndecodedObject, WatchLine } from "@pintle/client";
import { isNewer } from "./overlay-versions.ts";
import type { StoredObject } from "./stored-object.ts";
import { TimeTravelError, UnmarkedBeginningError } from "./watch-failure.ts";

/** The copy, as far as one list or watch concerns it. */
export interface ReflectedCopy {
  /** Makes an object ready to be kept. */
  prepare(source: UndecodedObject): StoredObject;
  /** These are all. Resolves when handlers have been told. */
  replace(objects: ReadonlyMap<string, StoredObject>, list: CompleteList): Promise<void>;
  put(object: StoredObject): void;
  remove(object: StoredObject): void;
  /** Everything up to this version is in the copy. */
  reached(resourceVersion: string): void;
  /** Nothing is there any more, not even the kind. */
  vanish(): Promise<void>;
  /** An object that has no name, or whatever else cannot be kept. */
  report(error: unknown): void;
  /** Resolves when handlers have been told; nothing where they have been. */
  readonly draining: Promise<unknown> | undefined;
}

export interface CompleteList {
  readonly resourceVersion: string;
  /** The server has gone back to an older state, and stays there. */
  readonly acceptsOlder: boolean;
}

export interface WatchReaderOptions {
  readonly copy: ReflectedCopy;
  /** Where the watch goes on; absent where it begins with everything. */
  readonly resourceVersion: string | undefined;
  /** Judges the version of everything that there is; throws where it is too old. */
  readonly acceptList: (resourceVersion: string) => CompleteList;
}

export class WatchReader {
  readonly #options: WatchReaderOptions;
  #beginning: Map<string, StoredObject> | undefined;
  #resourceVersion: string | undefined;

  constructor(options: WatchReaderOptions) {
    this.#options = options;
    this.#resourceVersion = options.resourceVersion;
    if (options.resourceVersion === undefined) this.#beginning = new Map();
  }

  /** Where another watch would go on; nothing before everything is there. */
  get resourceVersion(): string | undefined {
    return this.#resourceVersion;
  }

  /** Resolves when the copy has it and handlers have been told; nothing where that is so already. */
  take(lines: readonly WatchLine[]): Promise<unknown> | undefined {
    let taken = 0;
    for (const line of lines) {
      taken += 1;
      if (this.#beginning === undefined) this.#follow(line);
      else if (this.#collect(line, this.#beginning)) {
        const finishing = this.#finishBeginning(line, this.#beginning);
        return finishing.then(() => this.take(lines.slice(taken)));
      }
    }
    return this.#options.copy.draining;
  }

  /** Whether the line says that these were all. */
  #collect(line: WatchLine, objects: Map<string, StoredObject>): line is WatchLine & { type: "BOOKMARK" } {
    if (line.type === "BOOKMARK") {
      if (line.endsInitialEvents) return true;
      throw new UnmarkedBeginningError("the watch does not say where the objects end that there were");
    }
    const object = this.#prepare(line.object);
    if (object === undefined) return false;
    if (line.type === "DELETED") objects.delete(object.key);
    else objects.set(object.key, object);
    return false;
  }

  async #finishBeginning(
    { resourceVersion }: { readonly resourceVersion: string },
    objects: Map<string, StoredObject>,
  ): Promise<void> {
    const list = this.#options.acceptList(resourceVersion);
    this.#beginning = undefined;
    this.#resourceVersion = resourceVersion;
    await this.#options.copy.replace(objects, list);
  }

  #follow(line: WatchLine): void {
    const { copy } = this.#options;
    if (line.type === "BOOKMARK") {
      // One that was overtaken by an event says nothing new.
      if (isNewer(this.#resourceVersion, line.resourceVersion)) return;
      this.#resourceVersion = line.resourceVersion;
      copy.reached(line.resourceVersion);
      return;
    }
    const object = this.#prepare(line.object);
    if (object === undefined) return;
    this.#advance(object);
    if (line.type === "DELETED") copy.remove(object);
    else copy.put(object);
  }

  #prepare(source: UndecodedObject): StoredObject | undefined {
    const { copy } = this.#options;
    if (source.name !== "" && source.resourceVersion !== "") return copy.prepare(source);
    const place = JSON.stringify(`${source.namespace}/${source.name}`);
    copy.report(
      new Error(`the watch told of an object without a name or a resourceVersion, which is left out: ${place}`),
    );
    return undefined;
  }

  #advance({ key, resourceVersion }: StoredObject): void {
    const last = this.#resourceVersion;
    if (isNewer(last, resourceVersion)) {
      throw new TimeTravelError(`the watch told of ${key} at version ${resourceVersion} after version ${last}`);
    }
    this.#resourceVersion = resourceVersion;
  }
}
