/** What is stored outlives definitions: an installation is refused that would leave objects unreadable, or have them read as something else. */
import type { Client } from "@pintle/client";
import type { CustomResourceDefinition } from "@pintle/kinds/apiextensions/v1";
import { ApiError, formatGroupVersion, UsageError } from "@pintle/machinery";
import type { DefinitionManifest } from "../to-definition.ts";

export async function checkStoredVersions(
  client: Client,
  before: CustomResourceDefinition,
  definition: DefinitionManifest,
  signal: AbortSignal,
): Promise<void> {
  const storedVersions = before.status?.storedVersions ?? [];
  refuseDroppedVersions(before, definition, storedVersions);
  const { versions, conversion } = definition.spec;
  const hub = versions.find(({ storage }) => storage)?.name ?? "";
  const others = storedVersions.filter((version) => version !== hub);
  if (others.length === 0 || conversion?.strategy === "Webhook" || !(await hasObjects(client, before, signal))) return;
  throw new UsageError(
    "PINTLE_INSTALL_UNCONVERTED",
    `objects of ${before.metadata.name} are stored as ${others.join(" and ")}, and nobody would convert them to ${hub}: ` +
      "say in conversion where the webhook is served",
  );
}

/** The server says so too, but not what to do. */
function refuseDroppedVersions(
  { metadata: { name } }: CustomResourceDefinition,
  { spec }: DefinitionManifest,
  storedVersions: readonly string[],
): void {
  const declared = spec.versions.map((version) => version.name);
  const dropped = storedVersions.filter((version) => !declared.includes(version));
  if (dropped.length === 0) return;
  const versions = dropped.join(" and ");
  const remedy = `keep ${versions} with .withVersion(…), or write every object once and take it out of status.storedVersions`;
  throw new UsageError(
    "PINTLE_INSTALL_VERSION_STORED",
    `objects of ${name} may still be stored as ${versions}, which the resource does not have: ${remedy}`,
  );
}

/** Who may not see them has to take it that there are some. */
async function hasObjects(client: Client, { spec }: CustomResourceDefinition, signal: AbortSignal): Promise<boolean> {
  const served = spec.versions.find((version) => version.served);
  if (!served) return true;
  const apiVersion = formatGroupVersion({ group: spec.group, version: served.name });
  try {
    const { items } = await client.metadata({ apiVersion, kind: spec.names.kind }).list({ limit: 1, signal });
    return items.length > 0;
  } catch (error) {
    if (ApiError.find(error) === undefined) throw error;
    return true;
  }
}
