/** The node of a pod. Nodes are large and change all the time, so that one is read when it is needed, and none is followed. */
import { decodeStored, type Storage } from "@pintle/apiserver";
import type { JsonObject } from "@pintle/machinery";

export async function readNode(storage: Storage, name: string): Promise<JsonObject | undefined> {
  const { entry } = await storage.get(`/registry/nodes/${name}`);
  return entry && decodeStored(entry);
}
