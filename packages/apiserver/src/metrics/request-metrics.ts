/** Counts requests under upstream's names and labels, so that existing dashboards show them, and writes them for Prometheus. */
import { respondText } from "../pipeline/failure-response.ts";
import type { RequestInfo } from "../pipeline/request-info.ts";
import type { Filter, Handler } from "../pipeline/server-request.ts";

/** More label sets than any server has resources; beyond that something from outside makes up names. */
const maxLabelSets = 10_000;

export class RequestMetrics {
  /** By all that the labels say, so that they are written out once and not for every request. */
  readonly #counts = new Map<string, { readonly labels: string; count: number }>();
  #inFlight = 0;

  readonly filter: Filter = (next) => async (request, context) => {
    this.#inFlight += 1;
    try {
      const response = await next(request, context);
      this.#count(context.info, response.status);
      return response;
    } finally {
      this.#inFlight -= 1;
    }
  };

  readonly handle: Handler = async () =>
    respondText(200, this.#write(), { "content-type": "text/plain; version=0.0.4; charset=utf-8" });

  #count(info: RequestInfo, status: number): void {
    // Paths and names of what is not there come from outside and could be anything.
    const isKnown = info.isResource && status !== 404;
    const { group, version, resource, subresource, verb } = info;
    const key = isKnown
      ? `${status}\n${group}\n${resource}\n${scopeOf(info)}\n${subresource}\n${verb}\n${version}`
      : String(status);
    const known = this.#counts.get(key);
    if (known !== undefined) known.count += 1;
    else if (this.#counts.size < maxLabelSets) {
      const labels = formatLabels({
        code: String(status),
        group: isKnown ? group : "",
        resource: isKnown ? resource : "",
        scope: isKnown ? scopeOf(info) : "",
        subresource: isKnown ? subresource : "",
        verb: isKnown ? verb.toUpperCase() : "OTHER",
        version: isKnown ? version : "",
      });
      this.#counts.set(key, { labels, count: 1 });
    }
  }

  #write(): string {
    const lines = [
      "# HELP apiserver_request_total Requests by verb, resource and code of the answer.",
      "# TYPE apiserver_request_total counter",
      ...Array.from(this.#counts.values(), ({ labels, count }) => `apiserver_request_total${labels} ${count}`).sort(),
      "# HELP apiserver_current_inflight_requests Requests that are being answered.",
      "# TYPE apiserver_current_inflight_requests gauge",
      `apiserver_current_inflight_requests ${this.#inFlight}`,
    ];
    return `${lines.join("\n")}\n`;
  }
}

function scopeOf({ name, namespace }: RequestInfo): string {
  return name !== "" ? "resource" : namespace !== "" ? "namespace" : "cluster";
}

function formatLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return `{${pairs.join(",")}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
