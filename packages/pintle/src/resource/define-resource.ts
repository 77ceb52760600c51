/**
 * Declares a resource: one value from which types, definition, validation and conversion follow.
 *
 * A declaration that no API server would serve, or that would be served otherwise than it reads, is refused here and at once, with everything
 * that is wrong with it.
 */
import { defineKind } from "@pintle/machinery/objects";
import type { Complaint, ExtraKeys, HeadOf } from "./complaint.ts";
import { type Problem, refuseProblems } from "./problem.ts";
import type { AnyResource, Resource, ResourceDeclaration, ResourceVersion, VersionDeclaration } from "./resource.ts";
import { definitionNameOf, labelProblems, nameProblems, namesOf } from "./resource-names.ts";
import { versionProblems } from "./version-problems.ts";
import { schemaOfVersion } from "./version-schema.ts";

/** Schemas aside: what those say is zod's to check. */
type KnownKeys<Declaration> = Omit<Declaration, "spec" | "status">;
type UnknownKeys<Declaration> = ExtraKeys<KnownKeys<Declaration>, KnownKeys<ResourceDeclaration>>;

export function defineResource<const Declaration extends ResourceDeclaration>(
  declaration: Declaration &
    Complaint<HeadOf<UnknownKeys<Declaration>>, UnknownKeys<Declaration>, "is not part of a declaration">,
): Resource<Declaration> {
  checkDeclaration(declaration);
  return createResource(declaration, []) as Resource<Declaration>;
}

function checkDeclaration(declaration: ResourceDeclaration): void {
  const what = `${declaration.kind} of ${declaration.group}`;
  refuseProblems(what, nameProblems(declaration));
  const name = definitionNameOf({ ...declaration, ...namesOf(declaration) });
  const tooLong: Problem[] = name.length > 253 ? [{ path: "group", why: `${name} is longer than names may be` }] : [];
  const schema = schemaOfVersion(declaration);
  refuseProblems(what, [...tooLong, ...versionProblems(declaration, schema, declaration.conditions ?? [])]);
}

function createResource(declaration: ResourceDeclaration, versions: readonly ResourceVersion[]): AnyResource {
  const { plural, singular, kind, shortNames } = namesOf(declaration);
  const { group, version, scope = "Namespaced", scale } = declaration;
  const subresources = scale ? ["status", "scale"] : ["status"];
  const base = defineKind({ group, version, kind, plural, singular, shortNames, scope, subresources })();
  const build = (fields: object) => base(fields);
  Object.defineProperties(build, Object.getOwnPropertyDescriptors(base));
  const withVersion = (name: string, added: AnyVersionDeclaration) =>
    createResource(declaration, [...versions, versionOf(declaration, versions, name, added)]);
  Object.assign(build, { declaration, versions, withVersion });
  return Object.freeze(build) as unknown as AnyResource;
}

type AnyVersionDeclaration = VersionDeclaration<ResourceDeclaration, ResourceDeclaration["spec"], StatusSchema>;
type StatusSchema = NonNullable<ResourceDeclaration["status"]>;

function versionOf(
  declaration: ResourceDeclaration,
  others: readonly ResourceVersion[],
  name: string,
  added: AnyVersionDeclaration,
): ResourceVersion {
  const what = `${declaration.kind} ${name} of ${declaration.group}`;
  const isTaken = [declaration, ...others].some(({ version }) => version === name);
  refuseProblems(what, [
    ...labelProblems("version", name, "such as v1beta1"),
    ...(isTaken ? [{ path: "version", why: `there is a ${name} already: each version is declared once` }] : []),
    ...(["up", "down"] as const)
      .filter((way) => typeof added[way] !== "function")
      .map((way) => ({ path: way, why: "write a function that converts the object" })),
  ]);
  const { served = true, deprecated = false, status = declaration.status, ...said } = added;
  const version = { ...said, version: name, served, deprecated, ...(status && { status }) };
  refuseProblems(what, versionProblems(version, schemaOfVersion(version), declaration.conditions ?? []));
  return Object.freeze(version) as unknown as ResourceVersion;
}
