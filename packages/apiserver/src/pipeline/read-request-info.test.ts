import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readRequestInfo } from "./read-request-info.ts";
import type { RequestInfo } from "./request-info.ts";

function read(method: string, url: string): RequestInfo {
  const { pathname, searchParams } = new URL(url, "http://server");
  return readRequestInfo(method, pathname, searchParams);
}

function assertInfo(method: string, url: string, expected: Partial<RequestInfo>): void {
  const info = read(method, url);
  for (const key of Object.keys(expected) as (keyof RequestInfo)[])
    assert.deepEqual(info[key], expected[key], `${url}: ${key}`);
}

describe("the verb of a request", () => {
  test("comes from the method for one object, and is collective for all", () => {
    const pods = "/api/v1/namespaces/a/pods";
    assertInfo("GET", `${pods}/x`, { verb: "get", name: "x", resource: "pods", namespace: "a" });
    assertInfo("GET", pods, { verb: "list", name: "" });
    assertInfo("POST", pods, { verb: "create" });
    assertInfo("PUT", `${pods}/x`, { verb: "update" });
    assertInfo("PATCH", `${pods}/x`, { verb: "patch" });
    assertInfo("DELETE", `${pods}/x`, { verb: "delete" });
    assertInfo("DELETE", pods, { verb: "deletecollection" });
    assertInfo("OPTIONS", pods, { verb: "" });
  });

  test("is watch where the query says so in any way that is not clearly false", () => {
    for (const value of ["true", "1", "yes", "True", "f", ""])
      assertInfo("GET", `/api/v1/pods?watch=${value}`, { verb: "watch" });
    for (const value of ["false", "False", "0"]) assertInfo("GET", `/api/v1/pods?watch=${value}`, { verb: "list" });
    assertInfo("GET", "/api/v1/watch/namespaces/a/pods/x", {
      verb: "watch",
      namespace: "a",
      resource: "pods",
      name: "x",
    });
  });
});

describe("the resource of a request", () => {
  test("is named by group, version, namespace, name and subresource", () => {
    assertInfo("PUT", "/apis/apps/v1/namespaces/a/deployments/web/scale", {
      isResource: true,
      prefix: "apis",
      group: "apps",
      version: "v1",
      namespace: "a",
      resource: "deployments",
      name: "web",
      subresource: "scale",
    });
    assertInfo("GET", "/api/v1/namespaces/a/pods/x/proxy/b/c", { subresource: "proxy", parts: ["b", "c"] });
  });

  test("of a namespace are its two subresources, and everything else is in it", () => {
    assertInfo("GET", "/api/v1/namespaces/a", { resource: "namespaces", name: "a", namespace: "a" });
    assertInfo("PUT", "/api/v1/namespaces/a/finalize", { resource: "namespaces", name: "a", subresource: "finalize" });
    assertInfo("GET", "/api/v1/namespaces/a/configmaps", { resource: "configmaps", verb: "list", namespace: "a" });
    assertInfo("GET", "/api/v1/namespaces//configmaps", { resource: "configmaps", verb: "list", namespace: "" });
  });

  test("takes its name from a selector that leaves but one", () => {
    assertInfo("GET", "/api/v1/pods?fieldSelector=metadata.name%3Dx", { verb: "list", name: "x" });
    assertInfo("GET", "/api/v1/pods?fieldSelector=metadata.name!%3Dx", { verb: "list", name: "" });
    assertInfo("GET", "/api/v1/pods?fieldSelector=metadata.name%3Da%2Fb", { verb: "list", name: "" });
    assertInfo("GET", "/api/v1/pods?fieldSelector=nonsense", { verb: "list", name: "", fieldSelector: "nonsense" });
  });
});

test("Paths above the resources are none", () => {
  for (const path of ["/", "/api", "/api/v1", "/apis", "/apis/apps", "/apis/apps/v1", "/healthz", "/version"]) {
    assertInfo("GET", path, { isResource: false, verb: "get", path });
  }
});

test("A path that stops in its middle is an error", () => {
  assert.throws(() => read("GET", "/api/v1/watch"), /unable to determine kind and namespace from url/);
});
