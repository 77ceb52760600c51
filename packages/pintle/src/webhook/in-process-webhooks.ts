/**
 * Webhooks within a process: an API server that is in it as well asks them without a port and without certificates.
 *
 * ```ts
 * const inProcess = createInProcessWebhooks();
 * await using plane = await startControlPlane({ connectWebhook: inProcess.connect, … });
 * await using running = await startOperators(parts, { webhooks: { by: "in-process", inProcess }, … });
 * ```
 *
 * Both sides are given the same value; whoever starts first waits for nobody. While nobody answers, questions fail as they would on a network.
 */
import { type Transport, UsageError } from "@pintle/machinery";

export interface InProcessWebhooks {
  /** What URLs of webhooks begin with, by which the API server knows them. No network has such a name. */
  readonly origin: string;
  /** The way to a webhook of this process; nothing for any other. It is what `connectWebhook` of an embedded plane takes. */
  readonly connect: (webhook: { readonly url?: string }) => InProcessConnection | undefined;
  /** Questions go there until the result is disposed. */
  serve(webhooks: Transport): Disposable;
}

export interface InProcessConnection {
  readonly transport: Transport;
  readonly url: string;
}

const origin = "https://in-process.invalid";

export function createInProcessWebhooks(): InProcessWebhooks {
  let serving: Transport | undefined;
  const transport: Transport = {
    async request(request) {
      if (serving !== undefined) return await serving.request(request);
      throw new Error("dial in-process.invalid: connect: connection refused");
    },
  };
  return {
    origin,
    connect: ({ url }) => (url?.startsWith(`${origin}/`) ? { transport, url } : undefined),
    serve(webhooks) {
      if (serving !== undefined) {
        throw new UsageError(
          "PINTLE_WEBHOOKS_SERVED",
          "these webhooks are served already: stop the program that serves them, or call createInProcessWebhooks() once for each program",
        );
      }
      serving = webhooks;
      return {
        [Symbol.dispose]() {
          if (serving === webhooks) serving = undefined;
        },
      };
    },
  };
}
