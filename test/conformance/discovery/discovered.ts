/** The ways in which a client asks for discovery, and what it is told when no way suits. */
import { type Answer, assertStatus, type Json } from "../answer.ts";
import type { Client } from "../client.ts";

/** The discovery of all groups in one answer, which kubectl and client-go ask for first. */
export const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** Asks for the path, accepting these media types. */
export function getAs(client: Client, accept: string, path: string, headers: Record<string, string> = {}) {
  return client.get(path, {}, { headers: { ...headers, accept } });
}

/** A group as aggregated discovery tells it, or `undefined`. */
export async function aggregatedGroup(client: Client, group: string): Promise<Json> {
  const { body } = await getAs(client, aggregated, "/apis");
  return body.items.find(({ metadata }: Json) => metadata.name === group);
}

/** A group as the list of groups tells it, or `undefined`. */
export async function listedGroup(client: Client, group: string): Promise<Json> {
  const { body } = await client.get("/apis");
  return body.groups.find(({ name }: Json) => name === group);
}

export function assertNotAcceptable(answer: Answer): void {
  assertStatus(
    answer,
    406,
    "NotAcceptable",
    "only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf",
  );
}
