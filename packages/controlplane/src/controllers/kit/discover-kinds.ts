/** Which kinds there are, by what the server tells everybody: its own, and those of servers behind it. */
import {
  compareUtf8,
  formatGroupVersion,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  readJson,
  type Transport,
} from "@pintle/machinery";

export interface DiscoveredKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  readonly verbs: readonly string[];
}

export interface DiscoveredKinds {
  /** In each of their versions, the preferred one first. */
  readonly kinds: readonly DiscoveredKind[];
  /** What says that there may be others, of servers that do not answer. */
  readonly failure?: string;
}

const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

export async function discoverKinds(transport: Transport): Promise<DiscoveredKinds> {
  const groups = [...(await askFor(transport, "/api")), ...(await askFor(transport, "/apis"))];
  const kinds: DiscoveredKind[] = [];
  const stale: string[] = [];
  for (const item of groups) {
    const group = textOf(getOwn(objectOf(item.metadata), "name"));
    for (const found of objectsOf(item.versions)) {
      const version = textOf(found.version);
      const name = formatGroupVersion({ group, version });
      if (found.freshness === "Stale") stale.push(`${name}: stale GroupVersion discovery: ${name}`);
      for (const resource of objectsOf(found.resources)) kinds.push(readKind(group, version, resource));
    }
  }
  return { kinds, ...(stale.length > 0 && { failure: describeFailure(stale) }) };
}

function readKind(
  group: string,
  version: string,
  { resource, responseKind, scope, verbs }: JsonObject,
): DiscoveredKind {
  return {
    ...{ group, version, kind: textOf(getOwn(objectOf(responseKind), "kind")), plural: textOf(resource) },
    isNamespaced: scope === "Namespaced",
    verbs: Array.isArray(verbs) ? verbs.map(textOf) : [],
  };
}

function describeFailure(stale: readonly string[]): string {
  const list = [...stale].sort(compareUtf8).join(", ");
  return `Discovery failed for some groups, ${stale.length} failing: unable to retrieve the complete list of server APIs: ${list}`;
}

async function askFor(transport: Transport, path: string): Promise<readonly JsonObject[]> {
  const response = await transport.request({ method: "GET", path, headers: { accept } });
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body) pieces.push(piece);
  return objectsOf(objectOf(readJson(Buffer.concat(pieces)).value).items);
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
