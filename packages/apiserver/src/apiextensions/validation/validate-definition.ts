/** All that is wrong with a definition beyond its metadata, in the words and the order of Kubernetes. */
import {
  equalJson,
  FieldError,
  type FieldPath,
  fieldPath,
  type JsonValue,
  validateDns1035Label,
  validateDns1123Subdomain,
} from "@pintle/machinery";
import type { StructuralSchema } from "@pintle/schema";
import { validateApproval } from "../api-approval.ts";
import { complainOfCaBundle } from "../conversion/ca-bundle.ts";
import { type Definition, type DefinitionSpecification, isConditionTrue } from "../definition.ts";
import { hasKnownReviewVersion, validateConversion } from "./conversion-errors.ts";
import { type InternalSpec, toInternalSpec, writeVersions } from "./internal-spec.ts";
import { requireNames, validateNames } from "./names-errors.ts";
import { validateSelectableFields } from "./selectable-errors.ts";
import { validateColumns, validateDeprecation, validateSchema, validateSubresources } from "./version-errors.ts";

/** What an update may keep although it would not be accepted anew. */
interface Leniency {
  readonly needsSchemas: boolean;
  readonly needsKnownVersion: boolean;
  readonly needsCertificates: boolean;
  readonly isKnownSchema: (schema: StructuralSchema) => boolean;
  readonly mayHaveManyFields: (version: string) => boolean;
}

const strict: Leniency = {
  needsSchemas: true,
  needsKnownVersion: true,
  needsCertificates: false,
  isKnownSchema: () => false,
  mayHaveManyFields: () => false,
};

export function validateDefinition(definition: Definition): FieldError[] {
  return [
    ...validateOwnName(definition),
    ...validateSpec(definition.spec, strict),
    ...validateRest(definition),
    ...validateApproval(definition),
    ...validatePreserving(definition.spec),
  ];
}

export function validateDefinitionUpdate(definition: Definition, old: Definition): FieldError[] {
  return [
    ...validateSpec(definition.spec, leniencyOf(old)),
    ...validateImmutable(definition, old),
    ...validateRest(definition),
    ...validateApproval(definition, old),
    ...(old.spec.preserveUnknownFields ? [] : validatePreserving(definition.spec)),
  ];
}

export function validateDefinitionStatus({ status }: Definition): FieldError[] {
  return validateNames(status?.acceptedNames ?? {}, fieldPath("status", "acceptedNames"));
}

function validateRest(definition: Definition): FieldError[] {
  return [...validateDefinitionStatus(definition), ...validateStoredVersions(definition)];
}

function hasBrokenBundle({ conversion }: DefinitionSpecification): boolean {
  const { caBundle = "" } = conversion?.webhook?.clientConfig ?? {};
  return caBundle !== "" && complainOfCaBundle(caBundle) !== undefined;
}

function leniencyOf(old: Definition): Leniency {
  const { spec } = old;
  const schemas = spec.versions.flatMap(({ schema }) => schema?.openAPIV3Schema ?? []);
  return {
    needsSchemas: spec.versions.every(({ schema }) => schema?.openAPIV3Schema !== undefined),
    needsKnownVersion: hasKnownReviewVersion(spec.conversion),
    needsCertificates: isConditionTrue(old, "Established") && !hasBrokenBundle(spec),
    isKnownSchema: (schema) => schemas.some((known) => isSame(known, schema)),
    mayHaveManyFields: (name) =>
      (spec.versions.find((version) => version.name === name)?.selectableFields?.length ?? 0) > 8,
  };
}

function validateOwnName({ metadata, spec }: Definition): FieldError[] {
  const required = `${spec.names.plural ?? ""}.${spec.group}`;
  if (metadata.name === required) return [];
  return [FieldError.invalid("metadata.name", metadata.name, 'must be spec.names.plural+"."+spec.group')];
}

function validateSpec(spec: DefinitionSpecification, leniency: Leniency): FieldError[] {
  const path = fieldPath("spec");
  const internal = toInternalSpec(spec);
  return [
    ...validateGroup(spec.group, path.child("group")),
    ...validateScope(spec.scope, path.child("scope")),
    ...(leniency.needsSchemas ? requireSchemas(internal, path.child("versions")) : []),
    ...validateVersions(internal, leniency, path.child("versions")),
    ...validateStorage(internal, path),
    ...requireNames(spec.names, path.child("names")),
    ...validateNames(spec.names, path.child("names")),
    ...validateCommon(internal, leniency, path),
    ...validateConversion(spec.conversion, path.child("conversion"), leniency),
  ];
}

function validateGroup(group: string, path: FieldPath): FieldError[] {
  if (!group) return [FieldError.required(path, "")];
  const complaints = validateDns1123Subdomain(group);
  if (complaints.length > 0) return [FieldError.invalid(path, group, complaints.join(","))];
  return group.includes(".") ? [] : [FieldError.invalid(path, group, "should be a domain with at least one dot")];
}

function validateScope(scope: string, path: FieldPath): FieldError[] {
  if (!scope) return [FieldError.required(path, "")];
  const supported = ["Cluster", "Namespaced"];
  return supported.includes(scope) ? [] : [FieldError.notSupported(path, scope, supported)];
}

function requireSchemas({ schema, versions }: InternalSpec, path: FieldPath): FieldError[] {
  if (schema?.openAPIV3Schema) return [];
  return versions.flatMap((version, index) =>
    version.schema?.openAPIV3Schema
      ? []
      : [FieldError.required(path.index(index).child("schema", "openAPIV3Schema"), "")],
  );
}

