/**
 * Which slices are to be made, changed and deleted so that they hold the endpoints that there should be, with as few writes as can be.
 *
 * Endpoints stay where they are. Slices that are written anyway are filled first, the fullest before the others; what is left goes into one
 * slice that has room for all of it, or into new ones.
 */
import type { Endpoint, EndpointSlice } from "@pintle/kinds";
import { type EndpointSet, endpointKey, saysTheSame } from "./endpoint-set.ts";

export interface SlicePlan {
  readonly create: readonly EndpointSlice[];
  readonly update: readonly EndpointSlice[];
  readonly delete: readonly EndpointSlice[];
}

export interface SliceMaking {
  readonly maxEndpoints: number;
  /** An empty one, without a name. */
  make(): EndpointSlice;
  /** The slice with the labels that it should have, or the slice itself. */
  relabel(slice: EndpointSlice): EndpointSlice;
}

export function planSlices(existing: readonly EndpointSlice[], desired: EndpointSet, making: SliceMaking): SlicePlan {
  const left = new Map(desired);
  const unchanged: EndpointSlice[] = [];
  const changed: EndpointSlice[] = [];
  const doomed: EndpointSlice[] = [];
  for (const slice of existing) {
    const before = slice.endpoints ?? [];
    const kept = takeWanted(before, left);
    const isSame = kept.length === before.length && kept.every((endpoint, index) => isSameAt(before, index, endpoint));
    if (!isSame && kept.length === 0) doomed.push(slice);
    else {
      const relabelled = making.relabel(slice);
      if (isSame && relabelled === slice) unchanged.push(slice);
      else changed.push(isSame ? relabelled : { ...relabelled, endpoints: kept });
    }
  }
  const update = fill(changed, left, making.maxEndpoints);
  const create: EndpointSlice[] = [];
  while (left.size > 0) {
    const roomy = left.size < making.maxEndpoints ? findRoom(unchanged, left.size, making.maxEndpoints) : undefined;
    if (roomy) unchanged.splice(unchanged.indexOf(roomy), 1);
    const filled = fillOne(roomy ?? making.make(), left, making.maxEndpoints);
    if (roomy) update.push(filled);
    else create.push(filled);
  }
  return { create, update, delete: doomed };
}

/** Those of the endpoints that are wanted, as they should be now; they are no longer left. */
function takeWanted(endpoints: readonly Endpoint[], left: Map<string, Endpoint>): Endpoint[] {
  return endpoints.flatMap((endpoint) => {
    const key = endpointKey(endpoint);
    const wanted = left.get(key);
    left.delete(key);
    return wanted ? [wanted] : [];
  });
}

function isSameAt(before: readonly Endpoint[], index: number, endpoint: Endpoint): boolean {
  const found = before[index];
  return found !== undefined && saysTheSame(found, endpoint);
}

function fill(slices: readonly EndpointSlice[], left: Map<string, Endpoint>, maxEndpoints: number): EndpointSlice[] {
  const fullestFirst = slices.toSorted((one, other) => countOf(other) - countOf(one));
  return fullestFirst.map((slice) => fillOne(slice, left, maxEndpoints));
}

function fillOne(slice: EndpointSlice, left: Map<string, Endpoint>, maxEndpoints: number): EndpointSlice {
  if (left.size === 0) return slice;
  const endpoints = [...(slice.endpoints ?? [])];
  for (const [key, endpoint] of left) {
    if (endpoints.length >= maxEndpoints) break;
    endpoints.push(endpoint);
    left.delete(key);
  }
  return { ...slice, endpoints };
}

/** The slice that is fullest afterwards, of those that have room for all of them. */
function findRoom(slices: readonly EndpointSlice[], count: number, maxEndpoints: number): EndpointSlice | undefined {
  let closest: EndpointSlice | undefined;
  let least = maxEndpoints;
  for (const slice of slices) {
    const room = maxEndpoints - count - countOf(slice);
    if (room < 0 || room >= least) continue;
    closest = slice;
    least = room;
  }
  return closest;
}

function countOf({ endpoints }: EndpointSlice): number {
  return endpoints?.length ?? 0;
}
