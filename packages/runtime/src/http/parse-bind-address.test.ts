import assert from "node:assert/strict";
import { test } from "node:test";
import { formatBindAddress, parseBindAddress } from "./parse-bind-address.ts";

test("addresses are read as flags of Kubernetes programs write them", () => {
  assert.deepEqual(parseBindAddress(":8080"), { host: "", port: 8080 });
  assert.deepEqual(parseBindAddress("127.0.0.1:0"), { host: "127.0.0.1", port: 0 });
  assert.deepEqual(parseBindAddress("[::1]:9443"), { host: "::1", port: 9443 });
  assert.deepEqual(parseBindAddress("localhost:65535"), { host: "localhost", port: 65_535 });
});

test("0 and nothing mean that nothing is served", () => {
  assert.equal(parseBindAddress("0"), undefined);
  assert.equal(parseBindAddress(""), undefined);
});

test("what is no address is refused with the ways to write one", () => {
  for (const text of ["8080", ":", ":65536", "::1:80", "[::1]", "[1.2.3.4]:80", "a:b", ":8080 ", "[a]:1", ":-1"]) {
    assert.throws(
      () => parseBindAddress(text),
      { code: "PINTLE_BIND_ADDRESS_INVALID", message: /write ":8080"/ },
      text,
    );
  }
});

test("an address is written so that it can be read again", () => {
  for (const text of [":8080", "127.0.0.1:1", "[::1]:9443"]) {
    const address = parseBindAddress(text);
    assert.equal(address && formatBindAddress(address), text);
  }
});
