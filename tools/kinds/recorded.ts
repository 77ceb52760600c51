/** What was recorded about the built-in kinds: one JSON value a line, in files that only `make kinds` writes. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const recordedFolder: string = fileURLToPath(new URL("../../packages/kinds/testdata/recorded", import.meta.url));

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly priority: number;
}

/** A resource as aggregated discovery describes it, with the columns of its Table. */
export interface Resource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly responseKind: { readonly group: string; readonly version: string; readonly kind: string };
  readonly scope: "Namespaced" | "Cluster";
  readonly singularResource: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly {
    readonly subresource: string;
    readonly responseKind: Resource["responseKind"];
    readonly verbs: readonly string[];
  }[];
  readonly columns: readonly Column[];
}

export interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly $ref?: string;
  readonly allOf?: readonly [Schema];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-map-type"?: string;
  readonly "x-kubernetes-patch-strategy"?: string;
  readonly "x-kubernetes-patch-merge-key"?: string;
  readonly "x-kubernetes-group-version-kind"?: readonly { group: string; version: string; kind: string }[];
}

export interface GoField {
  readonly json?: string;
  readonly type: string;
  readonly inline?: boolean;
  readonly pointer?: boolean;
  readonly omitEmpty?: boolean;
  readonly omitZero?: boolean;
  readonly number?: number;
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
}

export interface GoType {
  readonly name: string;
  readonly fields?: readonly GoField[];
  readonly items?: string;
}

export interface Recorded {
  readonly resources: readonly Resource[];
  /** By the name that Go types have here: `apps/v1.DeploymentSpec`. */
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly types: ReadonlyMap<string, GoType>;
}

export function readRecorded(): Recorded {
  const schemas = readLines<{ name: string; schema: Schema }>("schemas");
  const types = readLines<GoType>("go-types");
  return {
    resources: readLines<Resource>("resources"),
    schemas: new Map(schemas.map(({ name, schema }) => [shortName(name), schema])),
    types: new Map(types.map((type) => [type.name, type])),
  };
}

function readLines<Row>(name: string): Row[] {
  const lines = readFileSync(`${recordedFolder}/${name}.jsonl`, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

/** `io.k8s.api.apps.v1.Deployment` is `apps/v1.Deployment`; what stands in no version, such as Quantity, has its bare name. */
export function shortName(openApiName: string): string {
  const [name = "", version = "", group = ""] = openApiName.split(".").reverse();
  const isSpecial = specialNames.has(name);
  return /^v\d+$/.test(version) && !isSpecial ? `${group}/${version}.${name}` : name;
}

/** Types whose JSON is not what their fields say. */
export const specialNames: ReadonlySet<string> = new Set([
  "Time",
  "MicroTime",
  "Duration",
  "FieldsV1",
  "Quantity",
  "IntOrString",
  "RawExtension",
  "JSON",
]);

/** The type that a schema refers to, if it is nothing but a reference. */
export function referenceOf(schema: Schema): string | undefined {
  const target = schema.$ref ?? schema.allOf?.[0].$ref;
  return target === undefined ? undefined : shortName(target.slice("#/components/schemas/".length));
}
