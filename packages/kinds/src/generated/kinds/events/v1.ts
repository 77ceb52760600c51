// Made by `make kinds` from what a kube-apiserver and Kubernetes' Go types say. Do not edit.
/** The kinds and types of events/v1, as plain JSON. */

import { defineKind, type ObjectOf } from "@pintle/machinery/objects";
import type { EventSource, ObjectReference } from "../core/v1.ts";

export const Event = defineKind({
  group: "events.k8s.io",
  version: "v1",
  kind: "Event",
  plural: "events",
  shortNames: ["ev"],
  scope: "Namespaced",
})<{
  action?: string;
  deprecatedCount?: number;
  deprecatedFirstTimestamp?: string;
  deprecatedLastTimestamp?: string;
  deprecatedSource?: EventSource;
  eventTime: string;
  note?: string;
  reason?: string;
  regarding?: ObjectReference;
  related?: ObjectReference;
  reportingController?: string;
  reportingInstance?: string;
  series?: EventSeries;
  type?: string;
}>();
export type Event = ObjectOf<typeof Event>;

export interface EventSeries {
  count: number;
  lastObservedTime: string;
}
