/**
 * Who may still change or refuse a write when it has been authorized and decoded: webhooks, policies, quotas.
 *
 * `mutate` runs before the object is made ready and validated, `validate` right before it is stored; both for every write, for deletes
 * and dry runs too, and once more when the write has to be tried again. Objects are in the storage version.
 */
import type { JsonObject } from "@pintle/machinery";
import type { RequestContext } from "../pipeline/request-context.ts";
import type { ResourceEndpoint } from "./resource-endpoint.ts";

export interface AdmissionAttributes {
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  readonly endpoint: ResourceEndpoint;
  readonly context: RequestContext;
  readonly namespace: string;
  /** Empty before a name is generated. */
  readonly name: string;
  readonly subresource: string;
  /** As it shall be; absent for a delete. */
  readonly object: JsonObject | undefined;
  /** As it is; absent for a create. */
  readonly old: JsonObject | undefined;
  /** The options of the request, with their kind: CreateOptions, UpdateOptions, DeleteOptions. */
  readonly options: JsonObject;
  readonly isDryRun: boolean;
}

export interface AdmissionChain {
  /** The object to go on with. Throws an `ApiError` to refuse it. */
  mutate(attributes: AdmissionAttributes): Promise<JsonObject | undefined>;
  /** Throws an `ApiError` to refuse what would be stored. */
  validate(attributes: AdmissionAttributes): Promise<void>;
}

/** Lets everything pass. */
export const emptyAdmissionChain: AdmissionChain = {
  mutate: async ({ object }) => object,
  validate: async () => {},
};
