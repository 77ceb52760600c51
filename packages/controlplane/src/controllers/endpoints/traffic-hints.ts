/** Tells the proxies where traffic for an endpoint should come from, as the Service prefers it: from its zone, or from its node. */
import type { Endpoint, EndpointHints, EndpointSlice } from "@pintle/kinds";
import { equalJson } from "@pintle/machinery";
import type { SlicePlan } from "./plan-slices.ts";

/** The plan with hints; slices that only lack theirs are to be written as well. */
export function planHints(plan: SlicePlan, existing: readonly EndpointSlice[], distribution: string): SlicePlan {
  const touched = new Set([...plan.update, ...plan.delete].map(({ metadata }) => metadata.name));
  const others = existing.filter(({ metadata }) => !touched.has(metadata.name));
  const hinted = (slice: EndpointSlice) => withHints(slice, distribution);
  const corrected = others.flatMap((slice) => (hinted(slice) === slice ? [] : [hinted(slice)]));
  return { ...plan, create: plan.create.map(hinted), update: [...plan.update.map(hinted), ...corrected] };
}

function withHints(slice: EndpointSlice, distribution: string): EndpointSlice {
  const before = slice.endpoints ?? [];
  const endpoints = before.map((endpoint) => hint(endpoint, distribution));
  return endpoints.every((endpoint, index) => endpoint === before[index]) ? slice : { ...slice, endpoints };
}

function hint(endpoint: Endpoint, distribution: string): Endpoint {
  const isPreferring = ["PreferClose", "PreferSameZone", "PreferSameNode"].includes(distribution);
  // Of what is not ready nobody asks where it is.
  if (isPreferring && endpoint.conditions?.ready !== true) return endpoint;
  const { hints: before, ...bare } = endpoint;
  const { zone, nodeName } = endpoint;
  const hints: EndpointHints = {
    ...(isPreferring && zone !== undefined && { forZones: [{ name: zone }] }),
    ...(distribution === "PreferSameNode" && nodeName !== undefined && { forNodes: [{ name: nodeName }] }),
  };
  const isEmpty = Object.keys(hints).length === 0;
  if (isEmpty ? before === undefined : equalJson(namesOf(hints), namesOf(before))) return endpoint;
  return isEmpty ? bare : { ...bare, hints };
}

function namesOf({ forZones = [], forNodes = [] }: EndpointHints = {}): string[][] {
  return [forZones, forNodes].map((places) => places.map(({ name }) => name));
}
