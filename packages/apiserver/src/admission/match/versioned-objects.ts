/** The objects of a request in the version that a rule matched, each converted once; and what became of them on the way back. */
import { ApiError, formatGroupVersion, type JsonObject } from "@pintle/machinery";
import { fromStorageVersion, type ResourceEndpoint, toStorageVersion } from "../../registry/resource-endpoint.ts";
import type { AdmissionAttributes } from "../admission.ts";
import { isOfOwnKind, type MatchedResource } from "./matcher.ts";

export interface ShownObjects {
  /** As it shall be; absent for a delete. */
  readonly object: JsonObject | undefined;
  /** As it is; absent for a create. */
  readonly old: JsonObject | undefined;
}

export class VersionedObjects {
  readonly #attributes: AdmissionAttributes;
  readonly #shown = new Map<ResourceEndpoint, Promise<ShownObjects>>();

  constructor(attributes: AdmissionAttributes) {
    this.#attributes = attributes;
  }

  /** Throws an `ApiError` where an object cannot be converted. */
  async showAs(matched: MatchedResource): Promise<ShownObjects> {
    let shown = this.#shown.get(matched.endpoint);
    if (!shown) {
      shown = this.#convert(matched);
      this.#shown.set(matched.endpoint, shown);
    }
    return shown;
  }

  async #convert(matched: MatchedResource): Promise<ShownObjects> {
    const { object, old } = this.#attributes;
    return {
      object: object && (await toMatched(this.#attributes, matched, object)),
      old: old && (await toMatched(this.#attributes, matched, old)),
    };
  }
}

/** An object of the request as it is shown to who matched. */
export async function toMatched(
  attributes: AdmissionAttributes,
  { endpoint }: MatchedResource,
  object: JsonObject,
): Promise<JsonObject> {
  if (!isOfOwnKind(attributes)) return object;
  return convertAwaited(attributes, endpoint.apiVersion, object) ?? fromStorageVersion(endpoint, object);
}

/** What who matched made of the object, in the version of the storage again. */
export async function fromMatched(
  attributes: AdmissionAttributes,
  { endpoint }: MatchedResource,
  object: JsonObject,
): Promise<JsonObject> {
  if (!isOfOwnKind(attributes)) return object;
  return (
    convertAwaited(attributes, attributes.endpoint.storageApiVersion, object) ?? toStorageVersion(endpoint, object)
  );
}

/** Custom resources whose conversion has to be asked for are kept in the version of the request. */
function convertAwaited(
  { endpoint }: AdmissionAttributes,
  apiVersion: string,
  object: JsonObject,
): Promise<JsonObject> | undefined {
  const { convert, group } = endpoint.resource;
  if (!convert) return undefined;
  if (
    apiVersion === formatGroupVersion({ group, version: endpoint.version.version }) &&
    object.apiVersion === apiVersion
  )
    return Promise.resolve(object);
  return convert([object], apiVersion).then(([converted]) => {
    if (!converted) throw ApiError.internalError("the conversion gave nothing");
    return converted;
  });
}