function validateVersions(internal: InternalSpec, leniency: Leniency, path: FieldPath): FieldError[] {
  return internal.versions.flatMap((version, index) => {
    const at = path.index(index);
    const { name = "", schema, subresources, additionalPrinterColumns, selectableFields = [] } = version;
    const complaints = validateDns1035Label(name);
    const hasStatus = (subresources ?? internal.subresources)?.status !== undefined;
    return [
      ...(complaints.length > 0 ? [FieldError.invalid(at.child("name"), name, complaints.join(","))] : []),
      ...validateDeprecation(version, at),
      ...validateSchema(schema, at.child("schema"), { hasStatus, isKnown: leniency.isKnownSchema }),
      ...validateSubresources(subresources, at.child("subresources")),
      ...validateColumns(additionalPrinterColumns, at.child("additionalPrinterColumns")),
      ...(selectableFields.length > 0
        ? validateSelectable({ ...version, selectableFields }, leniency, at.child("selectableFields"))
        : []),
    ];
  });
}

function validateSelectable(
  {
    name,
    schema,
    selectableFields,
  }: Pick<InternalSpec, "schema"> & {
    readonly name: string;
    readonly selectableFields: readonly { readonly jsonPath: string }[];
  },
  leniency: Leniency,
  path: FieldPath,
): FieldError[] {
  const source = schema?.openAPIV3Schema;
  // The message says the opposite of what it means.
  if (!source)
    return [FieldError.invalid(path, "", "may only be set when `version.schema.openAPIV3Schema` is not included")];
  return validateSelectableFields(selectableFields, source, path, leniency.mayHaveManyFields(name));
}

class VersionsError extends FieldError {
  override get body(): string {
    return `Invalid value: ${this.badValue}: ${this.detail}`;
  }
}

function validateStorage({ versions, version }: InternalSpec, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const complain = (detail: string) =>
    errors.push(new VersionsError("FieldValueInvalid", path.child("versions"), writeVersions(versions), detail));
  if (new Set(versions.map(({ name }) => name)).size < versions.length) complain("must contain unique version names");
  if (versions.filter(({ storage }) => storage).length !== 1) {
    complain("must have exactly one version marked as storage version");
  }
  const complaints = version === "" ? [] : validateDns1035Label(version);
  if (complaints.length > 0) errors.push(FieldError.invalid(path.child("version"), version, complaints.join(",")));
  return errors;
}

/** What all versions share is checked once, at the place that it had in an older version of the API. */
function validateCommon(internal: InternalSpec, leniency: Leniency, path: FieldPath): FieldError[] {
  const { schema, subresources, additionalPrinterColumns, selectableFields = [], versions, version } = internal;
  const hasStatus = [subresources, ...versions.map((each) => each.subresources)].some((each) => each?.status);
  const errors = [
    ...validateSchema(schema, path.child("validation"), { hasStatus, isKnown: leniency.isKnownSchema }),
    ...validateSubresources(subresources, path.child("subresources")),
    ...validateColumns(additionalPrinterColumns, path.child("additionalPrinterColumns")),
  ];
  if (selectableFields.length === 0) return errors;
  const at = path.child("selectableFields");
  const source = schema?.openAPIV3Schema;
  if (!source) return [...errors, FieldError.invalid(at, "", "may only be set when validations.schema is included")];
  return [...errors, ...validateSelectableFields(selectableFields, source, at, leniency.mayHaveManyFields(version))];
}

/** What is stored cannot move: its place depends on these. */
function validateImmutable(definition: Definition, old: Definition): FieldError[] {
  const path = fieldPath("spec");
  const fixed: [FieldPath, (spec: DefinitionSpecification) => string | undefined][] = [
    [path.child("scope"), ({ scope }) => scope],
    [path.child("names", "kind"), ({ names }) => names.kind],
    [path.child("group"), ({ group }) => group],
    [path.child("names", "plural"), ({ names }) => names.plural],
  ];
  return fixed
    .slice(isConditionTrue(old, "Established") ? 0 : 2)
    .filter(([, read]) => (read(definition.spec) ?? "") !== (read(old.spec) ?? ""))
    .map(([at, read]) => FieldError.invalid(at, read(definition.spec) ?? "", "field is immutable"));
}

function validateStoredVersions({ spec, status }: Definition): FieldError[] {
  const path = fieldPath("status", "storedVersions");
  const stored = status?.storedVersions ?? [];
  if (stored.length === 0) {
    return [
      FieldError.invalid(
        path,
        status?.storedVersions?.length === 0 ? [] : null,
        "must have at least one stored version",
      ),
    ];
  }
  const names = spec.versions.map(({ name }) => name);
  const missing = spec.versions
    .filter(({ name, storage }) => storage && !stored.includes(name))
    .map(({ name }) => FieldError.invalid(path, stored, `must have the storage version ${name}`));
  const gone = stored.flatMap((name, index) =>
    names.includes(name) || stored.lastIndexOf(name) !== index
      ? []
      : [FieldError.invalid(path.index(index), name, whyKept(name))],
  );
  return [...missing, ...gone];
}

function whyKept(name: string): string {
  return `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
}

function validatePreserving({ preserveUnknownFields }: DefinitionSpecification): FieldError[] {
  if (!preserveUnknownFields) return [];
  const detail =
    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
  return [FieldError.invalid("spec.preserveUnknownFields", true, detail)];
}

function isSame(left: unknown, right: unknown): boolean {
  return equalJson(left as JsonValue, right as JsonValue);
}
