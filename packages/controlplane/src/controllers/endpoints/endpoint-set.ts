/** Endpoints by what makes them the same although their state has changed: addresses, host name and pod. */
import type { Endpoint } from "@pintle/kinds";
import { compareUtf8, equalJson } from "@pintle/machinery";
import type { SlicePort } from "./pod-endpoint.ts";

export type EndpointSet = ReadonlyMap<string, Endpoint>;

export function endpointKey({ addresses, hostname = "", targetRef }: Endpoint): string {
  return JSON.stringify([addresses.toSorted(compareUtf8), hostname, targetRef?.namespace ?? "", targetRef?.name ?? ""]);
}

/** Whether two endpoints of the same key say the same. Hints are not theirs to say. */
export function saysTheSame(one: Endpoint, other: Endpoint): boolean {
  return equalJson(stateOf(one), stateOf(other));
}

/** Ports as a key: the order in which they are named does not matter, nor whether there are none or no list. */
export function portsKey(ports: readonly SlicePort[] | null | undefined): string {
  const texts = (ports ?? []).map(({ name, port, protocol, appProtocol }) =>
    JSON.stringify([name ?? null, port ?? null, protocol ?? null, appProtocol ?? null]),
  );
  return texts.toSorted(compareUtf8).join();
}

function stateOf({ nodeName, zone, conditions, targetRef }: Endpoint): (string | boolean | null)[] {
  const { kind, namespace, name, uid } = targetRef ?? {};
  const { ready, serving, terminating } = conditions ?? {};
  return [nodeName, zone, ready, serving, terminating, kind, namespace, name, uid].map((value) => value ?? null);
}
