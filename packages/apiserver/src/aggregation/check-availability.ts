/** Whether the server behind an APIService can be reached: its Service is there, leads somewhere, and the server knows the group's version. */
import { type Clock, getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import { decodeStored } from "../registry/stored-object.ts";
import type { Storage } from "../storage/storage.ts";
import type { ApiService, Availability, ServiceReference } from "./api-service.ts";
import type { BackendPool } from "./backend.ts";
import { fetchFromBackend } from "./fetch-from-backend.ts";

export interface AvailabilityOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly backends: BackendPool;
}

const timeoutMs = 5_000;
/** Nobody reads the answer; it only has to come. */
const maxAnswerBytes = 16 * 1024 * 1024;

export const servicePrefix = "/registry/services/";
export const slicePrefix = "/registry/endpointslices/";
export const serviceNameLabel = "kubernetes.io/service-name";

/** Of one that is not local. */
export async function checkAvailability(apiService: ApiService, options: AvailabilityOptions): Promise<Availability> {
  const { service } = apiService;
  if (service === undefined) throw new Error("a local APIService is always available");
  return (await complainOfService(service, options.storage)) ?? (await askServer(apiService, options));
}

async function complainOfService(service: ServiceReference, storage: Storage): Promise<Availability | undefined> {
  const { namespace, name, port } = service;
  const where = `service/${name} in "${namespace}"`;
  const { entry } = await storage.get(`${servicePrefix}${namespace}/${name}`);
  if (entry === undefined) return unavailable("ServiceNotFound", `${where} is not present`);
  const spec = getOwn(decodeStored(entry), "spec");
  if (!isJsonObject(spec) || spec.type !== "ClusterIP") return undefined;
  const found = objectsIn(spec, "ports").find((each) => each.port === port);
  if (found === undefined) return unavailable("ServicePortError", `${where} is not listening on port ${port}`);
  const slices = await listSlices(storage, namespace, name);
  if (slices.length === 0) return unavailable("EndpointsNotFound", `cannot find endpointslices for ${where}`);
  const portName = typeof found.name === "string" ? found.name : "";
  if (slices.some((slice) => hasReadyEndpoint(slice, portName))) return undefined;
  const message = `endpointslices for ${where} have no addresses with port name "${portName}"`;
  return unavailable("MissingEndpoints", message);
}

async function listSlices(storage: Storage, namespace: string, service: string): Promise<JsonObject[]> {
  const { entries } = await storage.list({ prefix: `${slicePrefix}${namespace}/` });
  return entries.map(decodeStored).filter((slice) => serviceOfSlice(slice) === service);
}

/** The Service that an EndpointSlice belongs to. */
export function serviceOfSlice(slice: JsonObject): string | undefined {
  const metadata = getOwn(slice, "metadata");
  const labels = isJsonObject(metadata) ? getOwn(metadata, "labels") : undefined;
  const service = isJsonObject(labels) ? getOwn(labels, serviceNameLabel) : undefined;
  return typeof service === "string" ? service : undefined;
}

function hasReadyEndpoint(slice: JsonObject, portName: string): boolean {
  const isReady = objectsIn(slice, "endpoints").some(
    ({ conditions }) => !isJsonObject(conditions) || (conditions.ready ?? true) === true,
  );
  return isReady && objectsIn(slice, "ports").some(({ name, port }) => name === portName && typeof port === "number");
}

/** Any server must answer for the versions that it serves, and quickly. */
async function askServer(apiService: ApiService, { backends, clock }: AvailabilityOptions): Promise<Availability> {
  const { group, version } = apiService;
  const path = `/apis/${group}/${version}`;
  try {
    const { backend, address } = await backends.resolve(apiService);
    const url = `https://${address}${path}`;
    const why = await complainOfAnswer(url, () =>
      fetchFromBackend({ backend, address, path, clock, timeoutMs, maxBytes: maxAnswerBytes }),
    );
    if (why !== undefined)
      return unavailable("FailedDiscoveryCheck", `failing or missing response from ${url}: ${why}`);
  } catch (error) {
    return unavailable("FailedDiscoveryCheck", messageOf(error));
  }
  return { status: "True", reason: "Passed", message: "all checks passed" };
}

async function complainOfAnswer(url: string, ask: () => Promise<{ status: number }>): Promise<string | undefined> {
  try {
    const { status } = await ask();
    return status >= 200 && status < 300 ? undefined : `bad status from ${url}: ${status}`;
  } catch (error) {
    return `Get "${url}": ${messageOf(error)}`;
  }
}

function unavailable(reason: string, message: string): Availability {
  return { status: "False", reason, message };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function objectsIn(object: JsonObject, key: string): JsonObject[] {
  const value = getOwn(object, key);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
