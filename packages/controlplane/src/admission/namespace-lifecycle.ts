/**
 * Nothing is written into a namespace that does not exist, nothing new into one that is going away, and the namespaces that Kubernetes itself
 * lives in stay.
 */
import { type AdmissionAttributes, type AdmissionChain, forbidRequest, type Storage } from "@pintle/apiserver";
import { ApiError, getOwn, isJsonObject, readJson } from "@pintle/machinery";

const immortal: ReadonlySet<string> = new Set(["default", "kube-system", "kube-public"]);

/** So many namespaces are remembered; a server with more asks the storage again now and then. */
const maxRemembered = 10_000;

export function createNamespaceLifecycle(storage: Storage): AdmissionChain {
  const remembered = new Map<string, { readonly revision: number; readonly isTerminating: boolean }>();

  /** Whether the namespace is going away, or `undefined` where there is none. It is parsed once for each of its versions. */
  async function isTerminating(name: string): Promise<boolean | undefined> {
    const { entry } = await storage.get(`/registry/namespaces/${name}`);
    if (entry === undefined) return undefined;
    const known = remembered.get(name);
    if (known?.revision === entry.revision) return known.isTerminating;
    if (remembered.size >= maxRemembered) remembered.clear();
    const found = { revision: entry.revision, isTerminating: phaseOf(entry.value) === "Terminating" };
    remembered.set(name, found);
    return found.isTerminating;
  }

  async function check(attributes: AdmissionAttributes): Promise<void> {
    const { endpoint, operation, namespace, name } = attributes;
    const { group, resource } = endpoint.groupResource;
    if (group === "" && resource === "namespaces") {
      if (operation !== "DELETE" || attributes.subresource !== "" || !immortal.has(name)) return;
      throw ApiError.forbidden(endpoint.groupResource, name, "this namespace may not be deleted");
    }
    if (namespace === "" || operation === "DELETE" || operation === "CONNECT") return;
    // Whoever asks about rights must not learn from the answer which namespaces there are.
    if (resource === "localsubjectaccessreviews" && group === "authorization.k8s.io") return;
    const isGoing = await isTerminating(namespace);
    if (isGoing === undefined) throw ApiError.notFound({ group: "", resource: "namespaces" }, namespace);
    if (isGoing && operation === "CREATE") throw terminating(attributes);
  }

  return {
    async mutate(attributes) {
      await check(attributes);
      return attributes.object;
    },
    validate: async () => {},
  };
}

function phaseOf(value: Uint8Array): unknown {
  const { value: object } = readJson(value);
  const status = isJsonObject(object) ? getOwn(object, "status") : undefined;
  return isJsonObject(status) ? getOwn(status, "phase") : undefined;
}

function terminating(attributes: AdmissionAttributes): ApiError {
  const { namespace } = attributes;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const { status } = forbidRequest(attributes, why);
  const message = `namespace ${namespace} is being terminated`;
  const causes = [{ reason: "NamespaceTerminating", message, field: "metadata.namespace" }] as const;
  return new ApiError({ ...status, details: { ...status.details, causes: [...causes] } });
}
