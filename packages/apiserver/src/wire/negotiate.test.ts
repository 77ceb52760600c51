import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@pintle/machinery";
import { negotiateFailure, negotiateResponse, type ResponseForm, type ResponseOffer } from "./negotiate.ts";

const builtIn: ResponseOffer = { protobuf: true, transforms: true, stream: false, query: new URLSearchParams() };
const custom: ResponseOffer = { ...builtIn, protobuf: false };
const types = "application/json, application/yaml, application/vnd.kubernetes.protobuf";
const protobuf = "application/vnd.kubernetes.protobuf";
const asTable = "application/json;as=Table;v=v1;g=meta.k8s.io";
const asMetadata = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";

const form = (accept: string | undefined, offer = builtIn): ResponseForm => negotiateResponse(accept, offer);

function refusal(accept: string, offer = builtIn): string {
  try {
    negotiateResponse(accept, offer);
  } catch (error) {
    assert.ok(error instanceof ApiError && error.code === 406);
    return error.message;
  }
  assert.fail(`${accept} was accepted`);
}

test("JSON is the answer where anything is accepted, and where nothing is said", () => {
  for (const accept of [undefined, "", "*/*", "application/json", "text/html, application/xhtml+xml, */*;q=0.8"]) {
    assert.equal(form(accept).contentType, "application/json");
  }
});

test("the first that is accepted counts, by quality", () => {
  for (const [accept, type] of [
    ["application/json;q=0.1, application/yaml", "application/yaml"],
    ["application/yaml;q=0.1, application/json", "application/json"],
    ["application/yaml, application/json", "application/yaml"],
    ["text/html, application/yaml", "application/yaml"],
    ["application/json;charset=utf-8", "application/json"],
    ["application/json;stream=watch", "application/json"],
    [`${protobuf},application/json`, protobuf],
    ["*/*, application/yaml", "application/yaml"],
  ] as const) {
    assert.equal(form(accept).contentType, type, accept);
  }
});

test("what cannot be given is refused by the router of built-in kinds, and by the handler of custom ones", () => {
  for (const accept of ["text/html", "text/*", "application/*", "APPLICATION/JSON", "application/cbor"]) {
    assert.equal(refusal(accept), `406: Not Acceptable\n\nAvailable representations: ${types}`);
  }
  assert.equal(refusal("text/html", custom), `only the following media types are accepted: ${types}`);
  assert.equal(form("application/*", custom).mediaType, "json");
});

test("a custom resource has no protobuf, but its metadata has", () => {
  refusal(protobuf, custom);
  assert.equal(form(`${protobuf},application/json`, custom).mediaType, "json");
  assert.equal(form(asMetadata.replace("application/json", protobuf), custom).mediaType, "protobuf");
});

test("Tables and metadata are asked for by exact kind, group and version", () => {
  assert.deepEqual(form(asTable), {
    mediaType: "json",
    contentType: "application/json",
    as: "table",
    version: "v1",
    isPartialList: false,
    isPretty: false,
  });
  assert.equal(form(asTable.replace("v=v1", "v=v1beta1")).version, "v1beta1");
  assert.equal(form(asMetadata).as, "partial");
  assert.equal(form(asMetadata.replace("Metadata;", "MetadataList;")).isPartialList, true);
  assert.equal(form(asTable.replace("json", "yaml")).mediaType, "yaml");
  assert.equal(form(asTable.replace("application/json", "*/*")).as, "table");
  const message = `only the following media types are accepted: ${types}`;
  for (const accept of [
    asTable.replace("Table", "Tables"),
    asTable.replace("meta.k8s.io", "example.com"),
    asTable.replace("v=v1", "v=v9"),
    asTable.replace("application/json", protobuf),
    "application/json;as=Table",
    "application/json;as=PartialObjectMetadata;v=v1",
  ]) {
    assert.equal(refusal(accept), message);
  }
});

test("a form that there is not falls back to what else is accepted, which is how kubectl asks", () => {
  assert.equal(form(`${asTable.replace("v=v1", "v=v9")},application/json`).as, "object");
  assert.equal(form(`${asTable.replace("application/json", protobuf)},${asTable}`).as, "table");
  assert.equal(form(`application/json,${asTable}`).as, "object");
});

test("where Tables are not offered, metadata may still be", () => {
  const review: ResponseOffer = { ...builtIn, transforms: "metadata" };
  refusal(asTable, review);
  assert.equal(form(asMetadata, review).as, "partial");
  refusal(asMetadata, { ...builtIn, transforms: false });
});

test("watches are streamed as JSON and protobuf, and Tables as JSON alone", () => {
  const watch: ResponseOffer = { ...builtIn, stream: true };
  assert.equal(form("application/json", watch).contentType, "application/json");
  assert.equal(form(protobuf, watch).contentType, `${protobuf};stream=watch`);
  assert.equal(form(`${protobuf};stream=watch`, watch).contentType, `${protobuf};stream=watch`);
  const streams = `application/json;stream=watch, ${protobuf};stream=watch`;
  assert.equal(refusal("application/yaml", watch), `only the following media types are accepted: ${streams}`);
  for (const format of ["yaml", "vnd.kubernetes.protobuf"]) refusal(asTable.replace("json", format), watch);
});

test("pretty is for who asks for it, and for browsers, curl and wget unless they do not want it", () => {
  const asking = (query: string, userAgent?: string) =>
    form("application/json", { ...builtIn, query: new URLSearchParams(query), userAgent }).isPretty;
  for (const query of ["pretty=true", "pretty=1"]) assert.ok(asking(query));
  for (const query of ["", "pretty=", "pretty=false", "pretty=0", "pretty=maybe"]) assert.ok(!asking(query), query);
  assert.ok(form("application/json;pretty=1").isPretty);
  for (const agent of ["Mozilla/5.0 (X11)", "curl/8.0", "Wget/1.2"]) {
    assert.ok(asking("", agent));
    assert.ok(!asking("pretty=false", agent));
  }
  assert.ok(!asking("", "kubectl/v1.36.3"));
});

test("a failure is never transformed, and indented JSON where nothing else is accepted", () => {
  const query = new URLSearchParams();
  assert.deepEqual(
    [negotiateFailure(asTable, { query }), negotiateFailure("text/html", { query })].map(({ as, isPretty }) => [
      as,
      isPretty,
    ]),
    [
      ["object", true],
      ["object", true],
    ],
  );
  assert.equal(negotiateFailure("application/json", { query }).isPretty, false);
  assert.equal(negotiateFailure("application/yaml", { query }).mediaType, "yaml");
  assert.equal(negotiateFailure(protobuf, { query }).mediaType, "protobuf");
});

test("a header of a megabyte is read in a moment", () => {
  for (const part of ["a/b,", "a/b;q=0.1,", ";", "=", " ", ",", "a/*;as=b;v=c,"]) {
    const start = process.cpuUsage();
    form(`${part.repeat(1_000_000 / part.length)},*/*`);
    const { user, system } = process.cpuUsage(start);
    assert.ok(user + system < 3_000_000, `${part} took ${(user + system) / 1_000} ms`);
  }
});
