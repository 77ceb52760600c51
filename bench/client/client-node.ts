/** `@kubernetes/client-node`, as its documents show it. */
import { AppsV1Api, KubeConfig, Watch } from "@kubernetes/client-node";
import { type CreateBenchClient, deploymentsPath } from "./bench-client.ts";

export const createClientNode: CreateBenchClient = async ({ url, ca, token, namespace }) => {
  const config = new KubeConfig();
  config.loadFromClusterAndUser(
    { name: "bench", server: url, caData: Buffer.from(ca).toString("base64"), skipTLSVerify: false },
    { name: "bench", token },
  );
  const apps = config.makeApiClient(AppsV1Api);
  return {
    async get(name) {
      await apps.readNamespacedDeployment({ name, namespace });
    },
    list: async () => (await apps.listNamespacedDeployment({ namespace })).items.length,
    async watch(events) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      let seen = 0;
      const count = () => {
        seen += 1;
        if (seen === events) resolve();
      };
      const done = (error: unknown) => (seen >= events ? resolve() : reject(error));
      const controller = await new Watch(config).watch(deploymentsPath(namespace), {}, count, done);
      await promise;
      controller.abort();
    },
    close: async () => {},
  };
};
