/** The request as webhooks and expressions see it, but for its objects: an AdmissionRequest of admission.k8s.io. */
import type { JsonObject } from "@pintle/machinery";
import type { AdmissionAttributes } from "../admission.ts";
import type { MatchedResource } from "./matcher.ts";

export function admissionRequestOf(attributes: AdmissionAttributes, matched: MatchedResource): JsonObject {
  const { endpoint, kind, context, namespace, name, subresource, operation, options = null, isDryRun } = attributes;
  const { name: username, uid, groups, extra = {} } = context.user;
  const { group, plural } = endpoint.resource;
  return {
    kind: { ...matched.kind },
    resource: { ...matched.resource },
    ...(subresource !== "" && { subResource: subresource }),
    requestKind: { ...kind },
    requestResource: { group, version: endpoint.version.version, resource: plural },
    ...(subresource !== "" && { requestSubResource: subresource }),
    ...(name !== "" && { name }),
    ...(namespace !== "" && { namespace }),
    operation,
    userInfo: {
      ...(username !== "" && { username }),
      ...(uid !== undefined && uid !== "" && { uid }),
      ...(groups.length > 0 && { groups: [...groups] }),
      ...(Object.keys(extra).length > 0 && {
        extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])),
      }),
    },
    dryRun: isDryRun,
    options,
  };
}
