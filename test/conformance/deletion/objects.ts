/** Owners and dependents, and how a test waits for what the garbage collector does. */
import { randomUUID } from "node:crypto";
import { assertAnswer, type Json } from "../answer.ts";
import { type Client, uniqueName } from "../client.ts";
import { eventually } from "../eventually.ts";

export interface Made {
  readonly name: string;
  readonly path: string;
  readonly body: Json;
}

export const containers = [{ name: "main", image: "busybox:1.36" }];

/** Creates the object under a name that nothing else has, unless the metadata say another. */
export async function make(client: Client, collection: string, metadata: Json = {}, rest: Json = {}): Promise<Made> {
  const name = metadata.name ?? uniqueName("a");
  const answer = await client.create(collection, { ...rest, metadata: { ...metadata, name } });
  assertAnswer(answer, 201);
  return { name, path: `${collection}/${name}`, body: answer.body };
}

export function reference({ body }: Made, rest: Json = {}): Json {
  const { apiVersion, kind, metadata } = body;
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid, ...rest };
}

/** A reference to a ConfigMap that there never was. */
export function absentReference(): Json {
  return { apiVersion: "v1", kind: "ConfigMap", name: uniqueName("absent"), uid: randomUUID() };
}

export async function untilGone(client: Client, path: string, withinMs?: number): Promise<void> {
  await eventually(async () => assertAnswer(await client.get(path), 404), withinMs);
}

/** Waits until the garbage collector has dealt with something that came later than all that the test did before. */
export async function untilCollected(client: Client, configMaps: string): Promise<void> {
  const { path } = await make(client, configMaps, { ownerReferences: [absentReference()] });
  await untilGone(client, path);
}
