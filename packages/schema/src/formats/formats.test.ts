import assert from "node:assert/strict";
import { test } from "node:test";
import { isSupportedFormat, matchesFormat } from "./formats.ts";

const examples: Readonly<Record<string, { readonly yes: readonly string[]; readonly no: readonly string[] }>> = {
  email: {
    yes: ["a@b", '"a b"@c.de', "A B <a@b.c>", "a@[127.0.0.1]"],
    no: ["a", "a@", "@b", "a b@c", "A <a@b", "<a@b> x"],
  },
  hostname: { yes: ["example.com", "localhost"], no: ["-a.com", `${"a".repeat(64)}.com`, ""] },
  ipv4: { yes: ["10.0.0.1", "010.0.0.1"], no: ["10.0.0", "256.0.0.1", "::1"] },
  ipv6: { yes: ["::1", "::ffff:1.2.3.4"], no: ["1.2.3.4", "::1::", "fe80::1%eth0"] },
  cidr: { yes: ["10.0.0.0/8", "::/0"], no: ["10.0.0.0", "10.0.0.0/33"] },
  uri: { yes: ["https://example.com/a?b", "/path", "urn:a"], no: ["example.com", "http://[::1", ""] },
  "date-time": {
    yes: ["2020-01-01T00:00:00Z", "2020-01-01t00:00:00.5+01:00"],
    no: ["2020-01-01", "2020-13-01T00:00:00Z"],
  },
  date: { yes: ["2020-02-29"], no: ["2021-02-29", "2020-2-9"] },
  duration: { yes: ["1h30m", "2 days", "about 3 weeks"], no: ["1", "1 parsec", ""] },
  byte: { yes: ["YWJj", "YQ=="], no: ["YQ", "", "YWJ-"] },
  uuid: { yes: ["123e4567-e89b-12d3-a456-426614174000"], no: ["123e4567"] },
  rgbcolor: { yes: ["rgb( 0 , 1,255)"], no: ["rgb(256,0,0)", "rgb(1,2)"] },
  "k8s-short-name": { yes: ["a-b"], no: ["A", "a.b", "a".repeat(64)] },
};

for (const [format, { yes, no }] of Object.entries(examples)) {
  test(`${format} is told from what only looks like it`, () => {
    for (const text of yes) assert.equal(matchesFormat(format, text), true, text);
    for (const text of no) assert.equal(matchesFormat(format, text), false, text);
  });
}

test("A format that nobody knows constrains nothing", () => {
  assert.equal(matchesFormat("iban", "x"), undefined);
  assert.equal(isSupportedFormat("iban", "string"), false);
});

test("Formats of numbers belong to numbers alone", () => {
  assert.equal(isSupportedFormat("int32", "integer"), true);
  assert.equal(isSupportedFormat("int32", "string"), false);
  assert.equal(isSupportedFormat("double", "number"), true);
});
