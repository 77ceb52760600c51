/**
 * A set of paths: which fields a manager owns, or which ones a change touches.
 *
 * - A set never changes. Operations give a new set that shares what stayed the same, and the set itself when nothing
 *   changed.
 * - Owning a field says nothing about its parent or its children: `.spec` and `.spec.replicas` are two members.
 * - Elements are kept in one order everywhere, so sets print and serialise alike however they came about.
 *
 * ```text
 *   { .spec, .spec.replicas, .data.a }
 *
 *   entries ─┬─ .data  (no member)  children ─── .a         (member)
 *            └─ .spec  (member)     children ─── .replicas  (member)
 * ```
 */
import { ElementMap } from "./element-map.ts";
import { comparePathElements, type ElementPath, formatElementPath, type PathElement } from "./path-element.ts";

export interface FieldSetEntry {
  readonly element: PathElement;
  /** Whether the path that ends here is in the set; an entry that is no member is there for its children. */
  readonly isMember: boolean;
  /** Never an empty set. */
  readonly children: FieldSet | undefined;
}

export class FieldSet {
  /** In order, each element once. */
  readonly entries: readonly FieldSetEntry[];

  private constructor(entries: readonly FieldSetEntry[]) {
    this.entries = entries;
  }

  static #empty: FieldSet | undefined;

  /** Made on first use: an initializer that names its own class is compiled by TypeScript 7.0 to code that does not load. */
  static get empty(): FieldSet {
    FieldSet.#empty ??= new FieldSet([]);
    return FieldSet.#empty;
  }

  static of(...paths: ElementPath[]): FieldSet {
    return FieldSet.fromPaths(paths);
  }

  /** The empty path stands for the whole object, which nobody owns: it adds nothing. */
  static fromPaths(paths: readonly ElementPath[], depth = 0): FieldSet {
    const groups = new ElementMap<{ isMember: boolean; readonly below: ElementPath[] }>();
    for (const path of paths) {
      const element = path[depth];
      if (element === undefined) continue;
      const group = groups.get(element) ?? { isMember: false, below: [] };
      if (path.length > depth + 1) group.below.push(path);
      else group.isMember = true;
      groups.set(element, group);
    }
    const entries = Array.from(groups, ([element, { isMember, below }]) => {
      return { element, isMember, children: below.length > 0 ? FieldSet.fromPaths(below, depth + 1) : undefined };
    });
    return FieldSet.fromEntries(entries);
  }

  /** Takes entries of different elements, in any order. The array must not be changed afterwards. */
  static fromEntries(entries: FieldSetEntry[]): FieldSet {
    if (entries.length === 0) return FieldSet.empty;
    for (let index = 1; index < entries.length; index += 1) {
      if (compareEntries(entries[index - 1] as FieldSetEntry, entries[index] as FieldSetEntry) > 0) {
        entries.sort(compareEntries);
        break;
      }
    }
    return new FieldSet(entries);
  }

  isEmpty(): boolean {
    return this.entries.length === 0;
  }

  /** How many paths are in the set. */
  size(): number {
    let count = 0;
    for (const { isMember, children } of this.entries) count += (isMember ? 1 : 0) + (children?.size() ?? 0);
    return count;
  }

  has(path: ElementPath): boolean {
    let set: FieldSet | undefined = this;
    for (const [depth, element] of path.entries()) {
      const entry: FieldSetEntry | undefined = set?.find(element);
      if (entry === undefined) return false;
      if (depth === path.length - 1) return entry.isMember;
      set = entry.children;
    }
    return false;
  }

  find(element: PathElement): FieldSetEntry | undefined {
    const place = this.#placeOf(element);
    return place < 0 ? undefined : this.entries[place];
  }

  /** The paths that begin with the element, without it. */
  child(element: PathElement): FieldSet {
    return this.find(element)?.children ?? FieldSet.empty;
  }

  /** The set with one path more. */
  insert(path: ElementPath, depth = 0): FieldSet {
    const element = path[depth];
    if (element === undefined) return this;
    const place = this.#placeOf(element);
    const entry = this.entries[place];
    const isLast = depth === path.length - 1;
    if (entry === undefined) {
      const children = isLast ? undefined : FieldSet.empty.insert(path, depth + 1);
      return new FieldSet(this.entries.toSpliced(-1 - place, 0, { element, isMember: isLast, children }));
    }
    const children = isLast ? entry.children : (entry.children ?? FieldSet.empty).insert(path, depth + 1);
    const isMember = entry.isMember || isLast;
    if (isMember === entry.isMember && children === entry.children) return this;
    return new FieldSet(this.entries.with(place, { element, isMember, children }));
  }

  /** The paths of either set. */
  union(other: FieldSet): FieldSet {
    if (this === other || other.entries.length === 0) return this;
    if (this.entries.length === 0) return other;
    const united: FieldSetEntry[] = [];
    let isChanged = false;
    let at = 0;
    for (const right of other.entries) {
      let order = 1;
      for (; at < this.entries.length; at += 1) {
        const left = this.entries[at] as FieldSetEntry;
        order = comparePathElements(left.element, right.element);
        if (order >= 0) break;
        united.push(left);
      }
      const left = order === 0 ? this.entries[at] : undefined;
      const entry = left === undefined ? right : uniteEntries(left, right);
      if (left !== undefined) at += 1;
      isChanged ||= entry !== left;
      united.push(entry);
    }
    if (!isChanged) return this;
    for (; at < this.entries.length; at += 1) united.push(this.entries[at] as FieldSetEntry);
    return new FieldSet(united);
  }

