/**
 * Brings the bundle of authorities into the objects that make API servers call us, and tells whether it is in all of them.
 *
 * The bundle never goes back: an object is read, then the bundle is asked for once more, and only then the object is written, provided that
 * it is still as it was read. So a replica that has not heard of a newer bundle cannot put its older one over it.
 */
import type { Client } from "@pintle/client";
import { CustomResourceDefinition, MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from "@pintle/kinds";
import { APIService } from "@pintle/kinds/apiregistration/v1";
import { type AnyKind, ApiError, type JsonObject, type JsonPatchOperation, type Logger } from "@pintle/machinery";
import { ask, callTimeoutMs, messageOf } from "./asking-the-server.ts";
import { type CalledServer, type InjectionKind, patchCaBundles } from "./ca-bundle-places.ts";
import { InjectionPace } from "./injection-pace.ts";

export interface InjectionTarget {
  readonly kind: InjectionKind;
  readonly name: string;
}

export const targetKinds = {
  mutating: MutatingWebhookConfiguration,
  validating: ValidatingWebhookConfiguration,
  definitions: CustomResourceDefinition,
  apiServices: APIService,
} as const satisfies Record<InjectionKind, AnyKind>;

export interface CaBundleInjectorOptions {
  readonly client: Client;
  readonly server: CalledServer;
  readonly targets: readonly InjectionTarget[];
  readonly logger?: Logger | undefined;
}

export interface InjectionOutcome {
  /** What stands in the way, one sentence for each object that could not be brought in order. */
  readonly problems: readonly string[];
  readonly hasWritten: boolean;
  /** When to try again what has been written too often lately; 0 when there is nothing of the kind. */
  readonly waitMs: number;
}

/** The bundle as it is in store at this moment, PEM. */
export type CurrentBundle = () => Promise<string>;

const fieldManager = "pintle-certificates";
const attempts = 3;

export class CaBundleInjector {
  readonly #options: CaBundleInjectorOptions;
  readonly #pace = new InjectionPace();
  readonly #warned = new Set<InjectionTarget>();

  constructor(options: CaBundleInjectorOptions) {
    this.#options = options;
  }

  /** One after the other. An object that does not exist is in order: it is looked at again when it appears. */
  async inject(currentBundle: CurrentBundle, bundle: string, signal: AbortSignal): Promise<InjectionOutcome> {
    const problems: string[] = [];
    let hasWritten = false;
    let waitMs = 0;
    for (const target of this.#options.targets) {
      try {
        const done = await this.#injectInto(target, currentBundle, bundle, signal);
        hasWritten ||= done.hasWritten;
        waitMs = Math.max(waitMs, done.waitMs);
        if (done.waitMs > 0)
          problems.push(`somebody else writes another caBundle into ${describe(target)} all the time`);
      } catch (error) {
        if (signal.aborted || error instanceof BundleReplacedError) throw error;
        problems.push(messageOf(error));
      }
    }
    return { problems, hasWritten, waitMs };
  }

  async #injectInto(
    target: InjectionTarget,
    currentBundle: CurrentBundle,
    bundle: string,
    signal: AbortSignal,
  ): Promise<{ readonly hasWritten: boolean; readonly waitMs: number }> {
    const { client, server } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      const object = await this.#read(target, signal);
      const { places, operations } = object
        ? patchCaBundles(target.kind, object, server, bundle)
        : { places: 1, operations: [] };
      if (places === 0) this.#warnOfNobody(target);
      if (operations.length === 0) return { hasWritten: false, waitMs: 0 };
      const waitMs = this.#pace.waitMs(describe(target), bundle, client.clock.monotonic());
      if (waitMs > 0) return { hasWritten: false, waitMs };
      if ((await currentBundle()) !== bundle) throw new BundleReplacedError();
      try {
        await this.#write(target, operations, bundle, signal);
        return { hasWritten: true, waitMs: 0 };
      } catch (error) {
        // A test of the patch did not hold: another replica was here first, or somebody has changed the object.
        if (attempt === attempts || !ApiError.is(error, "Invalid", "Conflict", "NotFound")) throw error;
      }
    }
  }

  async #read({ kind, name }: InjectionTarget, signal: AbortSignal): Promise<JsonObject | undefined> {
    const { client } = this.#options;
    try {
      const found = await ask("get", { kind: targetKinds[kind], name }, () =>
        client.resource(targetKinds[kind] as AnyKind).get(name, { signal, timeoutMs: callTimeoutMs }),
      );
      return found as unknown as JsonObject;
    } catch (error) {
      if (ApiError.is(error, "NotFound")) return undefined;
      throw error;
    }
  }

  async #write(
    target: InjectionTarget,
    operations: readonly JsonPatchOperation[],
    bundle: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { client, logger } = this.#options;
    const { kind, name } = target;
    const options = { fieldManager, signal, timeoutMs: callTimeoutMs };
    await ask("patch", { kind: targetKinds[kind], name }, () =>
      client.resource(targetKinds[kind] as AnyKind).patch(name, { json: operations }, options),
    );
    logger?.info("authorities injected", { kind: targetKinds[kind].kind, name });
    if (this.#pace.note(describe(target), bundle, client.clock.monotonic())) {
      const remedy = "let nobody else manage this field: no cert-manager annotation, no caBundle in what is applied";
      logger?.warn(`somebody else writes the caBundle too; ${remedy}`, { kind: targetKinds[kind].kind, name });
    }
  }

  #warnOfNobody(target: InjectionTarget): void {
    if (this.#warned.has(target)) return;
    this.#warned.add(target);
    const { server, logger } = this.#options;
    const { service, names } = server;
    const expected = service ? `the Service ${service.namespace}/${service.name}` : names.join(", ");
    logger?.warn(`nothing in ${describe(target)} calls ${expected}, so no caBundle is set there`);
  }
}

/** Another replica has put a newer bundle in store: what was about to be written is of yesterday. */
export class BundleReplacedError extends Error {
  constructor() {
    super("the authorities have changed meanwhile");
  }

  static {
    BundleReplacedError.prototype.name = "BundleReplacedError";
  }
}

function describe({ kind, name }: InjectionTarget): string {
  return `the ${targetKinds[kind].kind} ${name}`;
}
