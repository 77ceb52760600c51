/**
 * Where in webhook configurations, definitions and API services the authorities of our server belong, and the patch that puts them there.
 *
 * A JSON patch is sent, not an apply: it makes us the manager of `caBundle` and of nothing else, so that whoever applies the rest of the
 * object, by `kubectl apply` in either form, neither meets a conflict nor takes the bundle away. Its tests hold the place: when somebody
 * has changed it meanwhile, nothing is written.
 */
import { getOwn, isJsonObject, type JsonObject, type JsonPatchOperation, type JsonValue } from "@pintle/machinery";

export type InjectionKind = "mutating" | "validating" | "definitions" | "apiServices";

/** Our server, as those who call it know it. */
export interface CalledServer {
  readonly service: { readonly namespace: string; readonly name: string } | undefined;
  /** The hosts of URLs that lead to it. */
  readonly names: readonly string[];
}

/** Something in an object that says whom to call. */
interface CaBundlePlace {
  /** Of the object that has, or shall have, a `caBundle`. */
  readonly path: string;
  readonly caBundle: JsonValue | undefined;
  readonly tests: readonly JsonPatchOperation[];
}

export interface CaBundlePatch {
  /** How many places call our server. */
  readonly places: number;
  /** None where all of them have the bundle already. */
  readonly operations: readonly JsonPatchOperation[];
}

/** `bundle` is PEM. Calls to other servers are not touched. */
export function patchCaBundles(
  kind: InjectionKind,
  object: JsonObject,
  server: CalledServer,
  bundle: string,
): CaBundlePatch {
  const places = placesIn[kind](object, server);
  const value = Buffer.from(bundle, "utf8").toString("base64");
  const operations = places
    .filter(({ caBundle }) => caBundle !== value)
    .flatMap(({ path, tests }): JsonPatchOperation[] => [...tests, { op: "add", path: `${path}/caBundle`, value }]);
  return { places: places.length, operations };
}

const placesIn: Readonly<Record<InjectionKind, (object: JsonObject, server: CalledServer) => CaBundlePlace[]>> = {
  mutating: placesOfWebhooks,
  validating: placesOfWebhooks,
  definitions: placesOfDefinition,
  apiServices: placesOfApiService,
};

function placesOfWebhooks(object: JsonObject, server: CalledServer): CaBundlePlace[] {
  const webhooks = getOwn(object, "webhooks");
  if (!Array.isArray(webhooks)) return [];
  return webhooks.flatMap((webhook, index) => {
    const path = `/webhooks/${index}/clientConfig`;
    const test: JsonPatchOperation = {
      op: "test",
      path: `/webhooks/${index}/name`,
      value: at(webhook, "name") ?? null,
    };
    return placeOfConfig(path, at(webhook, "clientConfig"), server, [test]);
  });
}

function placesOfDefinition(object: JsonObject, server: CalledServer): CaBundlePlace[] {
  if (at(object, "spec", "conversion", "strategy") !== "Webhook") return [];
  const config = at(object, "spec", "conversion", "webhook", "clientConfig");
  return placeOfConfig("/spec/conversion/webhook/clientConfig", config, server, []);
}

function placeOfConfig(
  path: string,
  config: JsonValue | undefined,
  server: CalledServer,
  tests: readonly JsonPatchOperation[],
): CaBundlePlace[] {
  if (!isOurService(at(config, "service"), server) && !isOurUrl(at(config, "url"), server)) return [];
  return [{ path, caBundle: at(config, "caBundle"), tests: [...tests, { op: "test", path, value: config ?? null }] }];
}

function placesOfApiService(object: JsonObject, server: CalledServer): CaBundlePlace[] {
  const service = at(object, "spec", "service");
  // The two exclude each other, and who wrote the one does not want the other.
  if (!isOurService(service, server) || at(object, "spec", "insecureSkipTLSVerify") === true) return [];
  const test: JsonPatchOperation = { op: "test", path: "/spec", value: at(object, "spec") ?? null };
  return [{ path: "/spec", caBundle: at(object, "spec", "caBundle"), tests: [test] }];
}

function isOurService(found: JsonValue | undefined, { service }: CalledServer): boolean {
  if (service === undefined) return false;
  return at(found, "namespace") === service.namespace && at(found, "name") === service.name;
}

function isOurUrl(url: JsonValue | undefined, { names }: CalledServer): boolean {
  if (typeof url !== "string" || !URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  return names.includes(host);
}

function at(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  let found = value;
  for (const key of path) found = isJsonObject(found) ? getOwn(found, key) : undefined;
  return found;
}
