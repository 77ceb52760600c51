/** A whole plane for tests: in this process, on virtual time and from a seed, so that it takes the same course each time. */
import assert from "node:assert/strict";
import {
  createJsonLogger,
  createSeededRandom,
  createVirtualClock,
  type JsonObject,
  type KubernetesObject,
  type Transport,
  type VirtualClock,
} from "@pintle/machinery";
import { requestJson } from "./bootstrap/request-json.ts";
import type { ControlPlane, ControlPlaneOptions } from "./control-plane.ts";
import { startControlPlane } from "./start-control-plane.ts";

export interface InProcessPlane extends ControlPlane {
  readonly clock: VirtualClock;
  /** What was logged at the level `error`. */
  readonly complaints: readonly string[];
  /** The answer to a request that must succeed. */
  ask(method: string, path: string, body?: object): Promise<KubernetesObject & JsonObject>;
  list(path: string): Promise<readonly (KubernetesObject & JsonObject)[]>;
}

export interface InProcessOptions extends Partial<Omit<ControlPlaneOptions, "clock" | "random" | "listen">> {
  readonly seed?: number;
  readonly clock?: VirtualClock;
}

export async function startInProcess(options: InProcessOptions = {}): Promise<InProcessPlane> {
  const { seed = 1, clock = createVirtualClock(), ...given } = options;
  const complaints: string[] = [];
  const logger = createJsonLogger({ write: (line) => void complaints.push(line), clock, level: "error" });
  const plane = await startControlPlane({ logger, ...given, clock, random: createSeededRandom(seed) });
  const merge = { "content-type": "application/merge-patch+json" };
  const patching: Transport = {
    request: (request) => plane.transport.request({ ...request, headers: { ...request.headers, ...merge } }),
  };
  const ask: InProcessPlane["ask"] = async (method, path, body) => {
    const transport = method === "PATCH" ? patching : plane.transport;
    const answer = await requestJson(transport, method, path, body as JsonObject);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as unknown as KubernetesObject & JsonObject;
  };
  const list: InProcessPlane["list"] = async (path) => (await ask("GET", path)).items as never;
  return Object.assign(plane, { clock, complaints, ask, list });
}

export const deployments = "/apis/apps/v1/namespaces/default/deployments";
export const pods = "/api/v1/namespaces/default/pods";

export function deployment(name: string, spec: JsonObject = {}, image = "nginx"): JsonObject {
  const labels = { app: name };
  return {
    metadata: { name },
    spec: {
      replicas: 3,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "web", image }] } },
      ...spec,
    },
  };
}
