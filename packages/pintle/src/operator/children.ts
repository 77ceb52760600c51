/**
 * Which objects are an owner's children.
 *
 * A child within the reach of the garbage collector has the owner as its controller, and goes with it. One outside, in another namespace or of
 * cluster scope where the owner has a namespace, cannot: it is known by its label alone, and a finalizer of the owner sees to its end.
 *
 * Whoever edits a child may take the reference off. By its label it is still the owner's to repair; to remove it takes more than that.
 */
import {
  type AnyKind,
  controllerOf,
  type DeepReadonly,
  formatGroupKind,
  formatObjectKey,
  getOwn,
  type KubernetesObject,
  type ObjectKey,
  objectKeyOf,
  setOwn,
} from "@pintle/machinery";
import { ownerLabel, parseSlot, slotAnnotation } from "./operator-names.ts";
import type { Many, Owns, Slot } from "./slots.ts";

export type AnyObject = DeepReadonly<KubernetesObject>;

/** A child that there is, and of which kind it is. */
export interface FoundChild {
  readonly kind: AnyKind;
  readonly object: AnyObject;
}

/** What tells children of one owner apart. */
export function childId(kind: AnyKind, place: ObjectKey): string {
  return `${formatGroupKind(kind)} ${formatObjectKey(place)}`;
}

/** For people: `Deployment default/web`. */
export function describeChild({ kind }: AnyKind, place: ObjectKey): string {
  return `${kind} ${formatObjectKey(place)}`;
}

export function isMany(slot: Slot): slot is Many {
  return "many" in slot;
}

export function kindOfSlot(slot: Slot): AnyKind {
  return isMany(slot) ? slot.many : slot;
}

type NamedKind = Pick<AnyKind, "group" | "kind">;

/** Whatever the version: it changes with upgrades. */
export function isSameKind(left: NamedKind, right: NamedKind): boolean {
  return left.kind === right.kind && left.group === right.group;
}

const kindsByOwns = new WeakMap<Owns, readonly AnyKind[]>();

/** Each kind once: two slots may have the same. They are worked out once, because every run asks for them several times. */
export function kindsOf(owns: Owns): readonly AnyKind[] {
  const known = kindsByOwns.get(owns);
  if (known) return known;
  const byName = new Map(Object.values(owns).map((slot) => [formatGroupKind(kindOfSlot(slot)), kindOfSlot(slot)]));
  const kinds = [...byName.values()];
  kindsByOwns.set(owns, kinds);
  return kinds;
}

/** Whether a reference of a child at that place to the owner means something. */
export function isReachable(owner: AnyObject, { namespace }: { readonly namespace?: string | undefined }): boolean {
  return !owner.metadata.namespace || owner.metadata.namespace === namespace;
}

/** Whether the object is the owner's to write: it controls it or, where nobody does, the label says whose it is. */
export function isChildOf(owner: AnyObject, object: AnyObject): boolean {
  const { uid } = owner.metadata;
  if (uid === undefined) return false;
  const controller = controllerOf(object);
  return (controller === undefined ? labelOf(object) : controller.uid) === uid;
}

/** Whether a child has no controller though the owner could be it. */
export function lacksReference(owner: AnyObject, object: AnyObject): boolean {
  return isReachable(owner, object.metadata) && controllerOf(object) === undefined;
}

/**
 * Whether the operator has made the object for the owner, so that it may be removed. One that somebody else put under the owner's control is
 * left alone, and so is one with nothing but the label where a reference could be: Endpoints have the labels of their Service.
 */
export function isMadeFor(owner: AnyObject, object: AnyObject): boolean {
  if (!isChildOf(owner, object)) return false;
  const hasSlot = slotOf(object) !== undefined;
  return hasSlot || (labelOf(object) !== undefined && !lacksReference(owner, object));
}

/** By what the children of an owner are found in a cache: one function for all, because caches are shared. */
export const ownerIndex = "pintle.dev/owner";

export function ownersOf(object: AnyObject): readonly string[] {
  const label = labelOf(object);
  const controller = controllerOf(object)?.uid;
  if (label === undefined || label === controller) return controller === undefined ? [] : [controller];
  return controller === undefined ? [label] : [label, controller];
}

export function labelOf({ metadata }: AnyObject): string | undefined {
  return metadata.labels && getOwn(metadata.labels, ownerLabel);
}

function slotOf({ metadata }: AnyObject): string | undefined {
  return metadata.annotations && getOwn(metadata.annotations, slotAnnotation);
}

/** The children by slots, as people's functions get them. Where several could fill one, those in `wanted` come first. */
export function arrangeChildren(
  owns: Owns,
  children: readonly FoundChild[],
  wanted: ReadonlySet<string> = new Set(),
): Readonly<Record<string, unknown>> {
  const arranged: Record<string, unknown> = {};
  for (const [name, slot] of Object.entries(owns)) {
    const fitting = children.filter(({ kind, object }) => fills(owns, name, kind, object)).sort(byPreference(wanted));
    if (!isMany(slot)) setOwn(arranged, name, fitting[0]?.object);
    else setOwn(arranged, name, byKeys(fitting));
  }
  return arranged;
}

function fills(owns: Owns, name: string, kind: AnyKind, object: AnyObject): boolean {
  const slot = getOwn(owns, name);
  if (slot === undefined || !isSameKind(kindOfSlot(slot), kind)) return false;
  const text = slotOf(object);
  if (text !== undefined) return parseSlot(text).slot === name;
  // Somebody took its annotation off: with one slot for its kind there is no doubt.
  return !isMany(slot) && Object.values(owns).filter((other) => isSameKind(kindOfSlot(other), kind)).length === 1;
}

/** Those that stay before those that go, and what is newer before what is older. */
function byPreference(wanted: ReadonlySet<string>): (left: FoundChild, right: FoundChild) => number {
  const rank = ({ kind, object }: FoundChild) =>
    (wanted.has(childId(kind, objectKeyOf(object))) ? 0 : 2) +
    (object.metadata.deletionTimestamp === undefined ? 0 : 1);
  const age = ({ object }: FoundChild) => object.metadata.creationTimestamp ?? "";
  return (left, right) => rank(left) - rank(right) || (age(left) < age(right) ? 1 : age(left) > age(right) ? -1 : 0);
}

function byKeys(children: readonly FoundChild[]): Readonly<Record<string, AnyObject>> {
  const found: Record<string, AnyObject> = {};
  for (const { object } of children) {
    const { key } = parseSlot(slotOf(object) ?? "");
    if (key !== undefined && getOwn(found, key) === undefined) setOwn(found, key, object);
  }
  return found;
}

/** In which order slots are filled; children that fill none of them come last. */
export function slotNumber(owns: Owns, object: AnyObject): number {
  const names = Object.keys(owns);
  const number = names.indexOf(parseSlot(slotOf(object) ?? "").slot);
  return number < 0 ? names.length : number;
}
