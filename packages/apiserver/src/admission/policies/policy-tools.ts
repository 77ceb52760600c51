/** What policies need of the server around them. */
import type { Authorizer } from "../../pipeline/authorizer.ts";
import type { ResourceRegistry } from "../../registry/resource-registry.ts";
import type { Storage } from "../../storage/storage.ts";
import { findEquivalentsIn } from "../match/equivalents.ts";
import { createNamespaces } from "../match/namespaces.ts";
import type { InvocationTools } from "./find-invocations.ts";
import { createPolicyParams } from "./policy-params.ts";

export interface PolicyAdmissionOptions {
  readonly storage: Storage;
  /** Asked by expressions. */
  readonly authorizer: Authorizer;
  /** Asked for late, because admission is there before the server is. */
  readonly registry: () => ResourceRegistry;
}

export interface PolicyTools extends InvocationTools {
  readonly authorizer: Authorizer;
}

export function createPolicyTools({ storage, authorizer, registry }: PolicyAdmissionOptions): PolicyTools {
  return {
    authorizer,
    namespaces: createNamespaces(storage),
    findEquivalents: findEquivalentsIn(registry),
    params: createPolicyParams({ storage, registry }),
  };
}
