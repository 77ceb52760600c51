/**
 * A small operator for soaks: each owner has one child that says what the owner says. Whatever is done to either of them, and to the
 * process, at the end there is one child for each owner, and no other.
 */
import { ignoreNotFound } from "@pintle/client";
import { ConfigMap, Secret } from "@pintle/kinds";
import { equalJson } from "@pintle/machinery";
import { type ControllerDefinition, controller } from "@pintle/runtime";

export const isOwner = { role: "owner" };
export const isChild = { role: "child" };

/** Tells of each child that is created, with the uid of its owner. */
export function soakOperator(onCreated: (ownerUid: string) => void): ControllerDefinition<typeof ConfigMap> {
  return controller(ConfigMap, { labelSelector: { matchLabels: isOwner } })
    .named("soak")
    .owns(Secret, { labelSelector: { matchLabels: isChild } })
    .withOptions({ workers: 4, reconcileTimeoutMs: 60_000 })
    .reconcile(async ({ namespace = "default", name }, { object: owner, cache, client }) => {
      const children = client.resource(Secret, { namespace });
      const child = cache.get(Secret, { namespace, name });
      const isForeign = child?.metadata.ownerReferences?.[0]?.uid !== owner?.metadata.uid;
      if (child && (owner === undefined || isForeign)) {
        await ignoreNotFound(children.delete(name, { preconditions: { uid: child.metadata.uid ?? "" } }));
      }
      if (owner === undefined) return;
      const { uid = "" } = owner.metadata;
      const data = { value: Buffer.from(owner.data?.value ?? "").toString("base64") };
      if (child === undefined || isForeign) {
        const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name, uid, controller: true }];
        await children.create({ metadata: { name, labels: isChild, ownerReferences }, data });
        onCreated(uid);
      } else if (!equalJson(child.data as never, data)) await children.update({ ...child, data });
      if (owner.metadata.annotations?.seen === owner.data?.value) return;
      const seen = { metadata: { annotations: { seen: owner.data?.value ?? "" } } };
      await client.resource(ConfigMap, { namespace }).patch(name, { merge: seen });
    });
}