  /** The paths of both sets. */
  intersection(other: FieldSet): FieldSet {
    if (this === other) return this;
    return this.#rewrite(other, (left, right) => {
      if (right === undefined) return undefined;
      const isMember = left.isMember && right.isMember;
      const children = left.children && right.children && left.children.intersection(right.children);
      return replaceEntry(left, isMember, children);
    });
  }

  /** The paths that the other set does not hold. A parent in the other set leaves its children in this one alone. */
  difference(other: FieldSet): FieldSet {
    if (this === other) return FieldSet.empty;
    return this.#rewrite(other, (left, right) => {
      if (right === undefined) return left;
      const children = right.children ? left.children?.difference(right.children) : left.children;
      return replaceEntry(left, left.isMember && !right.isMember, children);
    });
  }

  /** The paths that neither are in the other set nor lie below one that is. */
  recursiveDifference(other: FieldSet): FieldSet {
    return this.#rewrite(other, (left, right) => {
      if (right === undefined) return left;
      if (right.isMember) return undefined;
      const children = right.children ? left.children?.recursiveDifference(right.children) : left.children;
      return replaceEntry(left, left.isMember, children);
    });
  }

  /** The paths that have no other path of the set below them. */
  leaves(): FieldSet {
    return this.map((entry) => (entry.children ? replaceEntry(entry, false, entry.children.leaves()) : entry));
  }

  /** The set with each entry replaced, or left out where the callback says `undefined`. It must keep the elements. */
  map(change: (entry: FieldSetEntry) => FieldSetEntry | undefined): FieldSet {
    return this.#rewrite(FieldSet.empty, change);
  }

  equals(other: FieldSet): boolean {
    if (this === other) return true;
    if (this.entries.length !== other.entries.length) return false;
    return this.entries.every((left, index) => equalEntries(left, other.entries[index] as FieldSetEntry));
  }

  /** All paths: at each level first the members, then what lies below each of them. */
  *paths(): Generator<ElementPath, void> {
    for (const { element, isMember } of this.entries) if (isMember) yield [element];
    for (const { element, children } of this.entries) {
      if (children) for (const path of children.paths()) yield [element, ...path];
    }
  }

  /** One path a line. */
  toString(): string {
    return Array.from(this.paths(), formatElementPath).join("\n");
  }

  /** The index of the element's entry, or `-1 - index` of where it belongs. */
  #placeOf(element: PathElement): number {
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = comparePathElements((this.entries[middle] as FieldSetEntry).element, element);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return -1 - low;
  }

  /** Replaces each entry by what `change` makes of it and of the other set's entry for the same element. */
  #rewrite(
    other: FieldSet,
    change: (left: FieldSetEntry, right: FieldSetEntry | undefined) => FieldSetEntry | undefined,
  ): FieldSet {
    // Copied only from the first change on: most operations on most levels change nothing.
    let rewritten: FieldSetEntry[] | undefined;
    let at = 0;
    for (let index = 0; index < this.entries.length; index += 1) {
      const left = this.entries[index] as FieldSetEntry;
      let order = 1;
      for (; at < other.entries.length; at += 1) {
        order = comparePathElements((other.entries[at] as FieldSetEntry).element, left.element);
        if (order >= 0) break;
      }
      const entry = change(left, order === 0 ? other.entries[at] : undefined);
      if (entry !== left) rewritten ??= this.entries.slice(0, index);
      if (entry !== undefined) rewritten?.push(entry);
    }
    if (rewritten === undefined) return this;
    return rewritten.length === 0 ? FieldSet.empty : new FieldSet(rewritten);
  }
}

function compareEntries(left: FieldSetEntry, right: FieldSetEntry): number {
  return comparePathElements(left.element, right.element);
}

function equalEntries(left: FieldSetEntry, right: FieldSetEntry): boolean {
  if (left === right) return true;
  if (left.isMember !== right.isMember || comparePathElements(left.element, right.element) !== 0) return false;
  if (left.children === undefined || right.children === undefined) return left.children === right.children;
  return left.children.equals(right.children);
}

function uniteEntries(left: FieldSetEntry, right: FieldSetEntry): FieldSetEntry {
  const children =
    left.children && right.children ? left.children.union(right.children) : (left.children ?? right.children);
  const isMember = left.isMember || right.isMember;
  if (isMember === left.isMember && children === left.children) return left;
  return { element: left.element, isMember, children };
}

/** The entry with new content: itself where that is its content already, nothing where nothing is left. */
function replaceEntry(
  entry: FieldSetEntry,
  isMember: boolean,
  children: FieldSet | undefined,
): FieldSetEntry | undefined {
  const kept = children?.isEmpty() ? undefined : children;
  if (isMember === entry.isMember && kept === entry.children) return entry;
  if (!isMember && kept === undefined) return undefined;
  return { element: entry.element, isMember, children: kept };
}
