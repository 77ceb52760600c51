/**
 * What a program does to the API, found out from what its parts declare, and where: in the namespaces that it watches, in its own, or in the cluster
 * as a whole. Nothing is in here that the program does not do; a test compares it with the audit log of an API server.
 */
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from "@pintle/kinds/admissionregistration/v1";
import { CustomResourceDefinition } from "@pintle/kinds/apiextensions/v1";
import { TokenReview } from "@pintle/kinds/authentication/v1";
import { SubjectAccessReview } from "@pintle/kinds/authorization/v1";
import { Lease } from "@pintle/kinds/coordination/v1";
import { Secret } from "@pintle/kinds/core/v1";
import { Event } from "@pintle/kinds/events/v1";
import type { AnyKind } from "@pintle/machinery";
import { kindsOf } from "../operator/children.ts";
import type { Operator } from "../operator/operator-definition.ts";
import { definitionNameOf } from "../resource/resource-names.ts";
import { type KindUse, kindUsesOf, resourcesOf } from "../run/program-kinds.ts";
import { operatorsOf, type ProgramParts } from "../run/program-parts.ts";
import { type Access, accessTo } from "./access.ts";
import type { ManifestObject } from "./manifest-options.ts";
import type { ProgramNames } from "./program-names.ts";

/** By informers, which begin with a list where the server does not send what there is. */
const informed = ["list", "watch"] as const;
/** What an authority is put into. */
const injected = ["get", ...informed, "patch"] as const;

/** What the parts do to objects of the kinds that they declare. */
export function accessOfParts(
  parts: ProgramParts,
  { webhooks }: { readonly webhooks: boolean },
): readonly KindAccess[] {
  const uses = kindUsesOf(parts).filter(({ use }) => webhooks || use !== "read by webhooks");
  return [...uses.flatMap(accessByUse), ...operatorsOf(parts).flatMap(accessToFinalizers)];
}

/** An access, and whether it is to objects in namespaces. */
export interface KindAccess {
  readonly scope: AnyKind["scope"];
  readonly access: Access;
}

function accessByUse({ kind, use }: KindUse): readonly KindAccess[] {
  // To judge objects takes no right to them: they come with the question.
  if (use === "judged") return [];
  if (use === "owned") return [ofKind(kind, accessTo(kind, ["get", ...informed, "create", "patch", "delete"]))];
  if (use !== "operated") return [ofKind(kind, accessTo(kind, informed))];
  return [
    // A finalizer of ours may be there from times when there was something to finalize.
    ofKind(kind, accessTo(kind, ["get", ...informed, "patch"])),
    ofKind(kind, accessTo(kind, ["patch"], "status")),
  ];
}

/** Servers that enforce permissions of owner references ask for it: a child keeps its owner from going before it. */
function accessToFinalizers({ resource, owns }: Operator): readonly KindAccess[] {
  return kindsOf(owns).length > 0 ? [ofKind(resource, accessTo(resource, ["update"], "finalizers"))] : [];
}

function ofKind({ scope }: Pick<AnyKind, "scope">, access: Access): KindAccess {
  return { scope, access };
}

/** Events are told in the namespace of what they are about. */
export const eventAccess: Access = accessTo(Event, ["create", "patch"]);

export function leaseAccess({ lease }: ProgramNames): readonly Access[] {
  return [{ ...accessTo(Lease, ["get", "update"]), names: [lease] }, accessTo(Lease, ["create"])];
}

export function certificateAccess({ certificates }: ProgramNames): readonly Access[] {
  return [{ ...accessTo(Secret, ["get", ...informed, "update"]), names: [certificates] }, accessTo(Secret, ["create"])];
}

/** Definitions are compared with what the program was built with and, where it converts, told whom to trust. */
export function definitionAccess(parts: ProgramParts, { webhooks }: { readonly webhooks: boolean }): readonly Access[] {
  return resourcesOf(parts).map((resource) => {
    const verbs = webhooks && resource.versions.length > 0 ? injected : (["get"] as const);
    return { ...accessTo(CustomResourceDefinition, verbs), names: [definitionNameOf(resource)] };
  });
}

export function configurationAccess(configurations: readonly ManifestObject[]): readonly Access[] {
  const kinds = [MutatingWebhookConfiguration, ValidatingWebhookConfiguration];
  return kinds.flatMap((kind) => {
    const names = configurations
      .filter((found) => found.kind === kind.kind)
      .map(({ metadata }) => metadata?.name ?? "");
    return names.length > 0 ? [{ ...accessTo(kind, injected), names }] : [];
  });
}

/** To find out who asks for metrics, and whether they may. */
export const reviewAccess: readonly Access[] = [
  accessTo(TokenReview, ["create"]),
  accessTo(SubjectAccessReview, ["create"]),
];
