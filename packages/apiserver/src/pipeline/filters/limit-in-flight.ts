/** Says no early when too much is going on, so that what was begun can be finished. Requests that last do not count. */
import { respondText } from "../failure-response.ts";
import { isLongRunning } from "../long-running.ts";
import type { Filter } from "../server-request.ts";

export interface InFlightLimits {
  /** Reads at once: 400 unless said. */
  readonly reads?: number;
  /** Writes at once: 200 unless said. */
  readonly writes?: number;
}

const readVerbs: ReadonlySet<string> = new Set(["get", "list", "watch"]);

export function limitInFlight({ reads = 400, writes = 200 }: InFlightLimits = {}): Filter {
  const left = { reads, writes };
  return (next) => async (request, context) => {
    if (isLongRunning(context.info)) return next(request, context);
    const sort = readVerbs.has(context.info.verb) ? "reads" : "writes";
    // Whoever runs the server must be able to see what is wrong with it.
    const isPrivileged = context.user.groups.includes("system:masters");
    if (left[sort] <= 0 && !isPrivileged) {
      return respondText(429, "Too many requests, please try again later.\n", { "retry-after": "1" });
    }
    left[sort] -= 1;
    try {
      return await next(request, context);
    } finally {
      left[sort] += 1;
    }
  };
}
