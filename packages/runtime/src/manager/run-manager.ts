/** A manager as a program: it runs until a signal asks it to stop, and then the process ends with 0, or with 1 when something went wrong. */
import type { Logger } from "@pintle/machinery";
import { handleSignals } from "./handle-signals.ts";
import { handleUncaught } from "./handle-uncaught.ts";
import type { Manager } from "./manager.ts";
import type { ProcessSeam } from "./process-seam.ts";

/** Takes the process over: its signals, the errors that nobody caught, and its end. Libraries use `manager.start`. */
export async function runManager(manager: Manager, options: { readonly host?: ProcessSeam } = {}): Promise<void> {
  const { host = process } = options;
  const logger: Logger = manager.logger.with({ logger: "setup" });
  const uncaught = new AbortController();
  const signal = AbortSignal.any([handleSignals(host), uncaught.signal]);
  using _uncaught = handleUncaught({ logger, host, onUncaught: (error) => uncaught.abort(error) });
  try {
    await manager.start({ signal });
    host.exit(uncaught.signal.aborted ? 1 : 0);
  } catch (error) {
    logger.error("problem running manager", { error });
    host.exit(1);
  }
}
