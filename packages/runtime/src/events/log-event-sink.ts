/** Events as lines of the log, at level debug: the server has them already, and they are there for who looks closely. */
import type { Logger } from "@pintle/machinery";
import type { EventSink } from "./event-sink.ts";

export function createLogEventSink(logger: Logger): EventSink {
  return {
    name: "log",
    record: ({ regarding: { kind, namespace, name }, type, reason, action, note }) =>
      logger.debug(note, { event: type, kind, namespace, name, reason, action }),
  };
}
