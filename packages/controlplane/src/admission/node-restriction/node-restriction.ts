/**
 * A node that has fallen into wrong hands harms itself alone: it writes its own Node, its lease, and the pods that run on it, and it cannot
 * make itself a place to which more important pods go.
 */
import { type AdmissionAttributes, type AdmissionPlugin, forbidRequest } from "@pintle/apiserver";
import { formatGroupResource, quoteGo } from "@pintle/machinery";
import type { NodeRequest, NodeRestrictionParts } from "./node-request.ts";
import {
  restrictCertificateRequest,
  restrictClaim,
  restrictLease,
  restrictNamesake,
  restrictSlice,
} from "./restrict-belongings.ts";
import { restrictNode } from "./restrict-node.ts";
import { restrictPod } from "./restrict-pod.ts";
import { restrictToken } from "./restrict-token.ts";

type Restrict = (request: NodeRequest, parts: NodeRestrictionParts) => Promise<void> | void;

const restrictions: ReadonlyMap<string, Restrict> = new Map<string, Restrict>([
  ["pods", restrictPod],
  ["nodes", restrictNode],
  ["persistentvolumeclaims", restrictClaim],
  ["serviceaccounts", restrictToken],
  ["leases.coordination.k8s.io", restrictLease],
  ["csinodes.storage.k8s.io", restrictNamesake],
  ["resourceslices.resource.k8s.io", restrictSlice],
  ["certificatesigningrequests.certificates.k8s.io", restrictCertificateRequest],
]);

export function createNodeRestriction(parts: NodeRestrictionParts): AdmissionPlugin {
  return {
    async mutate(attributes) {
      const { endpoint, object, operation } = attributes;
      const node = nodeOf(attributes);
      if (node === undefined || operation === "CONNECT") return object;
      if (node === "") {
        throw forbidRequest(attributes, `could not determine node from user ${quoteGo(attributes.context.user.name)}`);
      }
      await restrictions.get(formatGroupResource(endpoint.groupResource))?.({ attributes, node }, parts);
      return object;
    },
  };
}

const prefix = "system:node:";

/** The name of the node that asks; `undefined` where somebody else does. */
function nodeOf({ context: { user } }: AdmissionAttributes): string | undefined {
  const isNode = user.name.startsWith(prefix) && user.groups.includes("system:nodes");
  return isNode ? user.name.slice(prefix.length) : undefined;
}
