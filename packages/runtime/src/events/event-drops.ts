/** Events that never arrive: all are counted by the reason, and the first of each reason is worth a line in the log. */
import type { Logger } from "@pintle/machinery";
import type { Metrics } from "../metrics/metrics.ts";

const dropReasons = [
  /** The object has no uid or no kind, or the event no reason: there is nothing to write. */
  "incomplete",
  /** It was recorded after the end, or was still waiting then. */
  "closed",
  /** Who recorded it may not write any more: it does not lead. */
  "fenced",
  "queue_full",
  /** Too many about one object. */
  "spam",
  "namespace_terminating",
  /** The server does not want it. */
  "refused",
  /** The server could not be reached for as long as it is tried. */
  "unreachable",
  /** A sink threw. */
  "sink_failed",
] as const;

export type DropReason = (typeof dropReasons)[number];

export interface EventDrops {
  drop(reason: DropReason, message: string, fields?: Readonly<Record<string, unknown>>): void;
}

export function createEventDrops(logger: Logger | undefined, metrics: Metrics | undefined): EventDrops {
  const counter = metrics?.counter({
    name: "pintle_events_dropped_total",
    help: "Events that were recorded and are not to be seen on the server, by the reason.",
    labels: ["reason"],
  });
  for (const reason of dropReasons) counter?.with({ reason });
  const told = new Set<DropReason>();
  return {
    drop: (reason, message, fields = {}) => {
      counter?.with({ reason }).add();
      const text = `an event is dropped: ${message}`;
      if (told.has(reason)) logger?.debug(text, fields);
      else logger?.warn(`${text}; more like it are counted, and logged at level debug`, fields);
      told.add(reason);
    },
  };
}
