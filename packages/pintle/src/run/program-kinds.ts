/**
 * Which kinds a program has to do with, and how: the one list that rights, definitions, conversion and planes for tests follow from.
 *
 * A declared resource belongs to the program that has an operator, a controller or a webhook for it: that program installs its definition,
 * ships it with its manifests and converts between its versions. One that is only owned, watched or read belongs to another program, and two
 * that installed it would undo each other's versions. On a plane for tests there is no other program, so that those are installed as well. Who
 * watches or judges somebody else's resource describes its kind, which nobody installs, in place of declaring it.
 */
import type { AnyKind } from "@pintle/machinery";
import { kindsOf } from "../operator/children.ts";
import type { AnyResource } from "../resource/resource.ts";
import {
  isControllerDefinition,
  isOperator,
  isWebhookDefinition,
  type ProgramPart,
  type ProgramParts,
} from "./program-parts.ts";

/** What a part is for (`operated`, `controlled`, `judged`), what it makes (`owned`), and what it looks at. */
export type Use = "operated" | "controlled" | "judged" | "owned" | "read" | "read by webhooks";

export interface KindUse {
  readonly kind: AnyKind;
  readonly use: Use;
}

/** In the order of the parts. */
export function kindUsesOf(parts: ProgramParts): readonly KindUse[] {
  return parts.flatMap(usesOfPart);
}

function usesOfPart(part: ProgramPart): readonly KindUse[] {
  const all = (use: Use, kinds: readonly AnyKind[] = []) => kinds.map((kind) => ({ kind, use }));
  if (isOperator(part)) {
    const { resource, owns, reads, definition } = part;
    // Admission also runs in memory, before `desired`: what it reads is read with and without webhooks.
    const looked = [...new Set([...reads, ...(definition.admission?.reads ?? [])])];
    return [...all("operated", [resource]), ...all("owned", kindsOf(owns)), ...all("read", looked)];
  }
  if (isControllerDefinition(part)) {
    const watched = [...part.watches, ...part.reads].map(({ kind }) => kind);
    return [...all("controlled", [part.kind]), ...all("read", watched)];
  }
  if (!isWebhookDefinition(part)) return [];
  return [...all("judged", [part.kind]), ...all("read by webhooks", part.admission.reads)];
}

const ownUses: ReadonlySet<Use> = new Set(["operated", "controlled", "judged"]);

/** Those that belong to the program, each once. */
export function resourcesOf(parts: ProgramParts): readonly AnyResource[] {
  return resourcesIn(kindUsesOf(parts).filter(({ use }) => ownUses.has(use)));
}

/** Those that belong to the program, and those of other programs that it owns, watches and reads. */
export function declaredResourcesOf(parts: ProgramParts): readonly AnyResource[] {
  return resourcesIn(kindUsesOf(parts));
}

function resourcesIn(uses: readonly KindUse[]): readonly AnyResource[] {
  return [...new Set(uses.map(({ kind }) => kind))].filter(isResource);
}

/** Declared, and not only described. */
function isResource(kind: AnyKind): kind is AnyResource {
  return "declaration" in kind;
}
