/**
 * Who may still change or refuse a write when it has been authorized and decoded: webhooks, policies, quotas.
 *
 * `mutate` runs before the object is made ready and validated, `validate` right before it is stored; both for every write, for deletes
 * and dry runs too, and once more when the write has to be tried again. Objects are in the storage version, unless they are of another
 * kind than the resource: Scales, Bindings, the options of an exec.
 */
import type { GroupVersionKind, JsonObject } from "@pintle/machinery";
import type { RequestContext } from "../pipeline/request-context.ts";
import type { ResourceEndpoint } from "../registry/resource-endpoint.ts";

export interface AdmissionAttributes {
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  readonly endpoint: ResourceEndpoint;
  /** What the request writes, in its version: the kind of the endpoint, or that of a subresource such as Scale. */
  readonly kind: GroupVersionKind;
  readonly context: RequestContext;
  /** Empty outside namespaces; of a Namespace its own name. */
  readonly namespace: string;
  /** Empty before a name is generated. */
  readonly name: string;
  readonly subresource: string;
  /** As it shall be; absent for a delete. */
  readonly object: JsonObject | undefined;
  /** As it is; absent for a create. */
  readonly old: JsonObject | undefined;
  /** The options of the request, with their kind: CreateOptions, UpdateOptions, DeleteOptions; absent for a connection. */
  readonly options: JsonObject | undefined;
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
