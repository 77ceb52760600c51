/** The plane's own way to stored objects: requests to itself, so that they have all that a request brings with it, and past that where need be. */
import { decodeStored, encodeStored, type Storage } from "@pintle/apiserver";
import { ApiError, isJsonObject, type JsonObject, type Status, type Transport } from "@pintle/machinery";
import { requestJson } from "./bootstrap/request-json.ts";
import type { ObjectAccess, ObjectPlace } from "./builtin/built-in-options.ts";

/** As often as a change is tried when others come first. */
const maxAttempts = 20;

/** `transport` is asked for late, because the server comes after the kinds that it serves. */
export function createObjectAccess(
  storage: Storage,
  transport: () => Transport,
  versionOf: (group: string) => string,
): ObjectAccess {
  const pathOf = ({ group, plural, namespace, name }: ObjectPlace) => {
    const version = versionOf(group);
    const start = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
    return `${start}${namespace === "" ? "" : `/namespaces/${namespace}`}/${plural}${name === "" ? "" : `/${name}`}`;
  };
  const ask = async (method: string, path: string, body?: JsonObject, isDryRun = false): Promise<JsonObject> => {
    const answer = await requestJson(transport(), method, path, body, isDryRun ? { dryRun: "All" } : {});
    if (!isJsonObject(answer.body)) throw ApiError.internalError(`${method} ${path} gave no object`);
    if (answer.status >= 400) throw new ApiError(answer.body as unknown as Status);
    return answer.body;
  };
  return {
    get: (place) => ask("GET", pathOf(place)),
    async rewrite({ group, plural, namespace, name }, change, isDryRun) {
      const key = `/registry/${plural}/${namespace}/${name}`;
      for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
        const { entry } = await storage.get(key);
        if (entry === undefined) throw ApiError.notFound({ group, resource: plural }, name);
        const value = encodeStored(change(decodeStored(entry)), "declared");
        if (isDryRun || (await storage.swap(key, entry.revision, value)).isDone) return;
      }
      throw ApiError.serverTimeout({ group, resource: plural }, "update", 1);
    },
    async delete(place, options, isDryRun) {
      await ask("DELETE", pathOf(place), options, isDryRun);
    },
    async list(group, plural) {
      const { items } = await ask("GET", pathOf({ group, plural, namespace: "", name: "" }));
      return Array.isArray(items) ? items.filter(isJsonObject) : [];
    },
  };
}
