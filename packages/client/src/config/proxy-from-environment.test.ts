/** Which requests go through the proxy of the environment, by Go's rules. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestMachine, kubeconfigText } from "./config-fixture.test.ts";
import { configFromKubeconfig } from "./config-from-kubeconfig.ts";
import { parseKubeconfig } from "./kubeconfig.ts";
import { proxyFromEnvironment } from "./proxy-from-environment.ts";

const server = "https://api.example.com:6443";

test("the variable for the scheme decides, in upper case before lower", () => {
  assert.equal(proxyFromEnvironment(server, {}), undefined);
  assert.equal(proxyFromEnvironment(server, { HTTPS_PROXY: "http://p:3128" }), "http://p:3128");
  assert.equal(proxyFromEnvironment(server, { https_proxy: "socks5://p" }), "socks5://p");
  assert.equal(
    proxyFromEnvironment(server, { HTTPS_PROXY: "http://upper", https_proxy: "http://lower" }),
    "http://upper",
  );
  assert.equal(proxyFromEnvironment(server, { HTTP_PROXY: "http://p" }), undefined);
  assert.equal(proxyFromEnvironment("http://api.example.com", { HTTP_PROXY: "http://p" }), "http://p");
});

test("a host alone is a proxy over HTTP, and what is none is refused without being shown", () => {
  assert.equal(proxyFromEnvironment(server, { HTTPS_PROXY: "proxy:3128" }), "http://proxy:3128");
  assert.throws(
    () => proxyFromEnvironment(server, { HTTPS_PROXY: "http://me:hunter2secret@:x" }),
    (error: Error) => {
      assert.match(error.message, /^the variable HTTPS_PROXY has to be a URL/);
      assert.doesNotMatch(error.message, /hunter2/);
      return true;
    },
  );
});

test("this machine is reached without a proxy", () => {
  for (const host of ["localhost", "127.0.0.1", "127.9.9.9", "[::1]"]) {
    assert.equal(proxyFromEnvironment(`https://${host}:6443`, { HTTPS_PROXY: "http://p" }), undefined, host);
  }
});

test("NO_PROXY names hosts, domains, addresses, subnets and ports", () => {
  for (const [exceptions, host, isDirect] of [
    ["*", "api.example.com", true],
    ["example.com", "api.example.com", true],
    ["example.com", "example.com", true],
    ["EXAMPLE.com", "api.example.com", true],
    ["example.com", "badexample.com", false],
    [".example.com", "example.com", false],
    [".example.com", "api.example.com", true],
    ["*.example.com", "api.example.com", true],
    ["*.example.com", "example.com", false],
    ["example.com:6443", "api.example.com", true],
    ["example.com:443", "api.example.com", false],
    ["other.com, ,example.com ", "api.example.com", true],
    ["10.0.0.0/8", "10.1.2.3", true],
    ["10.0.0.0/8", "11.1.2.3", false],
    ["10.0.0.0/99", "10.1.2.3", false],
    ["10.1.2.3", "10.1.2.3", true],
    ["10.1.2.3:6443", "10.1.2.3", true],
    ["10.1.2.3:443", "10.1.2.3", false],
    ["2.3", "10.1.2.3", false],
    ["fd00::/8", "[fd00::1]", true],
    ["fd00::1", "[fd00::1]", true],
    ["[fd00::1]:6443", "[fd00::1]", true],
    ["fd00::2", "[fd00::1]", false],
  ] as const) {
    const found = proxyFromEnvironment(`https://${host}:6443`, { HTTPS_PROXY: "http://p", no_proxy: exceptions });
    assert.equal(found === undefined, isDirect, `${exceptions} on ${host}`);
  }
});

test("a cluster's own proxy comes before that of the environment", async () => {
  const { seams } = createTestMachine({ environment: { HTTPS_PROXY: "http://environment" } });
  const proxyOf = async (cluster: object) =>
    (await configFromKubeconfig(await parseKubeconfig(kubeconfigText({ cluster })), { seams })).proxyUrl;
  assert.equal(await proxyOf({}), "http://environment");
  assert.equal(await proxyOf({ "proxy-url": "http://own" }), "http://own");
});
