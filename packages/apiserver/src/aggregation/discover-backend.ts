/** Asks a server what it serves: by aggregated discovery where it has that, else by the list of the version's resources. */
import { type Clock, isJsonObject, type JsonObject, readJson } from "@pintle/machinery";
import type { ApiService } from "./api-service.ts";
import type { ResolvedBackend } from "./backend.ts";
import { type BackendAnswer, fetchFromBackend } from "./fetch-from-backend.ts";
import { readAggregated, readPlain } from "./remote-resources.ts";

const timeoutMs = 5_000;
const maxBytes = 8 * 1024 * 1024;
const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** Throws an `Error` for a server that does not say. */
export async function discoverBackend(
  { group, version }: ApiService,
  resolved: ResolvedBackend,
  clock: Clock,
): Promise<readonly JsonObject[]> {
  const ask = (path: string, accept: string) =>
    fetchFromBackend({ ...resolved, path, headers: { accept }, clock, timeoutMs, maxBytes });
  const whole = await ask("/apis", aggregated);
  if (whole.status === 503) throw new Error(`/apis is answered with ${whole.status}`);
  if (whole.status === 200 && isAggregated(whole)) return readAggregated(readObject(whole), group, version) ?? [];
  const plain = await ask(`/apis/${group}/${version}`, "application/json");
  if (plain.status !== 200) throw new Error(`/apis/${group}/${version} is answered with ${plain.status}`);
  return readPlain(readObject(plain));
}

function isAggregated({ headers }: BackendAnswer): boolean {
  const [, ...parameters] = String(headers["content-type"] ?? "").split(";");
  const told = new Set(parameters.map((parameter) => parameter.trim()));
  return ["g=apidiscovery.k8s.io", "v=v2", "as=APIGroupDiscoveryList"].every((parameter) => told.has(parameter));
}

function readObject({ bytes }: BackendAnswer): JsonObject {
  const { value } = readJson(bytes);
  if (!isJsonObject(value)) throw new Error("the answer is no object");
  return value;
}
