/** What an operator owns: a slot for each child, or for many children of one kind by keys. */
import type { AnyKind, DeepReadonly, ManifestOf, ObjectOf } from "@pintle/machinery";

/** Children of one kind, as many as `desired` names, by keys that tell them apart. */
export interface Many<K extends AnyKind = AnyKind> {
  readonly many: K;
}

export function many<K extends AnyKind>(kind: K): Many<K> {
  return { many: kind };
}

/** Instead of a manifest: there shall be none, and the one that there is goes. */
export const absent = Symbol("absent") as unknown as Absent;

declare const isAbsent: unique symbol;

/** A type of its own: that of a symbol would be forgotten in what a function returns. */
export interface Absent {
  /** For the compiler alone: there is no such property. */
  readonly [isAbsent]: true;
}

export type Slot = AnyKind | Many;
export type Owns = Readonly<Record<string, Slot>>;

type KindOfSlot<S extends Slot> = S extends Many<infer K> ? K : S extends AnyKind ? S : never;

/** What `desired` returns: every slot, each with what it shall hold. */
export type Desired<O extends Owns> = {
  readonly [Name in keyof O]: O[Name] extends Many<infer K>
    ? Readonly<Record<string, ManifestOf<K> | Absent>> | Absent
    : ManifestOf<KindOfSlot<O[Name]>> | Absent;
};

/** The children as they are, from the cache. */
export type Owned<O extends Owns> = {
  readonly [Name in keyof O]: O[Name] extends Many<infer K>
    ? Readonly<Record<string, DeepReadonly<ObjectOf<K>>>>
    : DeepReadonly<ObjectOf<KindOfSlot<O[Name]>>> | undefined;
};
