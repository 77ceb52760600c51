/** Ends a program as Kubernetes and people at a terminal ask for it: SIGTERM or SIGINT once to stop in peace, twice to be gone at once. */
import type { ProcessSeam } from "./process-seam.ts";

/** Aborted by the first signal. The second one exits with 1, whatever is going on. */
export function handleSignals(host: ProcessSeam = process): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    host.on(name, () => {
      if (controller.signal.aborted) host.exit(1);
      else controller.abort(new Error(`the process was asked to stop by ${name}`));
    });
  }
  return controller.signal;
}
