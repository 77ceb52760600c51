/** What tests look at: objects as the API gives them, and what was told of them. */
import type { Client } from "@pintle/client";
import { parseObjectKey } from "@pintle/machinery";
import { eventsOf } from "./events-of.ts";
import { readReference } from "./object-reference.ts";
import type { TestPlane } from "./test-plane.ts";

export function createObjectReads(client: Client): Pick<TestPlane, "get" | "list" | "events"> {
  return {
    async get(kind, key) {
      const { name, namespace } = typeof key === "string" ? parseObjectKey(key) : key;
      // Who asks for an object of cluster scope by a namespace is told so by the client.
      return (await client.resource(kind, placeOf(namespace) as object).get(name)) as never;
    },
    async list(kind, { namespace, labelSelector } = {}) {
      const objects = client.resource(kind, placeOf(namespace) as object);
      const { items } = await objects.list(labelSelector === undefined ? {} : { labelSelector });
      return items as never;
    },
    events: async (object) => eventsOf(client, readReference(object)),
  };
}

function placeOf(namespace: string | undefined): { readonly namespace?: string } {
  return namespace === undefined ? {} : { namespace };
}
