/** A write by a node, and what is looked up to judge it. */
import {
  type AdmissionAttributes,
  type Authorizer,
  decodeStored,
  forbidRequest,
  type Storage,
} from "@pintle/apiserver";
import { ApiError, type JsonObject } from "@pintle/machinery";

export interface NodeRequest {
  readonly attributes: AdmissionAttributes;
  /** Who asks. */
  readonly node: string;
}

export interface NodeRestrictionParts {
  readonly storage: Storage;
  readonly authorizer: Authorizer;
}

export function refuse({ attributes }: NodeRequest, why: string): ApiError {
  return forbidRequest(attributes, why);
}

export async function readPod({ storage }: NodeRestrictionParts, namespace: string, name: string): Promise<JsonObject> {
  const { entry } = await storage.get(`/registry/pods/${namespace}/${name}`);
  if (!entry) throw ApiError.notFound({ group: "", resource: "pod" }, name);
  return decodeStored(entry);
}
