/** Counts what a client asks of its server, under client-go's name and labels. */
import type { Client } from "@pintle/client";
import type { Part } from "../manager/part.ts";
import type { CounterSeries, Metrics } from "./metrics.ts";

/** Ends with the result's disposal. Several clients can be counted at once: their hosts tell them apart. */
export function countRequests(metrics: Metrics, client: Pick<Client, "onTry">): Disposable {
  const requests = metrics.counter({
    name: "rest_client_requests_total",
    help: "Requests to API servers, with those that repeat others, by the code of the answer, method and host.",
    labels: ["code", "method", "host"],
  });
  /** Codes and methods are few, and a look-up by three labels is dearer than one by a text. */
  const known = new Map<string, CounterSeries>();
  return client.onTry(({ method, host, status }) => {
    const code = status === undefined ? "<error>" : String(status);
    const key = `${code} ${method} ${host}`;
    let series = known.get(key);
    if (series === undefined) {
      series = requests.with({ code, method, host });
      known.set(key, series);
    }
    series.add();
  });
}

/** Counts for as long as a manager runs. */
export function createRequestMetricsPart(metrics: Metrics, clients: readonly Client[]): Part {
  return {
    name: "request metrics",
    group: "servers",
    async start() {
      const counting = clients.map((client) => countRequests(metrics, client));
      return {
        stop: async () => {
          for (const each of counting) each[Symbol.dispose]();
        },
      };
    },
  };
}
