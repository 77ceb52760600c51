/** `/`: the paths that there are, in order. */

import { compareUtf8 } from "@pintle/machinery";
import type { HealthCheck } from "../health/health-check.ts";
import { methodNotAllowed } from "../pipeline/bare-errors.ts";
import type { Handler } from "../pipeline/server-request.ts";
import type { DiscoveredGroup } from "./discovered-group.ts";

export interface RootOptions {
  readonly groups: () => readonly DiscoveredGroup[];
  readonly checks: readonly HealthCheck[];
  /** Those of handlers that are not everywhere. */
  readonly paths: readonly string[];
}

const always = [
  "/api",
  "/apis",
  "/apis/",
  "/healthz",
  "/livez",
  "/readyz",
  "/openapi/v2",
  "/openapi/v3",
  "/openapi/v3/",
  "/version",
];

export function handleRoot({ groups, checks, paths }: RootOptions): Handler {
  return async ({ method }) => {
    if (method !== "GET") throw methodNotAllowed();
    const all = [...always, ...paths, ...groups().flatMap(pathsOfGroup), ...checks.flatMap(pathsOfCheck)];
    const body = new TextEncoder().encode(JSON.stringify({ paths: [...new Set(all)].sort(compareUtf8) }, undefined, 2));
    return { status: 200, headers: { "content-type": "application/json" }, body };
  };
}

function pathsOfGroup({ name, versions }: DiscoveredGroup): string[] {
  const start = name === "" ? "/api" : `/apis/${name}`;
  return [start, ...versions.map(({ version }) => `${start}/${version}`)];
}

function pathsOfCheck({ name, probes }: HealthCheck): string[] {
  return ["healthz", ...probes].map((probe) => `/${probe}/${name}`);
}
