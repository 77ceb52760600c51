/**
 * Who changes the owners of an object decides when it goes, and so must be allowed to delete it; who makes an owner wait for its dependents
 * must be allowed to set the finalizers of that owner.
 */
import {
  type AdmissionAttributes,
  type AdmissionPlugin,
  type Authorizer,
  forbidRequest,
  type RequestInfo,
  type ResourceRegistry,
} from "@pintle/apiserver";
import { equalJson, type JsonObject, parseGroupVersion, quoteGo } from "@pintle/machinery";
import { objectsAt, textAt } from "../builtin/json-fields.ts";

type Question = Pick<RequestInfo, "verb" | "group" | "version" | "resource" | "subresource" | "namespace" | "name">;

export function createOwnerReferencesPermissionEnforcement(
  authorizer: Authorizer,
  registry: () => ResourceRegistry,
): AdmissionPlugin {
  /** The reason of a refusal as it is told, or `undefined` where there is none. */
  async function refusalOf({ context }: AdmissionAttributes, question: Question): Promise<string | undefined> {
    const request = { ...context.info, ...question, isResource: true };
    const { decision, reason = "" } = await authorizer({ user: context.user, request });
    return decision === "allow" ? undefined : `${reason}, <nil>`;
  }

  async function checkOwner(attributes: AdmissionAttributes, owner: JsonObject): Promise<void> {
    const [apiVersion, kind] = [textAt(owner, "apiVersion"), textAt(owner, "kind")];
    const { group, version } = parseGroupVersion(apiVersion);
    const served = registry()
      .list()
      .filter((one) => one.group === group && one.kind === kind && one.versions.some((of) => of.version === version));
    if (served.length === 0) {
      const why = `no matches for kind ${quoteGo(kind)} in version ${quoteGo(apiVersion)}`;
      const what = "cannot set blockOwnerDeletion in this case because cannot find RESTMapping for";
      throw forbidRequest(attributes, `${what} APIVersion ${apiVersion} Kind ${kind}: ${why}`);
    }
    for (const { plural, scope } of served) {
      const namespace = scope === "Namespaced" ? attributes.namespace : "";
      const place = { group, version, resource: plural, subresource: "finalizers", namespace };
      const refusal = await refusalOf(attributes, { ...place, verb: "update", name: textAt(owner, "name") });
      if (refusal === undefined) continue;
      const why = "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on";
      throw forbidRequest(attributes, `${why}: ${refusal}`);
    }
  }

  return {
    async validate(attributes) {
      const { endpoint, operation, subresource, object, old, namespace, name } = attributes;
      if (!object || (operation !== "CREATE" && operation !== "UPDATE")) return;
      const { group, resource } = endpoint.groupResource;
      // Old kubelets mutilate owners there; the strategy puts them back.
      if (group === "" && resource === "pods" && subresource === "status") return;
      const [owners, before] = [ownersOf(object), ownersOf(old)];
      if (equalJson([...owners], [...before])) return;
      if (operation === "UPDATE") {
        const { version } = attributes.context.info;
        const refusal = await refusalOf(attributes, {
          verb: "delete",
          group,
          version,
          resource,
          subresource,
          namespace,
          name,
        });
        if (refusal !== undefined) {
          throw forbidRequest(attributes, `cannot set an ownerRef on a resource you can't delete: ${refusal}`);
        }
      }
      const blocking = newlyBlocking(owners, before);
      if (blocking.length === 0 || (await refusalOf(attributes, finalizeAnything)) === undefined) return;
      for (const owner of blocking) await checkOwner(attributes, owner);
    },
  };
}

const everything = { group: "*", version: "*", resource: "*", name: "*" };
const finalizeAnything: Question = { ...everything, verb: "update", subresource: "finalizers", namespace: "" };

function ownersOf(object: JsonObject | undefined): readonly JsonObject[] {
  return objectsAt(object ?? {}, "metadata.ownerReferences");
}

function newlyBlocking(owners: readonly JsonObject[], before: readonly JsonObject[]): readonly JsonObject[] {
  const isBlocking = (owner: JsonObject | undefined) => owner?.blockOwnerDeletion === true;
  const known = new Map(before.map((owner) => [textAt(owner, "uid"), owner]));
  return owners.filter((owner) => isBlocking(owner) && !isBlocking(known.get(textAt(owner, "uid"))));
}
