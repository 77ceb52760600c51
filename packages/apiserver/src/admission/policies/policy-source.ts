/** The policies that are bound to something, with their bindings: what is stored, put together anew only after a change. */
import type { Storage } from "../../storage/storage.ts";
import { followObjects } from "../followed-objects.ts";
import { readBinding, readPolicy, type StoredBinding, type StoredPolicy } from "./stored-policy.ts";

export interface BoundPolicy {
  readonly policy: StoredPolicy;
  /** In the order of their names. */
  readonly bindings: readonly StoredBinding[];
}

export interface PolicySource {
  /** In the order of their names. Throws where it cannot be known what is stored. */
  bound(): Promise<readonly BoundPolicy[]>;
}

export interface PolicyPrefixes {
  readonly policies: string;
  readonly bindings: string;
}

export function createPolicySource(storage: Storage, prefixes: PolicyPrefixes): PolicySource {
  const policies = followObjects(storage, prefixes.policies, readPolicy);
  const bindings = followObjects(storage, prefixes.bindings, readBinding);
  let known: readonly BoundPolicy[] = [];
  let knownPolicies: readonly StoredPolicy[] | undefined;
  let knownBindings: readonly StoredBinding[] | undefined;
  return {
    async bound() {
      const allPolicies = await policies.list();
      const allBindings = await bindings.list();
      if (allPolicies !== knownPolicies || allBindings !== knownBindings) {
        known = pair(allPolicies, allBindings);
        knownPolicies = allPolicies;
        knownBindings = allBindings;
      }
      return known;
    },
  };
}

/** A binding to a policy that is not there means nothing until it is. */
function pair(policies: readonly StoredPolicy[], bindings: readonly StoredBinding[]): readonly BoundPolicy[] {
  const byPolicy = Map.groupBy(bindings, ({ policyName }) => policyName);
  return policies.flatMap((policy) => {
    const own = byPolicy.get(policy.name);
    return own ? [{ policy, bindings: own }] : [];
  });
}
