/** A view of a client for those who may write only for a while: reads go on until the fence closes, writes are asked about one by one. */
import type { Client } from "@pintle/client";
import type { Fence } from "./fence.ts";

/** For parts of one's own: `start({ fence }) { const client = fenceClient(manager.client, fence); … }`. */
export function fenceClient(client: Client, fence: Fence): Client {
  return client.intercept({
    signal: fence.signal,
    beforeSend({ method }) {
      if (method !== "GET" && method !== "HEAD") fence.check();
    },
  });
}
