/** The clusters that a manager works with: its own, and others by their names, each with informers of its own. */
import type { Client } from "@pintle/client";
import { type Logger, UsageError } from "@pintle/machinery";
import { createInformers } from "../informers/create-informers.ts";
import type { HealthChecks } from "./health/health-checks.ts";
import { checkInformers } from "./health/informer-check.ts";
import { createInformersPart } from "./informers-part.ts";
import type { Cluster, ManagerOptions } from "./manager.ts";
import type { Part } from "./part.ts";

export class Clusters {
  readonly own: Cluster;
  readonly others: Readonly<Record<string, Cluster>>;

  constructor({ client, clusters = {}, informers }: ManagerOptions, logger: Logger) {
    const connect = (to: Client): Cluster => ({ client: to, informers: createInformers(to, { ...informers, logger }) });
    this.own = connect(client);
    this.others = Object.fromEntries(Object.entries(clusters).map(([name, to]) => [name, connect(to)]));
  }

  get(name: string): Cluster {
    const found = Object.hasOwn(this.others, name) ? this.others[name] : undefined;
    if (found !== undefined) return found;
    const known = Object.keys(this.others).join(", ") || "none";
    throw new UsageError(
      "PINTLE_CLUSTER_UNKNOWN",
      `there is no cluster ${JSON.stringify(name)}: give its client to createManager in clusters; there are: ${known}`,
    );
  }

  /** What starts and stops the informers. */
  parts(): readonly Part[] {
    return [
      createInformersPart("informers", this.own.informers, this.own.client.clock),
      ...Object.entries(this.others).map(([name, { client, informers }]) =>
        createInformersPart(`informers of ${name}`, informers, client.clock),
      ),
    ];
  }

  addChecks(ready: HealthChecks): void {
    ready.add("informers", checkInformers(this.own.informers));
    for (const [name, { informers }] of Object.entries(this.others)) {
      ready.add(`informers-${name}`, checkInformers(informers));
    }
  }
}
