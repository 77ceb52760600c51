/** A server of the test's own and a client of it, which end together. */
import { createClient, type PodStreams } from "@pintle/client";
import { type StreamServerHandlers, startStreamServer } from "./kubelet-like.ts";

export interface StreamingPods extends AsyncDisposable {
  readonly pods: PodStreams;
}

/** The function is given each request to switch protocols. */
export function serveStreams(upgrade: StreamServerHandlers["upgrade"]): Promise<StreamingPods> {
  return serve({ upgrade });
}

/** The function is given each plain request. */
export function serveRequests(request: StreamServerHandlers["request"]): Promise<StreamingPods> {
  return serve({ request });
}

async function serve(handlers: StreamServerHandlers): Promise<StreamingPods> {
  const server = await startStreamServer(handlers);
  const client = createClient(server.config);
  return {
    pods: client.pods,
    async [Symbol.asyncDispose]() {
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}
