/**
 * An APIService as it lies in storage: which version of a group is served by whom, and whether that works.
 *
 * Its types have been checked when it was decoded; whether anything is there has not.
 */
import { equalJson, formatTime, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";

export interface ApiService {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly labels: JsonObject;
  readonly spec: JsonObject;
  readonly group: string;
  readonly version: string;
  readonly groupPriorityMinimum: number;
  readonly versionPriority: number;
  /** Who serves it; the server itself where there is none. */
  readonly service?: ServiceReference;
  /** Base64 of PEM. */
  readonly caBundle?: string;
  readonly skipsVerification: boolean;
  readonly conditions: readonly JsonObject[];
  readonly isAvailable: boolean;
}

export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/** A condition without its time. */
export interface Availability {
  readonly status: "True" | "False" | "Unknown";
  readonly reason: string;
  readonly message: string;
}

export const localAvailability: Availability = {
  status: "True",
  reason: "Local",
  message: "Local APIServices are always available",
};

export function toApiService(object: JsonObject): ApiService {
  const metadata = objectIn(object, "metadata");
  const spec = objectIn(object, "spec");
  const service = getOwn(spec, "service");
  const caBundle = textIn(spec, "caBundle");
  const listed = getOwn(objectIn(object, "status"), "conditions");
  const conditions = (Array.isArray(listed) ? listed : []).filter(isJsonObject);
  return {
    name: textIn(metadata, "name"),
    uid: textIn(metadata, "uid"),
    resourceVersion: textIn(metadata, "resourceVersion"),
    labels: objectIn(metadata, "labels"),
    spec,
    group: textIn(spec, "group"),
    version: textIn(spec, "version"),
    groupPriorityMinimum: numberIn(spec, "groupPriorityMinimum", 0),
    versionPriority: numberIn(spec, "versionPriority", 0),
    ...(isJsonObject(service) && { service: toReference(service) }),
    ...(caBundle !== "" && { caBundle }),
    skipsVerification: getOwn(spec, "insecureSkipTLSVerify") === true,
    conditions,
    isAvailable: findAvailable(conditions)?.status === "True",
  };
}

function toReference(service: JsonObject): ServiceReference {
  return {
    namespace: textIn(service, "namespace"),
    name: textIn(service, "name"),
    port: numberIn(service, "port", 443),
  };
}

/** The conditions with this one in its place, or `undefined` where it says nothing new. Its time is that of its status. */
export function withAvailability(
  { conditions }: ApiService,
  { status, reason, message }: Availability,
  nowMs: number,
): JsonObject[] | undefined {
  const known = findAvailable(conditions);
  const isSameStatus = known?.status === status;
  const time: JsonValue = (isSameStatus && known.lastTransitionTime) || formatTime(nowMs);
  const condition: JsonObject = { type: "Available", status, lastTransitionTime: time, reason, message };
  if (known && equalJson(known, condition)) return undefined;
  return known ? conditions.map((each) => (each === known ? condition : each)) : [...conditions, condition];
}

function findAvailable(conditions: readonly JsonObject[]): JsonObject | undefined {
  return conditions.find(({ type }) => type === "Available");
}

function objectIn(object: JsonObject, key: string): JsonObject {
  const value = getOwn(object, key);
  return isJsonObject(value) ? value : {};
}

function textIn(object: JsonObject, key: string): string {
  const value = getOwn(object, key);
  return typeof value === "string" ? value : "";
}

function numberIn(object: JsonObject, key: string, otherwise: number): number {
  const value = getOwn(object, key);
  return typeof value === "number" ? value : otherwise;
}
