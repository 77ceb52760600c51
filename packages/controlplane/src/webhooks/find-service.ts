/** Where a Service is found by the server itself, which has no DNS of the cluster: at its address. */
import { ApiError } from "@pintle/machinery";
import type { ObjectAccess } from "../builtin/built-in-options.ts";
import { textAt } from "../builtin/json-fields.ts";

export function findServiceIn(objects: Pick<ObjectAccess, "get">) {
  return async (namespace: string, name: string): Promise<{ readonly host: string }> => {
    try {
      const service = await objects.get({ group: "", plural: "services", namespace, name });
      return { host: textAt(service, "spec.clusterIP") };
    } catch (error) {
      throw ApiError.is(error, "NotFound") ? new Error(`service "${name}" not found`) : error;
    }
  };
}
