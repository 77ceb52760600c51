/** Whether the definition in a cluster is the one that the program was written for, and if not, in what they differ. */
import { type Client, ignoreNotFound } from "@pintle/client";
import { CustomResourceDefinition } from "@pintle/kinds/apiextensions/v1";
import { equalJson, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@pintle/machinery";
import type { AnyResource } from "../resource.ts";
import { type DefinitionOptions, toDefinition } from "../to-definition.ts";

export interface InstalledDifference {
  /** Of the CustomResourceDefinition. */
  readonly name: string;
  /** Where the one that is installed differs; empty where there is none. Versions are named: `spec.versions[v1].schema…`. */
  readonly paths: readonly string[];
  /** What that means and what to run. */
  readonly message: string;
}

export interface CompareOptions extends DefinitionOptions {
  readonly signal?: AbortSignal | undefined;
}

/** `undefined` where they are the same. How versions are converted is compared only where it is said: it depends on where webhooks are served. */
export async function compareDefinition(
  client: Client,
  resource: AnyResource,
  { signal, conversion }: CompareOptions = {},
): Promise<InstalledDifference | undefined> {
  const definition = toDefinition(resource, { conversion });
  const name = definition.metadata?.name ?? "";
  const remedy = "start the program with --install, or kubectl apply the definition among its manifests";
  const installed = await ignoreNotFound(client.resource(CustomResourceDefinition).get(name, { signal }));
  if (!installed) {
    return { name, paths: [], message: `${resource.kind} is not known to the cluster, ${name} is missing: ${remedy}` };
  }
  const isConversionSaid = conversion !== undefined;
  const paths: string[] = [];
  collectPaths(
    comparable(installed.spec, isConversionSaid),
    comparable(definition.spec, isConversionSaid),
    "spec",
    paths,
  );
  if (paths.length === 0) return undefined;
  return {
    name,
    paths,
    message: `${name} in the cluster is not the one declared, it differs in ${shorten(paths)}: ${remedy}`,
  };
}

const maxShown = 5;

function shorten(paths: readonly string[]): string {
  const shown = paths.slice(0, maxShown).join(", ");
  return paths.length > maxShown ? `${shown} and ${paths.length - maxShown} more places` : shown;
}

interface ComparableVersion {
  readonly name: string;
  readonly storage: boolean;
}

/** Without what others decide: the certificates of webhooks, and where nothing is said of conversion, what follows from it. */
function comparable(spec: object, isConversionSaid: boolean): JsonObject {
  const { conversion, versions, ...rest } = spec as { conversion?: JsonObject; versions: ComparableVersion[] };
  const named = versions.map((version): [string, JsonValue] => {
    const { served, ...untold } = version as unknown as JsonObject;
    const isTold = isConversionSaid || version.storage;
    return [version.name, isTold && served !== undefined ? { ...untold, served } : untold];
  });
  return {
    ...(rest as JsonObject),
    versions: Object.fromEntries(named),
    ...(isConversionSaid && { conversion: withoutCertificates(conversion ?? null) }),
  };
}

function withoutCertificates(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([key]) => key !== "caBundle");
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutCertificates(inner)]));
}

function collectPaths(left: JsonValue | undefined, right: JsonValue | undefined, path: string, paths: string[]): void {
  if (isJsonObject(left) && isJsonObject(right)) {
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const at = path === "spec.versions" ? `${path}[${key}]` : `${path}.${key}`;
      collectPaths(getOwn(left, key), getOwn(right, key), at, paths);
    }
  } else if (Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
    for (const [index, item] of left.entries()) collectPaths(item, right[index], `${path}[${index}]`, paths);
  } else if (!equalJson(left, right)) paths.push(path);
}
