/** The parts of a control plane and how they are, as old clients ask for it. All that there is here is this process, which answers. */
import type { CustomStorage } from "@pintle/apiserver";
import { ApiError, type JsonObject } from "@pintle/machinery";

const names = ["controller-manager", "etcd-0", "scheduler"];

function statusOf(name: string): JsonObject {
  return {
    kind: "ComponentStatus",
    apiVersion: "v1",
    metadata: { name },
    conditions: [{ type: "Healthy", status: "True", message: "ok" }],
  };
}

export const componentStatuses: CustomStorage = {
  get: async ({ name }) => {
    if (!names.includes(name)) throw ApiError.notFound({ group: "", resource: "componentstatus" }, name);
    return statusOf(name);
  },
  list: async () => ({ items: names.map(statusOf), resourceVersion: "" }),
};
