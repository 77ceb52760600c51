/** What of the plane around them controllers are made with. */
import type { JsonObject } from "@pintle/machinery";
import type { NodeControllerOptions } from "./nodes/node-controllers.ts";

export interface ControllerParts extends NodeControllerOptions {
  /** The authorities of the server's certificate, PEM. */
  readonly rootCa: string;
  /** A token for a ServiceAccount that is good as long as a Secret of that name holds it. */
  readonly issueSecretToken: (account: JsonObject, secretName: string) => Promise<string>;
}
