/** Finds objects by who controls them, and controllers by what they control, without walking through a namespace. */
import {
  compileLabelSelector,
  controllerOf,
  getOwn,
  InvalidSelectorError,
  type KubernetesObject,
  type LabelSelector,
  matchesEverything,
  type OwnerReference,
} from "@pintle/machinery";
import type { FollowedResource, PlaneChange } from "../kit/followed-resource.ts";
import { keyOf } from "../kit/object-key.ts";

const index = "controller";

/** Call it once for a resource before the other two are. */
export function indexByController<Object extends KubernetesObject>(resource: FollowedResource<Object>): void {
  resource.addIndex(index, (object) => [controllerOf(object)?.uid ?? orphansOf(object.metadata.namespace)]);
}

export function controlledBy<Object extends KubernetesObject>(
  resource: FollowedResource<Object>,
  controller: KubernetesObject,
): readonly Object[] {
  const { uid, namespace } = controller.metadata;
  return resource.byIndex(index, uid ?? "").filter(({ metadata }) => metadata.namespace === namespace);
}

/** Those that the controller of an object controls, the object itself among them; none where nobody controls it. */
export function siblingsOf<Object extends KubernetesObject>(
  resource: FollowedResource<Object>,
  object: KubernetesObject,
): readonly Object[] {
  const uid = controllerOf(object)?.uid;
  return uid === undefined ? [] : resource.byIndex(index, uid);
}

/** Those in a namespace that nobody controls. */
export function orphansIn<Object extends KubernetesObject>(
  resource: FollowedResource<Object>,
  namespace: string | undefined,
): readonly Object[] {
  return resource.byIndex(index, orphansOf(namespace));
}

/** A controller that selects by labels. */
export interface Selecting extends KubernetesObject {
  readonly spec?: { readonly selector?: LabelSelector };
}

/**
 * The keys of controllers that a change of an object concerns: the one that controls it, and the one that did. What nobody controls
 * concerns all who select it, when it comes or when that may have changed.
 */
export function controllersConcerned<Object extends KubernetesObject, Controller extends Selecting>(
  controllers: FollowedResource<Controller>,
  kind: string,
  { type, object, previous }: PlaneChange<Object>,
): readonly string[] {
  const [current, before] = [controllerOf(object), previous && controllerOf(previous)];
  const keys = new Set<string>();
  if (before && before.uid !== current?.uid) addResolved(keys, controllers, kind, object, before);
  if (current) addResolved(keys, controllers, kind, object, current);
  // Nobody cares for the end of what is nobody's.
  else if (type !== "delete" && object.metadata.deletionTimestamp === undefined && mayBeWanted(object, previous)) {
    for (const controller of selectorsOf(controllers, object)) keys.add(keyOf(controller));
  }
  return [...keys];
}

/** The controller that a reference means, if it is of that kind and still the same object. */
export function resolveController<Controller extends KubernetesObject>(
  controllers: FollowedResource<Controller>,
  kind: string,
  namespace: string | undefined,
  reference: Pick<OwnerReference, "kind" | "name" | "uid"> | undefined,
): Controller | undefined {
  if (reference?.kind !== kind) return undefined;
  const found = controllers.get(namespace ?? "", reference.name);
  return found?.metadata.uid === reference.uid ? found : undefined;
}

function addResolved<Controller extends KubernetesObject>(
  keys: Set<string>,
  controllers: FollowedResource<Controller>,
  kind: string,
  { metadata }: KubernetesObject,
  reference: Pick<OwnerReference, "kind" | "name" | "uid">,
): void {
  const controller = resolveController(controllers, kind, metadata.namespace, reference);
  if (controller) keys.add(keyOf(controller));
}

function mayBeWanted(object: KubernetesObject, previous: KubernetesObject | undefined): boolean {
  if (previous === undefined || controllerOf(previous) !== undefined) return true;
  const [labels, before] = [Object.entries(object.metadata.labels ?? {}), previous.metadata.labels ?? {}];
  return labels.length !== Object.keys(before).length || labels.some(([key, value]) => getOwn(before, key) !== value);
}

/** A selector that selects everything, or that nobody can read, selects nothing here. */
function selectorsOf<Controller extends Selecting>(
  controllers: FollowedResource<Controller>,
  { metadata }: KubernetesObject,
): readonly Controller[] {
  if (Object.keys(metadata.labels ?? {}).length === 0) return [];
  return controllers.list(metadata.namespace).filter(({ spec }) => {
    try {
      const selector = compileLabelSelector(spec?.selector);
      return !matchesEverything(selector) && selector.matches(metadata.labels);
    } catch (error) {
      if (error instanceof InvalidSelectorError) return false;
      throw error;
    }
  });
}

/** No uid looks like that. */
function orphansOf(namespace: string | undefined): string {
  return `/${namespace ?? ""}`;
}
