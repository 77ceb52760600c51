import { after, test } from "node:test";
import { assertAnswer, type Json } from "../answer.ts";
import { connect } from "../client.ts";
import { assertNotCreated, definitions, version, widgets } from "./widgets.ts";

const client = connect();
after(() => client.close());

// The paths in the causes are those of v1beta1, where `webhook` was not yet an object of its own.
const clientConfig = "spec.conversion.webhookClientConfig";
const reviewVersions = "spec.conversion.conversionReviewVersions";

function convertedBy(conversion: Json): Json {
  return widgets([version("v1"), version("v2")], { conversion });
}

function convertedByWebhook(webhook: Json): Json {
  return convertedBy({
    strategy: "Webhook",
    webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "https://localhost/convert" }, ...webhook },
  });
}

test("a definition without conversion gets the strategy None", async () => {
  const answer = await client.create(definitions, widgets(), { dryRun: "All" });
  assertAnswer(answer, 201, { spec: { conversion: { strategy: "None", webhook: undefined } } });
});

test("the strategy is None or Webhook", async () => {
  await assertNotCreated(client, convertedBy({ strategy: "Magic" }), [
    "FieldValueNotSupported",
    "spec.conversion.strategy",
    'Unsupported value: "Magic": supported values: "None", "Webhook"',
  ]);
});

test("the strategy Webhook needs a webhook", async () => {
  await assertNotCreated(
    client,
    convertedBy({ strategy: "Webhook" }),
    ["FieldValueRequired", clientConfig, "Required value: required when strategy is set to Webhook"],
    ["FieldValueRequired", reviewVersions, "Required value"],
  );
  await assertNotCreated(client, convertedByWebhook({ clientConfig: undefined }), [
    "FieldValueRequired",
    clientConfig,
    "Required value: required when strategy is set to Webhook",
  ]);
});

test("a webhook is either a URL or a service", async () => {
  const service = { name: "converter", namespace: "default" };
  for (const config of [{}, { url: "https://localhost/", service }]) {
    await assertNotCreated(client, convertedByWebhook({ clientConfig: config }), [
      "FieldValueRequired",
      clientConfig,
      "Required value: exactly one of url or service is required",
    ]);
  }
});

test("the URL of a webhook is https and has no query", async () => {
  await assertNotCreated(
    client,
    convertedByWebhook({ clientConfig: { url: "http://localhost/?a=b" } }),
    [
      "FieldValueInvalid",
      `${clientConfig}.url`,
      "Invalid value: \"http\": 'https' is the only allowed URL scheme; desired format: https://host[/path]",
    ],
    ["FieldValueInvalid", `${clientConfig}.url`, 'Invalid value: "a=b": query parameters are not permitted in the URL'],
  );
});

test("the port of a webhook's service is 443 unless said", async () => {
  const definition = convertedByWebhook({ clientConfig: { service: { name: "converter", namespace: "default" } } });
  assertAnswer(await client.create(definitions, definition, { dryRun: "All" }), 201, {
    spec: {
      conversion: {
        webhook: {
          clientConfig: { service: { name: "converter", namespace: "default", port: 443 } },
          conversionReviewVersions: ["v1"],
        },
      },
    },
  });
});

test("a webhook must understand a version of ConversionReview that the server can send", async () => {
  await assertNotCreated(client, convertedByWebhook({ conversionReviewVersions: [] }), [
    "FieldValueRequired",
    reviewVersions,
    "Required value",
  ]);
  await assertNotCreated(client, convertedByWebhook({ conversionReviewVersions: ["v7"] }), [
    "FieldValueInvalid",
    reviewVersions,
    'Invalid value: ["v7"]: must include at least one of v1, v1beta1',
  ]);
  await assertNotCreated(client, convertedByWebhook({ conversionReviewVersions: ["v1", "v1"] }), [
    "FieldValueInvalid",
    `${reviewVersions}[1]`,
    'Invalid value: "v1": duplicate version',
  ]);
});

test("the strategy None takes no webhook", async () => {
  const webhook = { conversionReviewVersions: ["v1"], clientConfig: { url: "https://localhost/" } };
  await assertNotCreated(
    client,
    convertedBy({ strategy: "None", webhook }),
    ["FieldValueForbidden", clientConfig, "Forbidden: should not be set when strategy is not set to Webhook"],
    ["FieldValueForbidden", reviewVersions, "Forbidden: should not be set when strategy is not set to Webhook"],
  );
});
