import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldPath } from "@pintle/machinery";
import { validateWebhookPlace } from "./webhook-place-errors.ts";

const errorsOf = (url: string) => validateWebhookPlace({ url }, fieldPath("clientConfig")).map(String);

test("a URL that Go cannot read is told in its words, and nothing else of it", () => {
  const unreadable = {
    "https://a b": 'invalid character " " in host name',
    "https://a^b": 'invalid character "^" in host name',
    "https://a:b/": 'invalid port ":b" after host',
    "https://[::1]x/": 'invalid port "x" after host',
    "https://[::1": "missing ']' in host",
    "https://a%20b": 'invalid URL escape "%20"',
    "https://a/%zz": 'invalid URL escape "%zz"',
    "https://a\tb": "net/url: invalid control character in URL",
    ":": "missing protocol scheme",
  };
  for (const [url, why] of Object.entries(unreadable)) {
    const told = JSON.stringify(url);
    assert.deepEqual(errorsOf(url), [
      `clientConfig.url: Required value: url must be a valid URL: parse ${told}: ${why}; desired format: https://host[/path]`,
    ]);
  }
});

test("a URL that can be read is looked at part by part", () => {
  for (const url of [
    "https://a:80",
    "https://a:",
    "https://[::1]:443/x",
    "https://ü.com",
    "https://a%80",
    "https://a_b/b c",
  ])
    assert.deepEqual(errorsOf(url), [], url);
  assert.deepEqual(errorsOf("https://a/b?x=%"), [
    'clientConfig.url: Invalid value: "x=%": query parameters are not permitted in the URL',
  ]);
});
