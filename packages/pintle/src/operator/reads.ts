/** Gives people's functions the objects that they look up, of the kinds that were declared, and tells somebody what was looked up. */
import {
  type AnyKind,
  type CompiledLabelSelector,
  compileLabelSelector,
  type DeepReadonly,
  type LabelSelector,
  type ObjectKey,
  type ObjectOf,
  parseLabelSelector,
  UsageError,
} from "@pintle/machinery";
import type { CacheReader } from "@pintle/runtime";
import { type AnyObject, isSameKind, kindsOf } from "./children.ts";
import type { Operator, ReadContext } from "./operator-definition.ts";

/** Where objects are looked up: a cache, or what somebody has at hand. */
export type ObjectSource = Pick<CacheReader, "get" | "list">;

/** Is told of every look, before it is taken: what changes meanwhile must not be missed. */
export interface ReadObserver {
  read(kind: AnyKind, key: ObjectKey): void;
  /** Nothing for all namespaces, or for all labels. */
  listed(kind: AnyKind, namespace: string | undefined, selector: CompiledLabelSelector | undefined): void;
}

type ListedOptions = Parameters<ReadContext["list"]>[1];

export function createReads(
  operator: Operator,
  owner: AnyObject,
  source: ObjectSource,
  observer?: ReadObserver,
): ReadContext {
  const { namespace: home } = owner.metadata;
  // Not methods, so that people can take apart what they are given: `(box, { read }) => …`.
  return {
    read: <K extends AnyKind>(kind: K, key: string | ObjectKey): DeepReadonly<ObjectOf<K>> | undefined => {
      checkDeclared(operator, kind);
      const place = typeof key === "string" ? nearby(kind, home, key) : key;
      observer?.read(kind, place);
      return source.get(kind, place);
    },
    list: <K extends AnyKind>(kind: K, options: ListedOptions = {}): readonly DeepReadonly<ObjectOf<K>>[] => {
      checkDeclared(operator, kind);
      const { labelSelector } = options;
      const namespace = kind.scope === "Cluster" ? undefined : (options.namespace ?? home) || undefined;
      observer?.listed(kind, namespace, compileSelector(labelSelector));
      return source.list(kind, {
        ...(namespace !== undefined && { namespace }),
        ...(labelSelector && { labelSelector }),
      });
    },
  };
}

/** Kinds of which an operator has a copy: what it owns, and what it says that it reads. */
export function readableKinds({ owns, reads, definition }: Operator): readonly AnyKind[] {
  return [...kindsOf(owns), ...reads, ...(definition.admission?.reads ?? [])];
}

function checkDeclared(operator: Operator, kind: AnyKind): void {
  if (readableKinds(operator).some((known) => isSameKind(known, kind) && known.version === kind.version)) return;
  throw new UsageError(
    "PINTLE_READ_UNDECLARED",
    `the operator ${operator.name} looks up ${kind.kind}, which it has not declared: add it to reads`,
  );
}

function nearby({ scope }: AnyKind, namespace: string | undefined, name: string): ObjectKey {
  return scope === "Namespaced" && namespace !== undefined ? { namespace, name } : { name };
}

function compileSelector(selector: string | LabelSelector | undefined): CompiledLabelSelector | undefined {
  if (selector === undefined || selector === "") return undefined;
  return typeof selector === "string" ? parseLabelSelector(selector) : compileLabelSelector(selector);
}
