/** Writes slices as they were planned. One that would be deleted is used again for one that would be made. */
import type { EndpointSlice } from "@pintle/kinds";
import { ApiError } from "@pintle/machinery";
import type { FollowedResource } from "../kit/followed-resource.ts";
import { isNamespaceEnding } from "../kit/namespace-ending.ts";
import { keyOf } from "../kit/object-key.ts";
import type { PlaneWriter } from "../kit/plane-writer.ts";
import type { OwnWrites } from "../workload/own-writes.ts";
import type { SlicePlan } from "./plan-slices.ts";

export const serviceNameLabel = "kubernetes.io/service-name";
export const managedByLabel = "endpointslice.kubernetes.io/managed-by";
export const headlessLabel = "service.kubernetes.io/headless";

const byService = "service";
const maxNameLength = 253;

/** What names of slices begin with. */
export function slicePrefix(name: string): string {
  return name.length < maxNameLength ? `${name}-` : name;
}

/** Call it once before slices are looked for. */
export function indexByService(slices: FollowedResource<EndpointSlice>): void {
  slices.addIndex(byService, ({ metadata: { namespace, labels } }) => [
    `${namespace}/${labels?.[serviceNameLabel] ?? ""}`,
  ]);
}

/** The slices of a Service, by its key, that a controller looks after. */
export function slicesOf(slices: FollowedResource<EndpointSlice>, key: string, manager: string): EndpointSlice[] {
  return slices.byIndex(byService, key).filter(({ metadata }) => metadata.labels?.[managedByLabel] === manager);
}

/** The keys that a change of a slice concerns: those that its label names now, and those that it named. */
export function namesConcerned(
  manager: string,
  { object, previous }: { readonly object: EndpointSlice; readonly previous?: EndpointSlice | undefined },
): readonly string[] {
  const keys = [object, previous].flatMap((slice) => {
    const { namespace, labels } = slice?.metadata ?? {};
    const name = labels?.[serviceNameLabel] ?? "";
    return name !== "" && labels?.[managedByLabel] === manager ? [`${namespace}/${name}`] : [];
  });
  return [...new Set(keys)];
}

/** A slice may take the place of another of the same family that the test lets be used again. */
export function recycleSlices(plan: SlicePlan, isReusable: (slice: EndpointSlice) => boolean): SlicePlan {
  const create = [...plan.create];
  const update = [...plan.update];
  const doomed = plan.delete.filter((old) => {
    const index = isReusable(old) ? create.findLastIndex(({ addressType }) => addressType === old.addressType) : -1;
    const [made] = index < 0 ? [] : create.splice(index, 1);
    const { name = "" } = old.metadata;
    if (made) update.push({ ...made, metadata: { ...made.metadata, name } });
    return made === undefined;
  });
  return { create, update, delete: doomed };
}

export interface SliceWriting {
  readonly writer: PlaneWriter;
  readonly ownWrites: OwnWrites;
  /** For whom: a key of the controller. */
  readonly key: string;
  /** Nothing is made for who is going away. */
  readonly isCreating: boolean;
}

export async function writeSlices(
  plan: SlicePlan,
  { writer, ownWrites, key, isCreating }: SliceWriting,
): Promise<void> {
  const placeOf = ({ metadata: { namespace, name } }: EndpointSlice) => ({
    ...{ group: "discovery.k8s.io", plural: "endpointslices", namespace, name },
  });
  try {
    for (const slice of isCreating ? plan.create : []) {
      ownWrites.wrote(key, await writer.create<EndpointSlice>(placeOf(slice), slice));
    }
  } catch (error) {
    if (isNamespaceEnding(error)) return;
    throw error;
  }
  for (const slice of plan.update) ownWrites.wrote(key, await writer.update<EndpointSlice>(placeOf(slice), slice));
  for (const slice of plan.delete) {
    try {
      await writer.delete(placeOf(slice));
      ownWrites.deleted(key, keyOf(slice), slice.metadata.uid ?? "");
    } catch (error) {
      if (!ApiError.is(error, "NotFound")) throw error;
    }
  }
}
