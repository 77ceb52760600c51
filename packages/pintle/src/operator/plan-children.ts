/**
 * Makes whole manifests of what `desired` returned: names, namespaces, references to the owner, labels and annotations are filled in, and what
 * cannot be meant is refused before anything is written.
 */
import {
  type AnyKind,
  type DeepReadonly,
  getOwn,
  isJsonObject,
  type ObjectKey,
  type ObjectMeta,
} from "@pintle/machinery";
import { childNameOf } from "./child-name.ts";
import { type AnyObject, childId, describeChild, isMany, isSameKind, kindOfSlot } from "./children.ts";
import { completeManifest, type GivenManifest } from "./complete-manifest.ts";
import { InvalidDesiredError } from "./invalid-desired-error.ts";
import { formatSlot } from "./operator-names.ts";
import { absent, type Owns } from "./slots.ts";

/** A child that there shall be, as it is applied. */
export interface PlannedChild {
  readonly slot: string;
  readonly key: string | undefined;
  readonly kind: AnyKind;
  readonly place: ObjectKey;
  readonly manifest: PlannedManifest;
}

export interface PlannedManifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: DeepReadonly<ObjectMeta>;
  readonly [field: string]: unknown;
}

/** In the order of the slots. Slots that are absent have no child here. */
export function planChildren(owns: Owns, owner: AnyObject, desired: unknown): readonly PlannedChild[] {
  if (!isJsonObject(desired))
    throw invalid("PINTLE_DESIRED_INVALID", `desired returned ${say(desired)}: return one value for each slot`);
  for (const name of Object.keys(desired)) {
    if (getOwn(owns, name) !== undefined) continue;
    throw invalid(
      "PINTLE_SLOT_UNKNOWN",
      `desired returned ${JSON.stringify(name)}, which is not declared in owns: declare it there`,
    );
  }
  const planned = Object.keys(owns).flatMap((name) => planSlot(owns, owner, name, getOwn(desired, name)));
  checkPlaces(planned);
  return planned;
}

function planSlot(owns: Owns, owner: AnyObject, name: string, value: unknown): readonly PlannedChild[] {
  const slot = getOwn(owns, name);
  if (slot === undefined || value === absent) return [];
  if (value === undefined) {
    const remedy = "return a manifest, or absent where there shall be none";
    throw invalid("PINTLE_SLOT_MISSING", `desired returned nothing for the slot ${JSON.stringify(name)}: ${remedy}`);
  }
  const plan = (key: string | undefined, manifest: unknown) => planChild(owns, owner, { slot: name, key }, manifest);
  if (!isMany(slot)) return [plan(undefined, value)];
  if (!isJsonObject(value)) {
    const remedy = "return a record of manifests by keys";
    throw invalid(
      "PINTLE_SLOT_KIND",
      `the slot ${JSON.stringify(name)} holds many, and desired returned ${say(value)}: ${remedy}`,
    );
  }
  const entries = Object.keys(value).map((key): [string, unknown] => [key, getOwn(value, key)]);
  return entries.flatMap(([key, manifest]) => (manifest === (absent as unknown) ? [] : [plan(key, manifest)]));
}

interface SlotKey {
  readonly slot: string;
  readonly key: string | undefined;
}

function planChild(owns: Owns, owner: AnyObject, { slot, key }: SlotKey, value: unknown): PlannedChild {
  const kind = kindOfSlot(getOwn(owns, slot) as Owns[string]);
  const manifest = checkManifest(kind, formatSlot(slot, key), value);
  const { name: givenName, generateName, namespace: givenNamespace } = manifest.metadata ?? {};
  const where = `the ${kind.kind} in the slot ${JSON.stringify(formatSlot(slot, key))}`;
  if (generateName !== undefined) {
    throw invalid(
      "PINTLE_CHILD_NAME_INVALID",
      `${where} has a generateName, by which it could not be found again: give it a name, or none`,
    );
  }
  const isKindShared = Object.values(owns).filter((other) => isSameKind(kindOfSlot(other), kind)).length > 1;
  const name = givenName ?? childNameOf({ owner: owner.metadata.name ?? "", slot, key, isKindShared });
  if (name === "")
    throw invalid("PINTLE_CHILD_NAME_INVALID", `${where} has an empty name: give it one, or leave it out`);
  const namespace = namespaceOf(kind, owner, givenNamespace, where);
  const place: ObjectKey = namespace === undefined ? { name } : { namespace, name };
  const complete = completeManifest(owner, kind, place, formatSlot(slot, key), manifest);
  return { slot, key, kind, place, manifest: complete as PlannedManifest };
}

function checkManifest(kind: AnyKind, slot: string, value: unknown): GivenManifest & { metadata?: ObjectMeta } {
  const manifest = isJsonObject(value) ? value : undefined;
  if (manifest?.apiVersion === kind.apiVersion && manifest.kind === kind.kind) return manifest as GivenManifest;
  const got = manifest === undefined ? say(value) : `${String(manifest.apiVersion)} ${String(manifest.kind)}`;
  const remedy = `build it with ${kind.kind}({ … })`;
  throw invalid(
    "PINTLE_SLOT_KIND",
    `the slot ${JSON.stringify(slot)} holds a ${kind.kind} of ${kind.apiVersion}, and desired returned ${got}: ${remedy}`,
  );
}

/** A child is beside its owner unless it says something else. */
function namespaceOf(kind: AnyKind, owner: AnyObject, given: string | undefined, where: string): string | undefined {
  if (kind.scope === "Cluster") {
    if (given === undefined) return undefined;
    throw invalid("PINTLE_CHILD_NAMESPACE_INVALID", `${where} is of cluster scope: leave out metadata.namespace`);
  }
  const namespace = given ?? owner.metadata.namespace;
  if (namespace) return namespace;
  throw invalid(
    "PINTLE_CHILD_NAMESPACE_INVALID",
    `${where} has no namespace, and neither has its owner, which is of cluster scope: give metadata.namespace`,
  );
}

function checkPlaces(planned: readonly PlannedChild[]): void {
  const slots = new Map<string, string>();
  for (const { kind, place, slot, key } of planned) {
    const id = childId(kind, place);
    const other = slots.get(id);
    const text = formatSlot(slot, key);
    if (other !== undefined) {
      const both = `${JSON.stringify(other)} and ${JSON.stringify(text)}`;
      throw invalid(
        "PINTLE_CHILDREN_CLASH",
        `the slots ${both} both name ${describeChild(kind, place)}: give one of them another name`,
      );
    }
    slots.set(id, text);
  }
}

function invalid(code: `PINTLE_${string}`, message: string): InvalidDesiredError {
  return new InvalidDesiredError(code, message);
}

function say(value: unknown): string {
  if (value === absent) return "absent";
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}
