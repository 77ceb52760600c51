/**
 * All built-in kinds of Kubernetes 1.36 as a server serves them: names, versions and verbs from the tables, strategies from
 * `strategies-table.ts`, and behaviour of their own for those that have some.
 */
import {
  arrangeBuiltIn,
  normalizeBuiltIn,
  type ServedResource,
  type ServedSubresource,
  type ServedVersion,
} from "@pintle/apiserver";
import { type BuiltInResource, builtInResources, shapeOfType } from "@pintle/kinds/tables";
import { formatGroupResource, formatGroupVersion, getOwn, isJsonObject, type JsonObject } from "@pintle/machinery";
import { columnsOf, scaleColumns } from "../columns/columns-of.ts";
import type { BuiltInOptions } from "./built-in-options.ts";
import { conversions } from "./conversion/conversions.ts";
import { defaultsOf } from "./defaults/defaults-of.ts";
import { emptyListsOf } from "./empty-lists.ts";
import { createGenericStrategy, createStatusStrategy, type GenericStrategyOptions } from "./generic-strategy.ts";
import { createOwnStrategies, type KindStrategies } from "./strategies/own-strategies.ts";
import { strategiesTable } from "./strategies-table.ts";
import { createOwnSubresources } from "./subresources/own-subresources.ts";
import { withRules } from "./validation/validations.ts";
import { createVirtualStorages } from "./virtual/virtual-storages.ts";
import { deprecatedKinds } from "./warnings/deprecated-kinds.ts";
import { withPodWarnings } from "./warnings/warnings-of.ts";

export function createBuiltInResources(options: BuiltInOptions): readonly ServedResource[] {
  const parts: OwnParts = {
    strategies: createOwnStrategies(options),
    subresources: createOwnSubresources(options),
    storages: createVirtualStorages(options),
  };
  const byResource = Map.groupBy(builtInResources, ({ group, plural }) =>
    formatGroupResource({ group, resource: plural }),
  );
  return Array.from(byResource, ([name, versions]) => createResource(name, versions, parts));
}

/** What kinds have of their own, by the names of their resources. */
interface OwnParts {
  readonly strategies: ReturnType<typeof createOwnStrategies>;
  readonly subresources: ReturnType<typeof createOwnSubresources>;
  readonly storages: ReturnType<typeof createVirtualStorages>;
}

function createResource(name: string, found: readonly BuiltInResource[], own: OwnParts): ServedResource {
  const { resource, generic, versions } = commonPartsOf(name, found);
  const { group, plural, singular, kind, scope, shortNames, categories, verbs } = resource;
  const strategies = withPodWarnings(name, withRules(name, own.strategies.get(name)?.(generic) ?? generic));
  const storage = own.storages.get(name);
  const conversion = conversions.get(name);
  return {
    group,
    plural,
    singular,
    kind,
    scope,
    shortNames,
    categories,
    verbs,
    isBuiltIn: true,
    versions,
    strategy: strategies.main,
    subresources: createSubresources(resource, strategies, own.subresources.get(name)),
    ...(storage && { storage }),
    ...(conversion?.storageFolder && { storageFolder: conversion.storageFolder }),
    ...(conversion?.storedAs && { storedAs: conversion.storedAs, storageVersion: storedVersion }),
  };
}

/** What is the same in all planes of a process, and so is made for the first alone. */
interface CommonParts {
  readonly resource: BuiltInResource;
  readonly generic: KindStrategies;
  readonly versions: readonly ServedVersion[];
}

const commonParts = new Map<string, CommonParts>();

function commonPartsOf(name: string, found: readonly BuiltInResource[]): CommonParts {
  const known = commonParts.get(name);
  if (known) return known;
  // The newest version is the one that is preferred and stored.
  const versions = found.toReversed();
  const [resource] = versions as [BuiltInResource];
  const kept = conversions.get(name)?.storedType;
  const made: CommonParts = {
    resource,
    generic: genericStrategies(name, versions),
    versions: [...versions.map(createVersion), ...(kept === undefined ? [] : [keptVersion(kept)])],
  };
  commonParts.set(name, made);
  return made;
}

/** The name of the version in which a resource keeps objects of another group; nobody sees it. */
const storedVersion = "stored";

function keptVersion(type: string): ServedVersion {
  return { version: storedVersion, isServed: false, shape: shapeOfType(type), ...formsOf(type) };
}

function createVersion(resource: BuiltInResource): ServedVersion {
  const { group, version, plural, type } = resource;
  const complete = defaultsOf(type);
  const columns = columnsOf(resource);
  const deprecation = deprecatedKinds.get(type);
  const conversion = conversions.get(formatGroupResource({ group, resource: plural }))?.versions[version];
  const { toStorage, fromStorage } = conversion ?? {};
  const { normalize, arrange } = formsOf(type);
  return {
    version,
    shape: shapeOfType(type),
    normalize,
    arrange,
    ...(complete && { default: complete }),
    ...(toStorage && { toStorage }),
    // A conversion leaves out what the version always prints.
    ...(fromStorage && { fromStorage: (object: JsonObject) => normalize(fromStorage(object)) }),
    ...(columns && { columns }),
    ...(deprecation !== undefined && { deprecation }),
  };
}

function formsOf(type: string): Required<Pick<ServedVersion, "normalize" | "arrange">> {
  const empty = emptyListsOf(type) ?? ((object) => object);
  return {
    normalize: (object) => empty(normalizeBuiltIn(object, type)),
    arrange: (object) => empty(arrangeBuiltIn(object, type)),
  };
}

function genericStrategies(name: string, versions: readonly BuiltInResource[]): KindStrategies {
  const [resource] = versions as [BuiltInResource];
  const options: GenericStrategyOptions = {
    row: strategiesTable[name] ?? {},
    apiVersions: versions.map(formatGroupVersion),
    hasStatus: resource.subresources.some((subresource) => subresource.name === "status"),
    emptyStatus: emptyStatusOf(resource.type),
  };
  return { main: createGenericStrategy(options), views: { status: createStatusStrategy(options) } };
}

/** What Go prints for a status that nobody wrote. */
function emptyStatusOf(type: string): JsonObject | undefined {
  const status = getOwn(normalizeBuiltIn({}, type), "status");
  return isJsonObject(status) ? status : undefined;
}

function createSubresources(
  resource: BuiltInResource,
  { views }: KindStrategies,
  own: Readonly<Record<string, ServedSubresource>> = {},
): Readonly<Record<string, ServedSubresource>> {
  const served: Record<string, ServedSubresource> = {};
  for (const { name: subresource, verbs } of resource.subresources) {
    const strategy = views[subresource];
    const given = own[subresource];
    if (given) served[subresource] = given;
    else if (strategy) served[subresource] = { type: "view", strategy, verbs };
    else if (subresource === "scale") {
      const selectorPath = "spec.selector";
      served[subresource] = {
        type: "scale",
        specReplicasPath: "spec.replicas",
        statusReplicasPath: "status.replicas",
        selectorPath,
        columns: scaleColumns,
      };
    }
  }
  return served;
}
