/** What `render` does, with everything that it needs. */
import { copyJson, createConsoleLogger, createProcessClock, type JsonObject, type Logger } from "@pintle/machinery";
import { type AnyObject, childId, type FoundChild, isChildOf, kindsOf } from "../operator/children.ts";
import { evaluate } from "../operator/evaluate.ts";
import type { Operator } from "../operator/operator-definition.ts";
import { formatSlot, slotAnnotation } from "../operator/operator-names.ts";
import type { PlannedChild, PlannedManifest } from "../operator/plan-children.ts";
import { admitObject } from "./admit-object.ts";
import { ObjectsAtHand } from "./objects-at-hand.ts";
import type { ObjectToRender, RenderedObject, Rendering } from "./render.ts";

/** The same objects give the same text, whenever it is written. */
const now = "1970-01-01T00:00:00Z";

export async function renderObject(
  operator: Operator,
  given: ObjectToRender,
  objects: readonly ObjectToRender[],
): Promise<Rendering> {
  const logger = createSilentLogger();
  const source = new ObjectsAtHand(objects);
  const { object, warnings } = await admitObject(operator, given, { source, logger });
  const context = { source, logger, now };
  const owned = ownedChildren(operator, object, source);
  const first = await evaluate(operator, object, { ...context, children: owned });
  // Manifests of children that were never in a cluster are known by their names, and only now these are known.
  const named = namedChildren(first.children, owned, source);
  const { children, status: next } =
    named.length === 0 ? first : await evaluate(operator, object, { ...context, children: [...owned, ...named] });
  const status = toJson<JsonObject>(next);
  return {
    object: toManifest({ ...object, status } as AnyObject),
    children: children.map(({ manifest }) => toManifest(manifest)),
    status,
    warnings,
  };
}

function ownedChildren({ owns }: Operator, owner: AnyObject, source: ObjectsAtHand): readonly FoundChild[] {
  return kindsOf(owns).flatMap((kind) =>
    source
      .list(kind)
      .filter((object) => isChildOf(owner, object))
      .map((object) => ({ kind, object })),
  );
}

function namedChildren(
  planned: readonly PlannedChild[],
  owned: readonly FoundChild[],
  source: ObjectsAtHand,
): readonly FoundChild[] {
  const known = new Set(owned.map(({ kind, object: { metadata } }) => idOf(kind, metadata)));
  return planned.flatMap(({ kind, place, slot, key }) => {
    const object = known.has(childId(kind, place)) ? undefined : source.get(kind, place);
    if (object === undefined) return [];
    const annotations = { ...object.metadata.annotations, [slotAnnotation]: formatSlot(slot, key) };
    return [{ kind, object: { ...object, metadata: { ...object.metadata, annotations } } }];
  });
}

function idOf(kind: FoundChild["kind"], { namespace, name = "" }: AnyObject["metadata"]): string {
  return childId(kind, namespace === undefined ? { name } : { namespace, name });
}

function toJson<Result extends JsonObject>(value: object): Result {
  return copyJson(value as JsonObject) as Result;
}

/** In the order in which people write and read them. */
function toManifest({ apiVersion, kind, metadata, ...fields }: AnyObject | PlannedManifest): RenderedObject {
  return toJson<RenderedObject>({ apiVersion, kind, metadata, ...fields });
}

/** What functions log while they are tried out concerns nobody. */
function createSilentLogger(): Logger {
  return createConsoleLogger({ write: () => {}, clock: createProcessClock() });
}
