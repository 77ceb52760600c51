/** A plane with a garbage collector, and objects that own each other. */
import type { KubernetesObject, OwnerReference } from "@pintle/machinery";
import { startTestPlane, type TestPlane, type TestPlaneOptions } from "../kit/plane-fixture.test.ts";
import type { PlanePlace } from "../kit/served-places.ts";
import { garbageCollector } from "./garbage-collector.ts";

export interface OwnersPlane extends TestPlane {
  /** Makes an object, a ConfigMap in `shop` unless said, with these owners. */
  make(name: string, options?: MakeOptions): Promise<Made>;
  delete(made: Made, propagationPolicy?: string): Promise<void>;
  /** Which of them are there, by name. */
  left(...made: readonly Made[]): Promise<readonly string[]>;
  now(made: Made): Promise<KubernetesObject | undefined>;
}

export interface MakeOptions {
  readonly place?: PlanePlace;
  readonly owners?: readonly OwnerReference[];
  readonly finalizers?: readonly string[];
  readonly rest?: object;
}

export interface Made {
  readonly place: PlanePlace;
  readonly object: KubernetesObject;
  /** As an owner. */
  readonly reference: OwnerReference;
  readonly blocking: OwnerReference;
}

export const one = "example.com/one";
export const configMaps = { group: "", plural: "configmaps", namespace: "shop" };
export const clusterRoles = { group: "rbac.authorization.k8s.io", plural: "clusterroles" };

/** A ConfigMap that there never was. */
export function absentOwner(number = 1): OwnerReference {
  const uid = `00000000-0000-4000-8000-${`${number}`.padStart(12, "0")}`;
  return { apiVersion: "v1", kind: "ConfigMap", name: `absent-${number}`, uid };
}

export async function startOwnersPlane(options: TestPlaneOptions = {}): Promise<OwnersPlane> {
  const plane = await startTestPlane({
    ...options,
    controllers: [garbageCollector, ...(options.controllers ?? [])],
    namespaces: ["shop", "yard"],
  });
  const now = ({ place }: Made) => plane.find(place);
  return {
    ...plane,
    now,
    async make(name, { place = configMaps, owners: ownerReferences = [], finalizers = [], rest = {} } = {}) {
      const made = await plane.user.create(place, { ...rest, metadata: { name, ownerReferences, finalizers } });
      const { apiVersion, kind, metadata } = made;
      const reference = { apiVersion, kind, name, uid: metadata.uid ?? "" };
      return {
        place: { ...place, name },
        object: made,
        reference,
        blocking: { ...reference, blockOwnerDeletion: true },
      };
    },
    async delete({ place }, propagationPolicy) {
      await plane.user.delete(place, propagationPolicy === undefined ? {} : { propagationPolicy });
    },
    async left(...made) {
      const found = await Promise.all(made.map(now));
      return found.flatMap((object) => object?.metadata.name ?? []);
    },
  };
}

export async function release(plane: TestPlane, { place }: Made): Promise<void> {
  await plane.user.patch(place, "merge", { metadata: { finalizers: null } });
}
