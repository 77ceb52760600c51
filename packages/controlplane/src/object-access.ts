/** The plane's own way to stored objects: requests to itself, so that they have all that a request brings with it, and past that where need be. */
import { type ApiServer, type DeletionSeams, decodeStored, deleteUnadmitted, encodeStored } from "@pintle/apiserver";
import { ApiError, isJsonObject, type JsonObject, type Status } from "@pintle/machinery";
import { requestJson } from "./bootstrap/request-json.ts";
import type { ObjectAccess, ObjectPlace } from "./builtin/built-in-options.ts";

/** As often as a change is tried when others come first. */
const maxAttempts = 20;

/** The server is asked for late, because it comes after the kinds that it serves. */
export function createObjectAccess(
  seams: DeletionSeams,
  server: () => Pick<ApiServer, "loopback" | "registry">,
  versionOf: (group: string) => string,
): ObjectAccess {
  const { storage } = seams;
  const pathOf = ({ group, plural, namespace, name }: ObjectPlace) => {
    const version = versionOf(group);
    const start = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
    return `${start}${namespace === "" ? "" : `/namespaces/${namespace}`}/${plural}${name === "" ? "" : `/${name}`}`;
  };
  const ask = async (path: string): Promise<JsonObject> => {
    const answer = await requestJson(server().loopback, "GET", path);
    if (!isJsonObject(answer.body)) throw ApiError.internalError(`GET ${path} gave no object`);
    if (answer.status >= 400) throw new ApiError(answer.body as unknown as Status);
    return answer.body;
  };
  return {
    get: (place) => ask(pathOf(place)),
    async rewrite({ group, plural, namespace, name }, change, isDryRun) {
      const key = `/registry/${plural}/${namespace}/${name}`;
      const { arrange = (object: JsonObject) => object } =
        server().registry.find(group, versionOf(group), plural)?.version ?? {};
      for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
        const { entry } = await storage.get(key);
        if (entry === undefined) throw ApiError.notFound({ group, resource: plural }, name);
        const value = encodeStored(arrange(change(decodeStored(entry))), "declared");
        if (isDryRun) return `${entry.revision}`;
        const result = await storage.swap(key, entry.revision, value);
        if (result.isDone) return `${result.revision}`;
      }
      throw ApiError.serverTimeout({ group, resource: plural }, "update", 1);
    },
    async delete({ group, plural, namespace, name }, options, isDryRun) {
      const endpoint = server().registry.find(group, versionOf(group), plural);
      if (!endpoint) throw ApiError.notFound({ group, resource: plural }, name);
      await deleteUnadmitted(
        seams,
        { endpoint, namespace, name },
        isDryRun ? { ...options, dryRun: ["All"] } : options,
      );
    },
    async list(group, plural, namespace = "") {
      const { items } = await ask(pathOf({ group, plural, namespace, name: "" }));
      return Array.isArray(items) ? items.filter(isJsonObject) : [];
    },
  };
}
