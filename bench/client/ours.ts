/** `@pintle/client`, as published. */
import { createClient } from "@pintle/client";
import { Deployment } from "@pintle/kinds/apps/v1";
import type { CreateBenchClient } from "./bench-client.ts";

export const createOurs: CreateBenchClient = async ({ url, ca, token, namespace }) => {
  const client = createClient({
    server: url,
    namespace,
    trust: { read: async () => ca },
    credentials: { get: async () => ({ authorization: `Bearer ${token}` }), refuse: () => {} },
  });
  const deployments = client.resource(Deployment);
  return {
    async get(name) {
      await deployments.get(name);
    },
    list: async () => (await deployments.list()).items.length,
    async watch(events) {
      let seen = 0;
      for await (const { type } of deployments.watch()) {
        if (type === "ADDED") seen += 1;
        if (seen >= events) break;
      }
    },
    close: () => client.close(),
  };
};
