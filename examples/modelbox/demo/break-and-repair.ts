/** Does to the children of a box what people do by mistake, and watches how they are put right. */
import type { Client } from "@pintle/client";
import { Deployment, Pod, Service } from "pintle/kinds";
import type { Box } from "../model-box.ts";
import type { Screen } from "./screen.ts";
import { until, untilPodsAreReady } from "./until.ts";

export interface Broken {
  readonly screen: Screen;
  readonly signal: AbortSignal;
}

export async function breakAndRepair(client: Client, box: Box, { screen, signal }: Broken): Promise<void> {
  const { name = "" } = box.metadata;
  const { name: serviceName = name, image, replicas } = box.spec;
  const labelSelector = `modelbox=${name}`;
  const service = await client.resource(Service).get(serviceName);
  const [pod] = (await client.resource(Pod).list({ labelSelector, limit: 1 })).items;

  screen.step(`Breaking it: the Service ${serviceName} and the pod ${pod?.metadata.name} go, the Deployment is edited`);
  await client.resource(Service).delete(serviceName);
  await client.resource(Pod).delete(pod?.metadata.name ?? "");
  await client.resource(Deployment).patch(name, {
    strategic: {
      spec: { replicas: 1, template: { spec: { containers: [{ name: serviceName, image: "mistake:1" }] } } },
    },
  });

  await until(client, Service, {
    ...{ name: serviceName, signal },
    isSo: ({ metadata }) => metadata.uid !== service.metadata.uid,
  });
  screen.done(`Service ${serviceName} is back`);
  await until(client, Deployment, {
    ...{ name, signal },
    isSo: ({ spec }) => spec?.replicas === replicas && spec?.template.spec?.containers[0]?.image === image,
  });
  screen.done(`Deployment ${name} has ${replicas} replicas of ${image} again`);
  await untilPodsAreReady(client, { labelSelector, count: replicas, without: pod?.metadata.uid, signal });
  screen.done(`${replicas} pods are ready, and the one that was deleted is none of them`);
}
