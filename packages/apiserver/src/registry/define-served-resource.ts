/**
 * Describes a resource whose objects have types, version by version, and checks what the compiler cannot: that every version finds its
 * way to the one in which objects are kept.
 *
 * ```ts
 * const widgets = defineServedResource<{ v1: WidgetV1; v2: WidgetV2 }, "v1">({ group: "example.com", … });
 * ```
 */
import { type FieldError, type JsonObject, UsageError } from "@pintle/machinery";
import type { ServedResource, ServedVersion } from "./served-resource.ts";
import type { Strategy, StrategyRequest } from "./strategy.ts";

/** The type of the objects of each version. */
export type VersionTypes = { readonly [version: string]: object };

export interface TypedVersion<Own, Kept>
  extends Omit<ServedVersion, "version" | "default" | "toStorage" | "fromStorage"> {
  readonly default?: (object: Own) => Own;
  readonly toStorage?: (object: Own) => Kept;
  readonly fromStorage?: (object: Kept) => Own;
}

type Converted<Own, Kept> = TypedVersion<Own, Kept> &
  Required<Pick<TypedVersion<Own, Kept>, "toStorage" | "fromStorage">>;

/** The parts of a strategy that see objects, with their type. */
export interface TypedStrategy<Kept> {
  readonly prepareCreate?: (object: Kept, request: StrategyRequest) => Kept;
  readonly prepareUpdate?: (object: Kept, old: Kept, request: StrategyRequest) => Kept;
  readonly canonicalize?: (object: Kept) => Kept;
  readonly validateCreate?: (object: Kept, request: StrategyRequest) => FieldError[];
  readonly validateUpdate?: (object: Kept, old: Kept, request: StrategyRequest) => FieldError[];
  readonly warnCreate?: (object: Kept) => string[];
  readonly warnUpdate?: (object: Kept, old: Kept) => string[];
  readonly selectableFields?: (object: Kept) => Readonly<Record<string, string>>;
}

export interface ServedResourceDefinition<Versions extends VersionTypes, Storage extends keyof Versions & string>
  extends Omit<ServedResource, "versions" | "storageVersion" | "strategy"> {
  /** In the order of preference. All but the one that is kept say how they are converted. */
  readonly versions: {
    readonly [Name in keyof Versions & string]: Name extends Storage
      ? TypedVersion<Versions[Name], Versions[Storage]>
      : Converted<Versions[Name], Versions[Storage]>;
  };
  readonly storageVersion: Storage;
  readonly strategy: Omit<Strategy, keyof TypedStrategy<never>> & TypedStrategy<Versions[Storage]>;
}

export function defineServedResource<Versions extends VersionTypes, Storage extends keyof Versions & string>(
  definition: ServedResourceDefinition<Versions, Storage>,
): ServedResource {
  const { versions, storageVersion, strategy, ...rest } = definition;
  // On the wire objects are JSON; that they have the types of their version is what decoding by the shape makes true.
  const named = Object.entries(versions).map(([version, typed]) => ({ ...(typed as Untyped), version }));
  for (const { version, toStorage, fromStorage } of named) {
    if (version === storageVersion || (toStorage && fromStorage)) continue;
    throw new UsageError(
      "PINTLE_VERSION_UNCONVERTIBLE",
      `give version ${version} of ${rest.plural} both toStorage and fromStorage, because objects are kept in ${storageVersion}`,
    );
  }
  return { ...rest, versions: named, storageVersion, strategy: strategy as unknown as Strategy };
}

type Untyped = TypedVersion<JsonObject, JsonObject>;
