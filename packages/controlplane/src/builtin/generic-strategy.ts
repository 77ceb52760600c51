/**
 * Makes the strategies of a resource from its row: status apart from the rest, what is reset and what is kept, names and selectors.
 *
 * A kind with behaviour of its own starts from these and replaces what differs.
 */
import type { Strategy } from "@pintle/apiserver";
import {
  excludeFields,
  FieldSet,
  type FieldSetFilter,
  fieldNamesPath,
  getOwn,
  isJsonObject,
  type JsonObject,
} from "@pintle/machinery";
import { changeField, takeFields, valueAt, withField } from "./json-fields.ts";
import type { Selectable, StrategyRow } from "./strategies-table.ts";

export interface GenericStrategyOptions {
  readonly row: StrategyRow;
  /** The versions that are served, such as `autoscaling/v2`. */
  readonly apiVersions: readonly string[];
  readonly hasStatus: boolean;
  /** What a new object's status is: the zero of its type as Go prints it, or nothing. */
  readonly emptyStatus: JsonObject | undefined;
}

const systemMetadata = ["labels", "annotations", "finalizers", "ownerReferences", "generation", "deletionTimestamp"];

export function createGenericStrategy(options: GenericStrategyOptions): Strategy {
  const { row, hasStatus, emptyStatus } = options;
  return {
    ...sharedPart(row),
    ...(row.generation && { generation: row.generation }),
    ...(hasStatus && {
      prepareCreate: (object) => (row.keepsFirstStatus ? object : withField(object, "status", emptyStatus)),
      prepareUpdate: (object, old) => withField(object, "status", getOwn(old, "status")),
      resetFields: resetFieldsOf(options.apiVersions, ["status"]),
    }),
  };
}

/** For the view `status`: everything else stays as it is, but for metadata that the kind lets through. */
export function createStatusStrategy({ row, apiVersions }: GenericStrategyOptions): Strategy {
  const { statusKeeps = [] } = row;
  const kept = statusKeeps === "metadata" ? systemMetadata : statusKeeps;
  const reset = statusKeeps === "metadata" ? ["metadata"] : statusKeeps.map((key) => `metadata.${key}`);
  return {
    ...sharedPart(row),
    prepareUpdate: (object, old) => keepAllButStatus(object, old, kept),
    resetFields: resetFieldsOf(apiVersions, ["spec", ...reset]),
  };
}

/** Takes everything from the old object but status and the metadata that may change with it. */
export function keepAllButStatus(object: JsonObject, old: JsonObject, keptMetadata: readonly string[]): JsonObject {
  const oldMetadata = getOwn(old, "metadata");
  const from = isJsonObject(oldMetadata) ? oldMetadata : {};
  const kept = changeField(object, "metadata", (metadata) => takeFields(metadata, from, keptMetadata));
  const others = new Set([...Object.keys(object), ...Object.keys(old)]);
  for (const own of ["status", "metadata", "apiVersion", "kind"]) others.delete(own);
  return takeFields(kept, old, [...others]);
}

export function resetFieldsOf(
  apiVersions: readonly string[],
  paths: readonly string[],
): ReadonlyMap<string, FieldSetFilter> {
  const filter = excludeFields(FieldSet.of(...paths.map((path) => fieldNamesPath(...path.split(".")))));
  return new Map(apiVersions.map((apiVersion) => [apiVersion, filter]));
}

function sharedPart(row: StrategyRow): Strategy {
  return {
    nameRule: row.name ?? "dns1123Subdomain",
    ...(row.createsOnUpdate && { createsOnUpdate: true }),
    ...(row.isConditional && { allowsUnconditionalUpdate: false }),
    ...(row.returnsDeleted && { returnsDeletedObject: true }),
    ...(row.orphansByDefault && { defaultPropagation: "orphan" as const }),
    ...(row.selects && selectablePart(row.selects)),
    ...(row.refusesToSelect && { describeUnknownField: row.refusesToSelect }),
  };
}

function selectablePart(selects: Readonly<Record<string, Selectable>>): Partial<Strategy> {
  const fields = Object.entries(selects).filter(([name]) => !name.startsWith("metadata."));
  return {
    selectableFieldNames: Object.keys(selects),
    selectableFields: (object) =>
      Object.fromEntries(fields.map(([name, selectable]) => [name, selectedValue(object, name, selectable)])),
  };
}

function selectedValue(object: JsonObject, path: string, selectable: Selectable): string {
  if (typeof selectable === "function") return selectable(object);
  const value = valueAt(object, path) ?? null;
  return value === null || typeof value === "object" ? selectable : String(value);
}
