import assert from "node:assert/strict";
import { test } from "node:test";
import { shapeOfType } from "@pintle/kinds/tables";
import { ApiError, type JsonObject } from "@pintle/machinery";
import type { AdmissionAttributes, AdmissionChain } from "../admission/admission.ts";
import type { OwnSubresource, ServedResource } from "../registry/served-resource.ts";
import { assertRefused, configMaps, maps, RestFixture } from "./rest-fixture.test.ts";

const queries: string[] = [];

function own(kind: string, more: Partial<OwnSubresource>): OwnSubresource {
  const shape = shapeOfType(`core/v1.${kind}`);
  return { type: "own", group: "", version: "v1", kind, shape, storage: {}, verbs: ["create", "get"], ...more };
}

const connect = {
  connect: async ({ query }: { query: URLSearchParams }) => {
    queries.push(query.toString());
    return { status: 200, headers: {} };
  },
};

const resource: ServedResource = {
  ...configMaps,
  subresources: {
    exec: own("PodExecOptions", { storage: connect }),
    proxy: own("PodProxyOptions", { storage: connect, hasPaths: true }),
    log: own("ConfigMap", { storage: connect }),
    binding: own("Binding", {
      storage: {
        prepareCreate: (_, object) => ({ ...object, target: { ...(object.target as JsonObject), kind: "Node" } }),
        create: async (_, object) => object,
      },
    }),
  },
};

function serve(change: (attributes: AdmissionAttributes) => JsonObject | undefined) {
  const seen: [string, AdmissionAttributes][] = [];
  const admission: AdmissionChain = {
    async mutate(attributes) {
      seen.push(["mutate", attributes]);
      return change(attributes);
    },
    validate: async (attributes) => void seen.push(["validate", attributes]),
  };
  return { server: new RestFixture({ resources: [resource], admission }), seen };
}

test("a connection is admitted with the options in its query, read as their type says", async () => {
  const { server, seen } = serve(({ object }) => object);
  const asked = { command: "sh", stdin: "1", tty: "false", kind: "Pod" };
  assert.equal((await server.get(`${maps}/a/exec`, asked)).status, 200);
  const options = { kind: "PodExecOptions", apiVersion: "v1", stdin: true, command: ["sh"] };
  assert.deepEqual(
    seen.map(([step, { operation, object, options, kind }]) => [step, operation, object, options, kind.kind]),
    [
      ["mutate", "CONNECT", options, undefined, "PodExecOptions"],
      ["validate", "CONNECT", options, undefined, "PodExecOptions"],
    ],
  );
  assert.equal(queries.at(-1), new URLSearchParams(asked).toString());
});

test("a connection is made with the options as they were changed", async () => {
  const { server } = serve(({ object }) => ({ ...object, command: ["a", "b"], stdin: true, tty: null }));
  await server.get(`${maps}/a/exec`, { command: "sh", tty: "1", other: "x" });
  assert.equal(queries.at(-1), "other=x&stdin=true&command=a&command=b");
});

test("the path behind a proxy is one of its options", async () => {
  const { server, seen } = serve(({ object }) => object);
  await server.get(`${maps}/a/proxy/x/y/`);
  await server.get(`${maps}/a/proxy`);
  const paths = seen.filter(([step]) => step === "mutate").map(([, { object }]) => object?.path);
  assert.deepEqual(paths, ["/x/y/", undefined]);
});

test("a connection that is refused is not made", async () => {
  const { server } = serve(() => {
    throw ApiError.forbidden({ group: "", resource: "configmaps" }, "a", "no");
  });
  const before = queries.length;
  assertRefused(await server.get(`${maps}/a/exec`), 403, 'configmaps "a" is forbidden: no');
  assert.equal(queries.length, before);
});

test("what is only read is not asked about", async () => {
  const { server, seen } = serve(({ object }) => object);
  assert.equal((await server.get(`${maps}/a/log`)).status, 200);
  assert.deepEqual(seen, []);
});

test("what is created below an object is changed, completed and judged, in this order", async () => {
  const { server, seen } = serve(({ object }) => ({ ...object, target: { name: "changed" } }));
  const { body } = await server.create(`${maps}/a/binding`, { metadata: { name: "a" }, target: { name: "asked" } });
  assert.deepEqual(body.target, { name: "changed", kind: "Node" });
  assert.deepEqual(
    seen.map(([step, { object, name, kind }]) => [step, object?.target, name, kind.kind]),
    [
      ["mutate", { name: "asked" }, "a", "Binding"],
      ["validate", { name: "changed", kind: "Node" }, "a", "Binding"],
    ],
  );
});
