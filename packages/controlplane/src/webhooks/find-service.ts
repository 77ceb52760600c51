/** Where a Service is found by the server itself, which has no DNS of the cluster: at its address, or at the name it stands for. */
import { ApiError, type JsonObject } from "@pintle/machinery";
import type { ObjectAccess } from "../builtin/built-in-options.ts";
import { numberAt, objectsAt, textAt } from "../builtin/json-fields.ts";

/** Throws an `Error` in upstream's words for a Service that leads nowhere. */
export function findServiceIn(objects: Pick<ObjectAccess, "get">) {
  return async (namespace: string, name: string, port: number): Promise<{ readonly host: string }> => {
    try {
      return { host: hostOf(await objects.get({ group: "", plural: "services", namespace, name }), name, port) };
    } catch (error) {
      throw ApiError.is(error, "NotFound") ? new Error(`service "${name}" not found`) : error;
    }
  };
}

function hostOf(service: JsonObject, name: string, port: number): string {
  const [type, clusterIp] = [textAt(service, "spec.type"), textAt(service, "spec.clusterIP")];
  if (type === "ExternalName") return textAt(service, "spec.externalName");
  if (clusterIp === "None") throw new Error(`cannot route to service with ClusterIP "None"`);
  if (objectsAt(service, "spec.ports").some((each) => numberAt(each, "port") === port)) return clusterIp;
  throw new Error(`no service port ${port} found for service "${name}"`);
}
