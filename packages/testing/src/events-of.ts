/** What was told of an object, as `kubectl describe` shows it. */
import type { Client } from "@pintle/client";
import { Event } from "@pintle/kinds";
import type { ObjectOf } from "@pintle/machinery";
import type { NamedObject } from "./object-reference.ts";

export type RecordedEvent = ObjectOf<typeof Event>;

/** In the order in which they were last written. */
export async function eventsOf(client: Client, object: NamedObject): Promise<readonly RecordedEvent[]> {
  const { kind, name, namespace } = object;
  const fieldSelector = {
    ...{ "involvedObject.kind": kind, "involvedObject.name": name },
    // What is told of an object without a namespace stands in `default`, and says so by having none itself.
    ...(namespace !== undefined && { "involvedObject.namespace": namespace }),
  };
  const { items } = await client.resource(Event).list({ fieldSelector });
  return items.toSorted((left, right) => versionOf(left) - versionOf(right));
}

function versionOf({ metadata }: RecordedEvent): number {
  return Number(metadata.resourceVersion ?? 0);
}

/** `Warning NameTaken (3 times): …` */
export function formatEvent({ type, reason, message, count, series }: RecordedEvent): string {
  const times = series?.count ?? count ?? 1;
  return `${type ?? "Normal"} ${reason ?? ""}${times > 1 ? ` (${times} times)` : ""}: ${message ?? ""}`;
}
