/** Gives each namespace the ServiceAccount `default`, which pods have that name no other. */
import type { Namespace, ServiceAccount } from "@pintle/kinds";
import { ApiError } from "@pintle/machinery";
import { isNamespaceEnding } from "../kit/namespace-ending.ts";
import type { PlaneController } from "../kit/plane-controller.ts";
import { runPlaneController, sourceOf } from "../kit/run-plane-controller.ts";

const name = "default";

export const serviceAccountController: PlaneController = {
  name: "service-account-controller",

  async start(context) {
    const namespaces = await context.objects.follow<Namespace>("", "namespaces");
    const accounts = await context.objects.follow<ServiceAccount>("", "serviceaccounts");
    const writer = context.writer("service-account-controller");
    return runPlaneController({
      ...{ name: "serviceaccount", context },
      sources: [
        sourceOf(namespaces, ({ type, key }) => (type === "delete" ? [] : [key])),
        sourceOf(accounts, ({ type, object }) => (type === "delete" ? [object.metadata.namespace ?? ""] : [])),
      ],
      async sync(namespace) {
        if (namespaces.getByKey(namespace)?.status?.phase !== "Active" || accounts.get(namespace, name))
          return undefined;
        try {
          await writer.create({ group: "", plural: "serviceaccounts", namespace }, { metadata: { name, namespace } });
        } catch (error) {
          if (!ApiError.is(error, "AlreadyExists") && !isNamespaceEnding(error)) throw error;
        }
        return undefined;
      },
    });
  },
};
