/**
 * Controllers as parts of a manager: what fills the queue and what empties it start at different times where this process stands by.
 *
 * ```text
 *   stands by warm     others: sources ──▶ elected ──▶ leader: workers
 *   stands by cold                         elected ──▶ leader: sources, then workers
 *   needs no leader    others: sources, then workers
 * ```
 */
import { type AnyKind, UsageError, untilAborted } from "@pintle/machinery";
import { checkOptions } from "../controller/controller.ts";
import type { ControllerDefinition, ControllerOptions } from "../controller/controller-definition.ts";
import type { Controller, ControllerEnvironment } from "../controller/controller-environment.ts";
import { createController } from "../controller/create-controller.ts";
import type { Part, PartContext, RunningPart } from "./part.ts";

export class ControllerParts {
  readonly #environmentOf: (cluster: string | undefined) => ControllerEnvironment;
  readonly #warmStandby: boolean;
  readonly #defaults: ControllerOptions;
  readonly #controllers = new Map<string, Controller>();

  constructor(
    environmentOf: (cluster: string | undefined) => ControllerEnvironment,
    warmStandby: boolean,
    defaults: ControllerOptions,
  ) {
    this.#environmentOf = environmentOf;
    this.#warmStandby = warmStandby;
    this.#defaults = checkOptions(defaults);
  }

  /** `controller namespace/name` for whatever is worked on now, or has taken long and ended since. */
  keysSince(sinceMs: number): readonly string[] {
    return Array.from(this.#controllers.values()).flatMap((controller) =>
      controller.keysSince(sinceMs).map((key) => `${controller.name} ${key}`),
    );
  }

  /** Metrics and logs are told apart by the name, so it is taken once. */
  partsOf<K extends AnyKind>(definition: ControllerDefinition<K>, cluster: string | undefined): readonly Part[] {
    const { name } = definition;
    if (this.#controllers.has(name)) {
      throw new UsageError(
        "PINTLE_CONTROLLER_NAME_TAKEN",
        `there is a controller ${JSON.stringify(name)} in this manager already: give one of them another name with .named()`,
      );
    }
    const options = { ...this.#defaults, ...definition.options };
    const controller = createController({ ...definition, options }, this.#environmentOf(cluster));
    this.#controllers.set(name, controller);
    if (!controller.needsLeader) return [wholePart(controller, "others")];
    if (!(controller.warmStandby ?? this.#warmStandby)) return [wholePart(controller, "leader")];
    return warmParts(controller);
  }
}

function wholePart(controller: Controller, group: "others" | "leader"): Part {
  return {
    name: controller.name,
    group,
    async start({ signal, fence }): Promise<RunningPart> {
      const sources = await controller.startSources({ signal });
      const workers = controller.startWorkers(fence);
      return {
        ...(workers.ended && { ended: workers.ended }),
        async stop(options) {
          await workers.stop(options);
          await sources.stop(options);
        },
      };
    },
  };
}

function warmParts(controller: Controller): readonly Part[] {
  const { name } = controller;
  const listening = Promise.withResolvers<void>();
  return [
    {
      name: `sources of ${name}`,
      group: "others",
      async start({ signal }) {
        const sources = await controller.startSources({ signal });
        listening.resolve();
        return sources;
      },
    },
    {
      name,
      group: "leader",
      // A controller that is added to a leader has both of its parts started at once.
      async start({ signal, fence }: PartContext) {
        await untilAborted(listening.promise, signal);
        return controller.startWorkers(fence);
      },
    },
  ];
}
