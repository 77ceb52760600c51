/** `/healthz`, `/livez` and `/readyz`: `ok` in plain text, or what is not; with any method, to anybody. */
import { quoteGo } from "@pintle/machinery";
import { respondNoPage, respondText } from "../pipeline/failure-response.ts";
import type { Handler, ServerResponse } from "../pipeline/server-request.ts";
import type { HealthCheck } from "./health-check.ts";

const probes: ReadonlySet<string> = new Set(["healthz", "livez", "readyz"]);

export function isHealthPath(path: string): boolean {
  return probes.has(path.split("/", 2)[1] ?? "");
}

export function handleHealth(checks: readonly HealthCheck[]): Handler {
  return async ({ query }, { info, logger }) => {
    const [, probe = "", name, ...rest] = info.path.split("/");
    const asked = checks.filter((check) => probe === "healthz" || (check.probes as readonly string[]).includes(probe));
    const isWell = async (check: HealthCheck) => {
      try {
        await check.check();
        return true;
      } catch (error) {
        logger.warn("health check failed", { check: check.name, error });
        return false;
      }
    };
    if (name === undefined) return respondAll(probe, asked, query, isWell);
    const single = asked.find((check) => check.name === name);
    if (!single || rest.length > 0) return respondNoPage();
    if (await isWell(single)) return respondText(200, "ok");
    return respondText(500, `internal server error: ${name} failed: reason withheld\n`);
  };
}

async function respondAll(
  probe: string,
  checks: readonly HealthCheck[],
  query: URLSearchParams,
  isWell: (check: HealthCheck) => Promise<boolean>,
): Promise<ServerResponse> {
  const excluded = new Set(query.getAll("exclude"));
  const lines: string[] = [];
  let hasFailed = false;
  for (const check of checks) {
    if (excluded.delete(check.name)) lines.push(`[+]${check.name} excluded: ok`);
    else if (await isWell(check)) lines.push(`[+]${check.name} ok`);
    else {
      hasFailed = true;
      lines.push(`[-]${check.name} failed: reason withheld`);
    }
  }
  if (!hasFailed && !query.has("verbose")) return respondText(200, "ok");
  if (excluded.size > 0) {
    const names = [...excluded].map((name) => quoteGo(name)).join(", ");
    lines.push(`warn: some health checks cannot be excluded: no matches for ${names}`);
  }
  lines.push(`${probe} check ${hasFailed ? "failed" : "passed"}`);
  return respondText(hasFailed ? 500 : 200, `${lines.join("\n")}\n`);
}
