import assert from "node:assert/strict";
import { test } from "node:test";
import type { CustomResource } from "./custom-resource.ts";
import { mergeOpenApiV3 } from "./merge-openapi-v3.ts";
import { type OpenApiV3Document, publishOpenApiV3 } from "./publish-openapi-v3.ts";

function resource(kind: string, more: Partial<CustomResource> = {}): CustomResource {
  const names = { kind, listKind: `${kind}List`, plural: `${kind.toLowerCase()}s` };
  return { group: "example.com", version: "v1", scope: "Cluster", ...names, ...more };
}

const [widget, gadget] = [resource("Widget"), resource("Gadget", { subresources: { scale: {} } })];

test("documents merged are the document of all their resources", () => {
  const merged = mergeOpenApiV3([publishOpenApiV3([widget]), publishOpenApiV3([gadget])]);
  assert.deepEqual(merged, publishOpenApiV3([widget, gadget]));
  assert.deepEqual(Object.keys(merged.paths), Object.keys(merged.paths).toSorted());
});

test("a document alone stays what it is", () => {
  const document = publishOpenApiV3([widget]);
  assert.equal(mergeOpenApiV3([document]), document);
});

test("the first document gives the title, the way to authenticate and the types of metadata", () => {
  const { paths, components, ...rest } = publishOpenApiV3([widget]);
  const name = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
  const builtIn: OpenApiV3Document = {
    ...rest,
    info: { title: "Kubernetes", version: "1.36" },
    paths,
    components: {
      schemas: { ...components.schemas, [name]: { description: "of another minor", type: "object" } },
      securitySchemes: { BearerToken: { type: "apiKey" } },
    },
  };
  const merged = mergeOpenApiV3([builtIn, publishOpenApiV3([gadget])]);
  assert.deepEqual(merged.info, { title: "Kubernetes", version: "1.36" });
  assert.deepEqual(merged.components.securitySchemes, { BearerToken: { type: "apiKey" } });
  assert.equal(merged.components.schemas[name]?.description, "of another minor");
  assert.ok(merged.paths["/apis/example.com/v1/gadgets"]);
});

test("one name for two different types is refused", () => {
  const other = resource("Widget", { schema: { type: "object", properties: { a: { type: "string" } } } });
  assert.throws(() => mergeOpenApiV3([publishOpenApiV3([widget]), publishOpenApiV3([other])]), {
    code: "PINTLE_OPENAPI_CONFLICT",
    message: /com\.example\.v1\.Widget and differ/,
  });
});

test("merging changes neither document", () => {
  const documents = [publishOpenApiV3([widget]), publishOpenApiV3([gadget])] as const;
  const before = structuredClone(documents);
  mergeOpenApiV3([...documents]);
  assert.deepEqual(documents, before);
});
