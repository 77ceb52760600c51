import assert from "node:assert/strict";
import { test } from "node:test";
import { applyJsonPatch, copyJson, type JsonObject } from "@pintle/machinery";
import { type InjectionKind, patchCaBundles } from "./ca-bundle-places.ts";

const bundle = "-----BEGIN CERTIFICATE-----\n";
const encoded = Buffer.from(bundle).toString("base64");
const server = { service: { namespace: "system", name: "web" }, names: ["web.example.com", "::1"] };
const ours = { service: { namespace: "system", name: "web", path: "/x", port: 443 } };
const theirs = { service: { namespace: "system", name: "other", path: "/x", port: 443 }, caBundle: "dGhlaXJz" };

function patched(kind: InjectionKind, object: JsonObject): unknown {
  return applyJsonPatch(copyJson(object), patchCaBundles(kind, object, server, bundle).operations);
}

test("webhooks that call our Service or our URL get the bundle, and nothing else changes", () => {
  const object = {
    metadata: { name: "x" },
    webhooks: [
      { name: "a", clientConfig: theirs },
      { name: "b", clientConfig: ours, timeoutSeconds: 3 },
      { name: "c", clientConfig: { url: "https://web.example.com:9443/x", caBundle: "b2xk" } },
      { name: "d", clientConfig: { url: "https://elsewhere.example.com/x" } },
      { name: "e", clientConfig: { url: "https://[::1]:9443/x" } },
    ],
  };
  for (const kind of ["mutating", "validating"] as const) {
    assert.deepEqual(patched(kind, object), {
      metadata: { name: "x" },
      webhooks: [
        { name: "a", clientConfig: theirs },
        { name: "b", clientConfig: { ...ours, caBundle: encoded }, timeoutSeconds: 3 },
        { name: "c", clientConfig: { url: "https://web.example.com:9443/x", caBundle: encoded } },
        { name: "d", clientConfig: { url: "https://elsewhere.example.com/x" } },
        { name: "e", clientConfig: { url: "https://[::1]:9443/x", caBundle: encoded } },
      ],
    });
  }
});

test("an object that has the bundle needs no patch", () => {
  const object = { webhooks: [{ name: "a", clientConfig: { ...ours, caBundle: encoded } }] };
  assert.deepEqual(patchCaBundles("mutating", object, server, bundle), { places: 1, operations: [] });
});

test("a webhook that was moved, replaced or pointed elsewhere since it was read is not written", () => {
  const read = { webhooks: [{ name: "a", clientConfig: ours }] };
  const { operations } = patchCaBundles("validating", read, server, bundle);
  const now: readonly JsonObject[] = [
    { webhooks: [{ name: "b", clientConfig: ours }] },
    { webhooks: [{ name: "a", clientConfig: theirs }] },
    { webhooks: [{ name: "a", clientConfig: { ...ours, caBundle: "bmV3ZXI=" } }] },
    { webhooks: [] },
  ];
  for (const object of now) assert.throws(() => applyJsonPatch(copyJson(object), operations));
});

test("a definition gets it where it converts by our webhook", () => {
  const webhook = (clientConfig: JsonObject) => ({ conversionReviewVersions: ["v1"], clientConfig });
  const definition = (conversion: JsonObject) => ({ spec: { group: "g", conversion } });
  assert.deepEqual(
    patched("definitions", definition({ strategy: "Webhook", webhook: webhook(ours) })),
    definition({ strategy: "Webhook", webhook: webhook({ ...ours, caBundle: encoded }) }),
  );
  for (const conversion of [{ strategy: "None" }, { strategy: "Webhook", webhook: webhook(theirs) }]) {
    const untouched = { places: 0, operations: [] };
    assert.deepEqual(patchCaBundles("definitions", definition(conversion), server, bundle), untouched);
  }
});

test("an API service gets it unless it is told not to look at certificates", () => {
  const { service } = ours;
  const spec = { group: "g", version: "v1", service };
  assert.deepEqual(patched("apiServices", { spec }), { spec: { ...spec, caBundle: encoded } });
  const careless = { spec: { ...spec, insecureSkipTLSVerify: true } };
  assert.deepEqual(patched("apiServices", careless), careless);
  assert.equal(patchCaBundles("apiServices", { spec: { group: "g" } }, server, bundle).places, 0);
});

test("objects that are not as they should be have no place for it", () => {
  const odd: readonly JsonObject[] = [
    {},
    { webhooks: null },
    { webhooks: ["x", null, {}, { clientConfig: 3 }] },
    { spec: 1 },
  ];
  for (const kind of ["mutating", "validating", "definitions", "apiServices"] as const) {
    for (const object of odd) assert.equal(patchCaBundles(kind, object, server, bundle).places, 0);
  }
});
