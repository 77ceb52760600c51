/**
 * Whose child an object is. Owners are matched by group and kind: the version changes with upgrades, and the uid is left to the run, which
 * has to see that an owner of the same name came later.
 */
import type { AnyKind, DeepReadonly, KubernetesObject, ObjectKey, OwnerReference } from "@pintle/machinery";
import type { ToRequests } from "./controller-definition.ts";

const none: readonly ObjectKey[] = [];

export function toOwners(owner: AnyKind, matchesEvery: boolean): ToRequests<KubernetesObject> {
  const isNamespaced = owner.scope === "Namespaced";
  return ({ metadata }) => {
    const references = metadata.ownerReferences;
    if (references === undefined) return none;
    const found = references.filter(
      (reference) => (matchesEvery || reference.controller === true) && isOfKind(reference, owner),
    );
    if (!isNamespaced) return found.map(({ name }) => ({ name }));
    const { namespace } = metadata;
    // A child of cluster scope cannot have such an owner, whatever it says.
    return namespace ? found.map(({ name }) => ({ namespace, name })) : none;
  };
}

function isOfKind({ apiVersion, kind }: DeepReadonly<OwnerReference>, owner: AnyKind): boolean {
  if (kind !== owner.kind) return false;
  if (apiVersion === owner.apiVersion) return true;
  const [group, version, ...rest] = apiVersion.split("/");
  return rest.length === 0 && (version === undefined ? "" : group) === owner.group;
}
