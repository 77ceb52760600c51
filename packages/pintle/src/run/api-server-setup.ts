/**
 * Has the API server ask the webhooks of a program that runs outside of the cluster, or in the same process as the server, and no longer when the
 * program stops: what is left behind would refuse every write.
 *
 * What somebody has installed for a Service is not touched.
 */
import { type Client, ignoreNotFound } from "@pintle/client";
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from "@pintle/kinds/admissionregistration/v1";
import type { Logger } from "@pintle/machinery";
import { type WebhookConfiguration, webhookConfigurations } from "../webhook/webhook-configurations.ts";
import type { UrlPlace } from "../webhook/webhook-place.ts";
import { convertedResourcesOf } from "../webhook/webhooks-of.ts";
import { installConversion, removeConversion } from "./conversion-setup.ts";
import { deployedProgramError } from "./deployed-program-error.ts";
import type { ProgramParts } from "./program-parts.ts";

export interface ApiServerSetupOptions {
  readonly client: Client;
  readonly logger: Logger;
  readonly parts: ProgramParts;
  /** Of the program, and of both configurations. */
  readonly name: string;
  /** Where the program keeps what it needs to start, if it keeps anything: webhooks must not stand in its way there. */
  readonly ownNamespace?: string;
}

interface Waiting {
  readonly signal: AbortSignal;
}

const fieldManager = "pintle-webhooks";
const kinds = [MutatingWebhookConfiguration, ValidatingWebhookConfiguration] as const;
type ConfigurationKind = (typeof kinds)[number];

export class ApiServerSetup {
  readonly #options: ApiServerSetupOptions;
  #place: UrlPlace | undefined;

  constructor(options: ApiServerSetupOptions) {
    this.#options = options;
  }

  /** Also again, when the place or its authority has changed. Conversion comes first: what is asked about may have to be converted. */
  async install(place: UrlPlace, { signal }: Waiting): Promise<void> {
    const { client, logger, parts, name, ownNamespace } = this.#options;
    const found = await this.#findConfigurations(signal);
    for (const { kind, service } of found) if (service) throw deployedProgramError(`the ${kind.kind} ${name}`, service);
    this.#place = place;
    for (const resource of convertedResourcesOf(parts)) {
      await installConversion(resource, place, { client, logger, signal });
    }
    const wanted = webhookConfigurations(parts, place, { name, ...(ownNamespace && { ownNamespace }) });
    for (const manifest of wanted) await this.#apply(manifest, signal);
    // What an earlier version of the program has left behind, where it was not asked to stop.
    const isWanted = (kind: ConfigurationKind) => wanted.some((manifest) => manifest.kind === kind.kind);
    for (const { kind } of found) if (!isWanted(kind)) await this.#delete(kind, signal);
  }

  /** Also what was installed in part. */
  async remove({ signal }: Waiting): Promise<void> {
    const { client, logger, parts } = this.#options;
    const place = this.#place;
    if (place === undefined) return;
    for (const { kind, service } of await this.#findConfigurations(signal)) {
      if (service === undefined) await this.#delete(kind, signal);
    }
    for (const resource of convertedResourcesOf(parts))
      await removeConversion(resource, place, { client, logger, signal });
  }

  async #apply(manifest: WebhookConfiguration, signal: AbortSignal): Promise<void> {
    const { client, logger, name } = this.#options;
    const options = { fieldManager, force: true, signal };
    if (manifest.kind === "MutatingWebhookConfiguration") {
      await client.resource(MutatingWebhookConfiguration).apply(manifest, options);
    } else await client.resource(ValidatingWebhookConfiguration).apply(manifest, options);
    logger.info("webhook configuration installed", { kind: manifest.kind, name });
  }

  async #delete(kind: ConfigurationKind, signal: AbortSignal): Promise<void> {
    const { client, name } = this.#options;
    await ignoreNotFound(client.resource(kind).delete(name, { signal }));
  }

  /** Those of our name, with the Service that one calls, if any: then it is not ours. */
  async #findConfigurations(signal: AbortSignal): Promise<readonly FoundConfiguration[]> {
    const { client, name } = this.#options;
    const found: FoundConfiguration[] = [];
    for (const kind of kinds) {
      const configuration = await ignoreNotFound(client.resource(kind).get(name, { signal }));
      if (configuration === undefined) continue;
      const services = (configuration.webhooks ?? []).flatMap(({ clientConfig }) => clientConfig.service ?? []);
      found.push({ kind, service: services[0] });
    }
    return found;
  }
}

interface FoundConfiguration {
  readonly kind: ConfigurationKind;
  readonly service: { readonly namespace: string; readonly name: string } | undefined;
}
