import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { assertAnswer, assertStatus, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import {
  assertSchemaRefused,
  assertSpecRefused,
  forbidden,
  invalid,
  required,
  schemaPath,
  unsupported,
  withSchema,
  withSpec,
} from "./schemas.ts";
import { anything, assertNotCreated, definitions, version, widgets } from "./widgets.ts";

const client = connect();
after(() => client.close());

const text = { type: "string" };
const preserve = "x-kubernetes-preserve-unknown-fields";

async function assertAccepted(definition: Json, warnings: string[] = []): Promise<void> {
  const answer = await client.create(definitions, definition, { dryRun: "All" });
  assertAnswer(answer, 201);
  assert.deepEqual(answer.warnings, warnings);
}

/** Asserts that the definition cannot even be read. */
async function assertUnreadable(schema: Json, message: string): Promise<void> {
  assertStatus(
    await client.create(definitions, withSpec(schema)),
    400,
    "BadRequest",
    `CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal ${message}`,
  );
}

describe("the schema of a definition", { concurrency: true }, () => {
  test("the root is an object", async () => {
    await assertSchemaRefused(client, {}, required(".type", "must not be empty at the root"));
    await assertSchemaRefused(client, text, invalid(".type", '"string": must be object at the root'));
    await assertSchemaRefused(
      client,
      { type: "array", items: text },
      invalid(".type", '"array": must be object at the root'),
    );
  });

  test("the root is not nullable and has no additionalProperties", async () => {
    await assertSchemaRefused(
      client,
      { type: "object", nullable: true },
      forbidden(".nullable", "nullable cannot be true at the root"),
    );
    for (const additionalProperties of [text, true, false]) {
      await assertSchemaRefused(
        client,
        { type: "object", additionalProperties },
        forbidden(".additionalProperties", "must not be used at the root"),
      );
    }
  });

  test("every property and all items have a type", async () => {
    await assertSpecRefused(client, {}, required(".type", "must not be empty for specified object fields"));
    await assertSpecRefused(
      client,
      { type: "array", items: {} },
      required(".items.type", "must not be empty for specified array items"),
    );
    await assertSpecRefused(
      client,
      { type: "object", additionalProperties: {} },
      required(".additionalProperties.type", "must not be empty for specified object fields"),
    );
    await assertAccepted(withSpec({ [preserve]: true }));
  });

  test("types are those of OpenAPI", async () => {
    const types = 'supported values: "array", "boolean", "integer", "number", "object", "string"';
    await assertSpecRefused(client, { type: "text" }, unsupported(".type", `"text": ${types}`));
    await assertSpecRefused(
      client,
      { type: "null" },
      unsupported(".type", `"null": ${types}`),
      forbidden(".type", "type cannot be set to null, use nullable as an alternative"),
    );
  });

  test("an array says what its items are, with one schema for all", async () => {
    await assertSpecRefused(client, { type: "array" }, required(".items", "must be specified"));
    await assertSpecRefused(
      client,
      { type: "array", items: [text] },
      forbidden(".items", "items must be a schema object and not an array"),
    );
  });

  test("keywords that would need another schema or a second pass are not supported", async () => {
    const cases: [string, Json][] = [
      ["$ref", "#/definitions/a"],
      ["definitions", { a: text }],
      ["dependencies", { a: ["b"] }],
      ["id", "widget"],
      ["patternProperties", { "^a": text }],
    ];
    for (const [keyword, value] of cases) {
      const schema = { type: "object", [keyword]: value };
      await assertSpecRefused(client, schema, forbidden(`.${keyword}`, `${keyword} is not supported`));
    }
    await assertSpecRefused(
      client,
      { type: "array", items: text, additionalItems: true },
      forbidden(".additionalItems", "additionalItems is not supported"),
    );
    await assertSchemaRefused(
      client,
      { type: "object", $schema: "http://json-schema.org/draft-04/schema#" },
      invalid("", `"": OpenAPIV3Schema 'schema' is not supported`),
    );
  });

  test("uniqueItems is too slow to be allowed", async () => {
    await assertSpecRefused(
      client,
      { type: "array", items: text, uniqueItems: true },
      forbidden(".uniqueItems", "uniqueItems cannot be set to true since the runtime complexity becomes quadratic"),
    );
    await assertAccepted(withSpec({ type: "array", items: text, uniqueItems: false }));
  });

  test("properties and additionalProperties exclude each other, unless anything is additional", async () => {
    for (const additionalProperties of [text, false]) {
      await assertSpecRefused(
        client,
        { type: "object", properties: { a: text }, additionalProperties },
        forbidden(".additionalProperties", "additionalProperties and properties are mutual exclusive"),
      );
    }
    await assertAccepted(withSpec({ type: "object", properties: { a: text }, additionalProperties: true }));
  });

  test("a pattern is a regular expression in Go's syntax", async () => {
    const broken = "must be a valid regular expression, but isn't: error parsing regexp:";
    await assertSpecRefused(
      client,
      { type: "string", pattern: "(" },
      invalid(".pattern", `"(": ${broken} missing closing ): \`(\``),
    );
    await assertSpecRefused(
      client,
      { type: "string", pattern: "^(?!a)" },
      invalid(".pattern", `"^(?!a)": ${broken} invalid or unsupported Perl syntax: \`(?!\``),
    );
  });

  test("a pattern inside of allOf, anyOf, oneOf or not is checked too", async () => {
    for (const [keyword, path] of [
      ["allOf", ".allOf[0]"],
      ["anyOf", ".anyOf[0]"],
      ["oneOf", ".oneOf[0]"],
      ["not", ".not"],
    ] as const) {
      const inner = { pattern: "[" };
      await assertSpecRefused(
        client,
        { type: "string", [keyword]: keyword === "not" ? inner : [inner] },
        invalid(
          `${path}.pattern`,
          '"[": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ]: `[`',
        ),
      );
    }
  });

  test("an unknown keyword is dropped with a warning, and refused when validation is strict", async () => {
    const definition = withSpec({ type: "string", readOnly: true });
    const field = "spec.versions[0].schema.openAPIV3Schema.properties.spec.readOnly";
    await assertAccepted(definition, [`unknown field "${field}"`]);
    assertStatus(
      await client.create(definitions, definition, { fieldValidation: "Strict" }),
      400,
      "BadRequest",
      `CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: strict decoding error: unknown field "${field}"`,
    );
  });

  test("an unknown format is accepted with a warning", async () => {
    await assertAccepted(withSpec({ type: "string", format: "phone" }), ['unrecognized format "phone"']);
    await assertAccepted(withSpec({ type: "integer", format: "date" }), ['unrecognized format "date"']);
    await assertAccepted(withSpec({ type: "object", format: "int32" }), ['unrecognized format "int32"']);
    for (const format of ["date-time", "datetime", "byte", "ipv4", "k8s-short-name", "k8s-long-name"]) {
      await assertAccepted(withSpec({ type: "string", format }));
    }
  });

  test("a keyword of the wrong type cannot be read", async () => {
    const field = "Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties";
    await assertUnreadable({ type: ["string", "null"] }, `array into ${field}.type of type string`);
    await assertUnreadable({ type: "string", minLength: "1" }, `string into ${field}.minLength of type int64`);
    await assertUnreadable({ type: "integer", maximum: "1" }, `string into ${field}.maximum of type float64`);
    await assertUnreadable({ type: "object", required: "a" }, `string into ${field}.required of type []string`);
  });

  test("limits that make no sense are accepted", async () => {
    await assertAccepted(withSpec({ type: "string", minLength: -1 }));
    await assertAccepted(withSpec({ type: "string", minLength: 5, maxLength: 1 }));
    await assertAccepted(withSpec({ type: "integer", multipleOf: 0 }));
    await assertAccepted(withSpec({ type: "string", enum: [] }));
    await assertAccepted(withSpec({ type: "object", required: ["absent", "absent"] }));
  });

  test("preserving unknown fields is true or not said", async () => {
    await assertSpecRefused(
      client,
      { type: "object", [preserve]: false },
      invalid(`.${preserve}`, "false: must be true or undefined"),
    );
    await assertNotCreated(
      client,
      widgets([version("v1")], { preserveUnknownFields: true }),
      invalid(
        "spec.preserveUnknownFields",
        `true: cannot set to true, set ${preserve} to true in spec.versions[*].schema instead`,
      ),
    );
  });

  test("inside of allOf, anyOf, oneOf and not, a schema only restricts values", async () => {
    await assertSpecRefused(
      client,
      { type: "string", anyOf: [{ title: "a", description: "a", type: "string", default: "a", nullable: true }] },
      forbidden(".anyOf[0].default", "must be undefined to be structural"),
      forbidden(".anyOf[0].description", "must be empty to be structural"),
      forbidden(".anyOf[0].nullable", "must be false to be structural"),
      forbidden(".anyOf[0].title", "must be empty to be structural"),
      forbidden(".anyOf[0].type", "must be empty to be structural"),
    );
    await assertSpecRefused(
      client,
      { type: "object", not: { additionalProperties: text } },
      forbidden(".not.additionalProperties", "must be undefined to be structural"),
    );
  });

  test("inside of allOf, anyOf, oneOf and not, there are no extensions", async () => {
    const cases: [string, Json, string][] = [
      [preserve, true, "must be false"],
      ["x-kubernetes-embedded-resource", true, "must be false"],
      ["x-kubernetes-int-or-string", true, "must be false"],
      ["x-kubernetes-validations", [{ rule: "true" }], "must be empty"],
    ];
    for (const [extension, value, message] of cases) {
      await assertSpecRefused(
        client,
        { type: "object", oneOf: [{ [extension]: value }] },
        forbidden(`.oneOf[0].${extension}`, `${message} to be structural`),
      );
    }
  });

  test("what anyOf at the root says of a field needs the field outside of it", async () => {
    const nested = { properties: { spec: { properties: { a: { minLength: 1 } } } } };
    const schema = { type: "object", properties: { spec: { type: "object" } } };
    await assertSchemaRefused(
      client,
      { ...schema, anyOf: [nested] },
      required(
        ".properties[spec].properties[a]",
        `because it is defined in ${schemaPath}.anyOf[0].properties[spec].properties[a]`,
      ),
    );
    await assertSchemaRefused(
      client,
      { ...schema, not: { properties: { spec: { items: { minLength: 1 } } } } },
      required(".properties[spec].items", `because it is defined in ${schemaPath}.not.properties[spec].items`),
    );
  });

  test("what anyOf below the root says of a field needs no such field", async () => {
    // The rule is documented for every level, but only the root's is ever looked at.
    const spec = { type: "object", properties: { a: text }, anyOf: [{ properties: { b: { minLength: 1 } } }] };
    await assertAccepted(withSpec(spec));
    await assertAccepted(withSpec({ type: "object", anyOf: [{ required: ["a"] }] }));
  });

  test("of metadata, only name and generateName can be restricted", async () => {
    const metadata = { type: "object", properties: { name: { type: "string", maxLength: 5 } } };
    await assertAccepted(withSchema({ type: "object", properties: { metadata } }));
    await assertAccepted(withSchema({ type: "object", required: ["metadata"], properties: { spec: anything } }));
    const refused = [
      { type: "object", properties: { labels: { type: "object", additionalProperties: text } } },
      { type: "object", properties: { name: text, labels: { type: "object", additionalProperties: text } } },
      { type: "object", description: "who it is" },
    ];
    for (const metadata of refused) {
      await assertSchemaRefused(
        client,
        { type: "object", properties: { metadata } },
        forbidden(
          ".properties[metadata]",
          "must not specify anything other than name and generateName, but metadata is implicitly specified",
        ),
      );
    }
  });

  test("metadata is an object, kind and apiVersion are strings, and metadata is in no anyOf", async () => {
    await assertSchemaRefused(
      client,
      { type: "object", properties: { metadata: text } },
      invalid(".properties[metadata].type", '"string": must be object'),
    );
    await assertSchemaRefused(
      client,
      { type: "object", properties: { kind: { type: "integer" }, apiVersion: { type: "integer" } } },
      invalid(".properties[apiVersion].type", '"integer": must be string'),
      invalid(".properties[kind].type", '"integer": must be string'),
    );
    await assertSchemaRefused(
      client,
      {
        type: "object",
        properties: { metadata: { type: "object" } },
        anyOf: [{ properties: { metadata: { minProperties: 1 } } }],
      },
      forbidden(".anyOf[0].properties[metadata]", "must not be specified in a nested context"),
    );
  });

  test("with a status subresource, the root has nothing that could speak of status", async () => {
    const schema = { type: "object", properties: { a: text }, anyOf: [{ required: ["a"] }] };
    const answer = await client.create(definitions, withSchema(schema, { subresources: { status: {} } }));
    const allowed =
      "only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled";
    // The message begins with the whole schema, as a Go struct.
    assertAnswer(answer, 422, {
      details: {
        causes: [
          {
            reason: "FieldValueInvalid",
            field: schemaPath,
            message: (message: string) =>
              message.startsWith('Invalid value: {"ID":"",') && message.endsWith(`: ${allowed}`),
          },
        ],
      },
    });
  });

  test("a schema that differs from other versions' is named by its version", async () => {
    const bad = { openAPIV3Schema: { type: "object", properties: { spec: {} } } };
    const message = "must not be empty for specified object fields";
    await assertNotCreated(
      client,
      widgets([version("v1"), version("v2", { schema: bad })]),
      required("spec.versions[1].schema.openAPIV3Schema.properties[spec].type", message),
    );
    await assertNotCreated(
      client,
      widgets([version("v1", { schema: bad }), version("v2", { schema: bad })]),
      required(`${schemaPath}.properties[spec].type`, message),
    );
  });
});
