/**
 * What is special about custom resources: their schema decides what may be in them, and their definition whether status is apart.
 *
 * Versions of one definition may differ in all of this, so that each has strategies of its own.
 */
import {
  ApiError,
  excludeFields,
  type FieldError,
  FieldSet,
  type FieldSetFilter,
  fieldNamesPath,
  type JsonObject,
} from "@pintle/machinery";
import type { CompiledSchema } from "@pintle/schema";
import { metadataOf, metadataText } from "../registry/object-metadata.ts";
import type { ResourceEndpoint } from "../registry/resource-endpoint.ts";
import type { Strategy, StrategyRequest } from "../registry/strategy.ts";
import { validateMetadataOnCreate, validateMetadataOnUpdate } from "../registry/validate-metadata.ts";
import { warnOnce } from "../registry/warn-once.ts";
import type { DefinitionScale, DefinitionVersion } from "./definition.ts";
import { validateScaleSpec, validateScaleStatus } from "./scale-errors.ts";
import { selectablePart } from "./selectable-values.ts";

export interface CustomStrategyOptions {
  readonly version: DefinitionVersion;
  readonly apiVersion: string;
  readonly isNamespaced: boolean;
  readonly schema: CompiledSchema;
  /** Asked for late, because the endpoint is made of the strategy. */
  readonly endpoint: () => ResourceEndpoint;
  /** Whether the definition is going away, and its objects with it. */
  readonly isTerminating: () => boolean;
}

export function createCustomStrategy(options: CustomStrategyOptions): Strategy {
  const { version, schema, endpoint } = options;
  const hasStatus = version.subresources?.status !== undefined;
  const scale = version.subresources?.scale;
  return {
    ...sharedPart(options),
    generation: hasStatus ? "outside-status" : "outside-metadata",
    prepareCreate: (object) => {
      if (options.isTerminating()) throw refuseCreate(endpoint(), object);
      return hasStatus ? withStatusOf(object, {}) : object;
    },
    ...(hasStatus && {
      prepareUpdate: withStatusOf,
      resetFields: resetFieldsOf(options.apiVersion, "status"),
    }),
    validateCreate: (object, request) =>
      beyondMetadata(validateMetadataOnCreate(object, endpoint()), (metadataErrors) =>
        schema.validate(object, undefined, {
          metadataErrors,
          scaleErrors: scaleErrorsOf(object, scale),
          ...told(request),
        }),
      ),
    validateUpdate: (object, old, request) =>
      beyondMetadata(validateMetadataOnUpdate(object, old, endpoint()), (metadataErrors) =>
        schema.validate(object, old, { metadataErrors, scaleErrors: scaleErrorsOf(object, scale), ...told(request) }),
      ),
  };
}

/** For the view `status`: nothing else changes, and nothing else is validated but rules, which see the whole object. */
export function createCustomStatusStrategy(options: CustomStrategyOptions): Strategy {
  const { version, schema, endpoint } = options;
  return {
    ...sharedPart(options),
    prepareUpdate: (object, old) => {
      const { managedFields } = metadataOf(object);
      const { managedFields: _, ...metadata } = metadataOf(old);
      const kept = { ...old, metadata: managedFields === undefined ? metadata : { ...metadata, managedFields } };
      return withStatusOf(kept, object);
    },
    resetFields: resetFieldsOf(options.apiVersion, "metadata", "spec"),
    validateUpdate: (object, old, request) =>
      beyondMetadata(validateMetadataOnUpdate(object, old, endpoint()), (metadataErrors) =>
        schema.validate(object, old, {
          isStatusUpdate: true,
          metadataErrors,
          scaleErrors: validateScaleStatus(object, version.subresources?.scale),
          ...told(request),
        }),
      ),
  };
}

function sharedPart({ version, isNamespaced }: CustomStrategyOptions): Strategy {
  return {
    nameRule: "dns1123Subdomain",
    allowsUnconditionalUpdate: false,
    ...selectablePart(version, isNamespaced),
  };
}

function refuseCreate({ groupResource }: ResourceEndpoint, object: JsonObject): ApiError {
  const why = "create not allowed while custom resource definition is terminating";
  return ApiError.forbidden(groupResource, metadataText(object, "name"), why);
}

function withStatusOf(object: JsonObject, from: JsonObject): JsonObject {
  if (object.status === from.status) return object;
  const { status: _, ...rest } = object;
  return from.status === undefined ? rest : { ...rest, status: from.status };
}

/** The store tells what is wrong with metadata by itself; rules only have to know that there is something. */
function beyondMetadata(
  metadataErrors: readonly FieldError[],
  validate: (metadataErrors: readonly FieldError[]) => FieldError[],
): FieldError[] {
  return validate(metadataErrors).slice(metadataErrors.length);
}

function scaleErrorsOf(object: JsonObject, scale: DefinitionScale | undefined): FieldError[] {
  return [...validateScaleSpec(object, scale), ...validateScaleStatus(object, scale)];
}

/** Failures that are tolerated because nothing changed there are warnings. */
function told({ context }: StrategyRequest): { readonly warn: (text: string) => void } {
  return { warn: (text) => warnOnce(context.warnings, [text]) };
}

function resetFieldsOf(apiVersion: string, ...names: readonly string[]): ReadonlyMap<string, FieldSetFilter> {
  return new Map([[apiVersion, excludeFields(FieldSet.of(...names.map((name) => fieldNamesPath(name))))]]);
}
