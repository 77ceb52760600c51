/**
 * The versions of a resource as the conversion webhook takes them. Whatever the declared functions lose on the way is kept in the annotation
 * `pintle.dev/other-versions`, both ways: an object that goes there and back is what it was, and edits made meanwhile stay.
 */
import type { AnyKind } from "@pintle/machinery";
import { defineKind } from "@pintle/machinery/objects";
import type { Spoke } from "@pintle/runtime";
import { type ConversionEnd, convertWhole } from "./conversion/convert-whole.ts";
import type { AnyResource, ResourceDeclaration, ResourceVersion } from "./resource.ts";
import { schemaOfVersion } from "./version-schema.ts";

/** For `conversionWebhook(resource, spokesOf(resource))`. A resource of one version has none. */
export function spokesOf(resource: AnyResource): Spoke[] {
  const declaration: ResourceDeclaration = resource.declaration;
  const versions = [declaration, ...resource.versions].map(({ version }) => version);
  const hub = endOf(declaration);
  return resource.versions.map((version) => {
    const end = endOf(version);
    const { up, down } = version;
    return {
      hub: resource,
      kind: kindOf(resource, version),
      ways: {
        up: (object) => convertWhole(object, { from: end, to: hub, there: up, back: down, versions, isWrite: true }),
        down: (object) => convertWhole(object, { from: hub, to: end, there: down, back: up, versions, isWrite: false }),
      },
    };
  });
}

function endOf(version: Pick<ResourceVersion, "version" | "spec" | "status" | "rules">): ConversionEnd {
  return { version: version.version, spec: version.spec, status: version.status, schema: schemaOfVersion(version) };
}

function kindOf(resource: AnyResource, { version, scale }: ResourceVersion): AnyKind {
  const { group, kind, plural, singular, shortNames, scope } = resource;
  const subresources = scale ? ["status", "scale"] : ["status"];
  return defineKind({ group, version, kind, plural, singular, shortNames, scope, subresources })();
}
