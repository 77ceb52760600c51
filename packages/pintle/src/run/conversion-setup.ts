/**
 * Has the API server convert between the versions of a resource by a webhook of this program, for as long as it runs.
 *
 * A definition that was installed without anybody to convert serves the hub alone. The other versions are served from here on, and when the program
 * stops they are not any more: to read them as they are stored would be to read something else. Nothing else of the definition changes, and it
 * is written by the manager that installs definitions, who then meets no conflict with itself.
 */
import { type Client, retryOnConflict } from "@pintle/client";
import { CustomResourceDefinition } from "@pintle/kinds/apiextensions/v1";
import type { Logger, ObjectOf } from "@pintle/machinery";
import { installFieldManager } from "../resource/install/install-resources.ts";
import type { AnyResource } from "../resource/resource.ts";
import { definitionNameOf } from "../resource/resource-names.ts";
import { conversionConfigAt, type UrlPlace } from "../webhook/webhook-place.ts";
import { deployedProgramError } from "./deployed-program-error.ts";

type Definition = ObjectOf<typeof CustomResourceDefinition>;

interface Seams {
  readonly client: Client;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

export async function installConversion(resource: AnyResource, place: UrlPlace, seams: Seams): Promise<void> {
  const webhook = { conversionReviewVersions: ["v1"], clientConfig: conversionConfigAt(place) };
  const served = new Set(resource.versions.filter((version) => version.served).map(({ version }) => version));
  await change(resource, seams, ({ metadata, spec }) => {
    const service = spec.conversion?.webhook?.clientConfig?.service;
    if (service) throw deployedProgramError(`the CustomResourceDefinition ${metadata.name}`, service);
    return {
      ...spec,
      conversion: { strategy: "Webhook", webhook },
      versions: spec.versions.map((version) => (served.has(version.name) ? { ...version, served: true } : version)),
    };
  });
  seams.logger.info("conversion webhook installed", { name: definitionNameOf(resource), url: place.url });
}

/** Nothing is changed where somebody else converts by now, or where objects may be stored in a version that has to be converted. */
export async function removeConversion(resource: AnyResource, place: UrlPlace, seams: Seams): Promise<void> {
  await change(resource, seams, ({ spec, status }) => {
    const { url } = spec.conversion?.webhook?.clientConfig ?? {};
    const isStoredOtherwise = status?.storedVersions?.some((version) => version !== resource.version) ?? false;
    if (url !== conversionConfigAt(place).url || isStoredOtherwise) return undefined;
    const isHub = (name: string) => name === resource.version;
    return {
      ...spec,
      conversion: { strategy: "None" },
      versions: spec.versions.map((version) => (isHub(version.name) ? version : { ...version, served: false })),
    };
  });
}

async function change(
  resource: AnyResource,
  { client, signal }: Seams,
  specOf: (definition: Definition) => Definition["spec"] | undefined,
): Promise<void> {
  const definitions = client.resource(CustomResourceDefinition);
  const attempt = async () => {
    const found = await definitions.get(definitionNameOf(resource), { signal });
    const spec = specOf(found);
    if (spec === undefined) return;
    // Whatever has been changed since it was read stays as it is: then the server says that there is a conflict.
    const { name, resourceVersion } = found.metadata;
    const manifest = CustomResourceDefinition({ metadata: { name, resourceVersion }, spec });
    await definitions.apply(manifest, { fieldManager: installFieldManager, force: true, signal });
  };
  await retryOnConflict(client, attempt, { signal });
}
