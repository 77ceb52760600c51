/**
 * The way from the API server to the webhooks of whichever life of the operators is the present one. A life that was killed has not closed its
 * door behind it, so that each gets one of its own.
 */
import type { ControlPlaneOptions } from "@pintle/controlplane";
import { createInProcessWebhooks, type InProcessWebhooks } from "pintle";

export class WebhookDoor {
  #present: InProcessWebhooks = createInProcessWebhooks();

  /** For the plane, which keeps ways that it has found. */
  readonly connect: NonNullable<ControlPlaneOptions["connectWebhook"]> = (webhook) => {
    const found = this.#present.connect(webhook);
    if (found === undefined) return undefined;
    const { url } = found;
    return { url, transport: { request: async (request) => await this.#transportTo(url).request(request) } };
  };

  /** For the next life. What was served before is not any more. */
  renew(): InProcessWebhooks {
    this.#present = createInProcessWebhooks();
    return this.#present;
  }

  #transportTo(url: string) {
    const found = this.#present.connect({ url });
    if (found === undefined) throw new Error(`no webhook of this process is at ${url}`);
    return found.transport;
  }
}
