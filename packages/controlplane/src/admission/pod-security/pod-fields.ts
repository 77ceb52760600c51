/** What the checks of pod security look at in a pod, and how they name what they found. */
import { compareUtf8, isJsonObject, type JsonObject } from "@pintle/machinery";
import { objectsAt, textAt, valueAt } from "../../builtin/json-fields.ts";

/** A pod, or what makes pods: its annotations count as well as its spec. */
export interface SecuredPod {
  readonly annotations: JsonObject;
  readonly spec: JsonObject;
}

/** Why a pod is forbidden, in short and in detail. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

export type SecurityCheck = (pod: SecuredPod) => Violation | undefined;

/** All containers, in the order in which they are told of. */
export function containersOf({ spec }: SecuredPod): readonly JsonObject[] {
  return ["initContainers", "containers", "ephemeralContainers"].flatMap((key) => objectsAt(spec, key));
}

export function namesOf(items: readonly JsonObject[]): string[] {
  return items.map((item) => textAt(item, "name"));
}

export function isWindows({ spec }: SecuredPod): boolean {
  return textAt(spec, "os.name") === "windows";
}

/** In a user namespace of its own, root is nobody outside. */
export function hasOwnUsers({ spec }: SecuredPod): boolean {
  return valueAt(spec, "hostUsers") === false;
}

/** `"a", "b"`; names are not escaped. */
export function quoteAll(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(", ");
}

export function sortedSet(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort(compareUtf8);
}

export function plural(word: string, count: number): string {
  return count === 1 ? word : `${word}s`;
}

/** `container "a"`, `containers "a", "b"` */
export function nameContainers(containers: readonly JsonObject[]): string {
  return `${plural("container", containers.length)} ${quoteAll(namesOf(containers))}`;
}

/** Who sets something: the pod, some of its containers, or both. */
export function nameSetters(isPod: boolean, containers: readonly JsonObject[]): string {
  return [...(isPod ? ["pod"] : []), ...(containers.length > 0 ? [nameContainers(containers)] : [])].join(" and ");
}

/** Absent and null are the same. */
export function isSet(object: JsonObject, path: string): boolean {
  const value = valueAt(object, path);
  return value !== undefined && value !== null;
}

/** The security context of the pod and of the containers, as far as the part at the path is an object. */
export function partsAt(
  pod: SecuredPod,
  path: string,
): {
  readonly own: JsonObject | undefined;
  readonly ofContainers: readonly (readonly [container: JsonObject, part: JsonObject])[];
} {
  const partOf = (object: JsonObject) => {
    const part = valueAt(object, `securityContext.${path}`);
    return isJsonObject(part) ? part : undefined;
  };
  return {
    own: partOf(pod.spec),
    ofContainers: containersOf(pod).flatMap((container) => {
      const part = partOf(container);
      return part ? [[container, part] as const] : [];
    }),
  };
}
