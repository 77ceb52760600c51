/**
 * What becomes of errors that nobody caught: Node would end the process on the spot, with the Lease still held and the work of others
 * cut off. Here they are written down, with the run that they come from, and the program is asked to stop in peace.
 */
import type { Logger } from "@pintle/machinery";
import { currentRun } from "../controller/current-run.ts";
import type { ProcessSeam } from "./process-seam.ts";

export interface HandleUncaughtOptions {
  readonly logger: Logger;
  /** Is called with the first one. Those that come afterwards are only written down. */
  readonly onUncaught: (error: unknown) => void;
  readonly host?: ProcessSeam;
}

/** Until it is disposed. */
export function handleUncaught({ logger, onUncaught, host = process }: HandleUncaughtOptions): Disposable {
  let isFirst = true;
  const listener = (event: string) => (error: unknown) => {
    const { controller, key, reconcileId: reconcileID } = currentRun() ?? {};
    logger.error(`nobody caught an error (${event}): await each promise, and catch what a listener or a timer throws`, {
      error,
      ...(key !== undefined && { controller, key, reconcileID }),
    });
    if (isFirst) onUncaught(error);
    isFirst = false;
  };
  const onRejection = listener("unhandledRejection");
  const onException = listener("uncaughtException");
  host.on("unhandledRejection", onRejection);
  host.on("uncaughtException", onException);
  return {
    [Symbol.dispose]() {
      host.off("unhandledRejection", onRejection);
      host.off("uncaughtException", onException);
    },
  };
}
