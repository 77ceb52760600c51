/** Schemas as these tests write them, and what is said about a schema or an object that is refused. */
import { type Answer, assertStatus, type Json } from "../answer.ts";
import type { Client } from "../client.ts";
import { assertNotCreated, type Cause, type Installed, install, version, widgets } from "./widgets.ts";

/** Where messages find the schema of a definition whose versions share one: validation runs on a type that still has this field. */
export const schemaPath = "spec.validation.openAPIV3Schema";

/** A definition of one version with this schema. */
export function withSchema(openAPIV3Schema: Json, more: Json = {}): Json {
  return widgets([version("v1", { schema: { openAPIV3Schema }, ...more })]);
}

/** A definition whose Widgets have a spec of this schema. */
export function withSpec(spec: Json): Json {
  return withSchema({ type: "object", properties: { spec } });
}

/** Asserts that a definition cannot have this schema, for exactly these causes; their fields go on from the schema. */
export async function assertSchemaRefused(client: Client, schema: Json, ...causes: readonly Cause[]): Promise<void> {
  await assertNotCreated(client, withSchema(schema), ...below(schemaPath, causes));
}

/** Asserts that Widgets cannot have a spec of this schema; the causes' fields go on from the schema of the spec. */
export async function assertSpecRefused(client: Client, schema: Json, ...causes: readonly Cause[]): Promise<void> {
  await assertNotCreated(client, withSpec(schema), ...below(`${schemaPath}.properties[spec]`, causes));
}

function below(path: string, causes: readonly Cause[]): Cause[] {
  return causes.map(([reason, field, message]) => [reason, `${path}${field}`, message]);
}

export interface Specs extends Installed {
  readonly namespace: string;
  /** What becomes of a new Widget with this spec, which is not kept. */
  judge(spec: Json): Promise<Answer>;
  /** Creates a Widget that is kept. */
  create(name: string, more: Json): Promise<Answer>;
  /** Asserts that a new Widget with this spec is refused, for exactly these causes, in this order. */
  assertRefused(spec: Json, ...causes: readonly Cause[]): Promise<void>;
}

/** Installs a definition, with a namespace for its Widgets. */
export async function installSpecs(client: Client, definition: Json): Promise<Specs> {
  const crd = await install(client, definition);
  const namespace = await client.namespace();
  const judge = (spec: Json) =>
    client.create(crd.at("v1", namespace), crd.widget("v1", "judged", { spec }), { dryRun: "All" });
  return {
    ...crd,
    namespace,
    judge,
    create: (name, more) => client.create(crd.at("v1", namespace), crd.widget("v1", name, more)),
    assertRefused: async (spec, ...causes) => assertInvalid(await judge(spec), crd, "judged", ...causes),
  };
}

/** Asserts that a Widget was refused for exactly these causes, in this order. */
export function assertInvalid(answer: Answer, { group }: Installed, name: string, ...causes: readonly Cause[]): void {
  const texts = causes.map(([, field, message]) => `${field}: ${message}`);
  const message = texts.length === 1 ? texts[0] : `[${texts.join(", ")}]`;
  assertStatus(answer, 422, "Invalid", `Widget.${group} "${name}" is invalid: ${message}`, {
    details: {
      name,
      group,
      kind: "Widget",
      causes: causes.map(([reason, field, message]) => ({ reason, field, message })),
    },
  });
}

export function invalid(field: string, text: string): Cause {
  return ["FieldValueInvalid", field, `Invalid value: ${text}`];
}

export function required(field: string, text?: string): Cause {
  return ["FieldValueRequired", field, text === undefined ? "Required value" : `Required value: ${text}`];
}

export function forbidden(field: string, text: string): Cause {
  return ["FieldValueForbidden", field, `Forbidden: ${text}`];
}

export function unsupported(field: string, text: string): Cause {
  return ["FieldValueNotSupported", field, `Unsupported value: ${text}`];
}

export function duplicate(field: string, value: string): Cause {
  return ["FieldValueDuplicate", field, `Duplicate value: ${value}`];
}

/** A value of another type; the message repeats the path. */
export function wrongType(field: string, wanted: string, got: string): Cause {
  return [
    "FieldValueTypeInvalid",
    field,
    `Invalid value: "${got}": ${field} in body must be of type ${wanted}: "${got}"`,
  ];
}

/** Some of the validator's errors have no path of their own; then the path is part of the text, and the field is Go's nil. */
export function pathless(text: string): Cause {
  return ["FieldValueInvalid", "<nil>", `Invalid value: "": ${text}`];
}

/** What is said beside errors that keep the rules from running. */
export const unchecked: Cause = [
  "FieldValueInvalid",
  "<nil>",
  "Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
];
