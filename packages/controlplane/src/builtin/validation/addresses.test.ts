import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldPath } from "@pintle/machinery";
import { checkCidr, checkStrictCidr, checkStrictIp } from "./addresses.ts";

const path = fieldPath("a");
const detailOf = (check: typeof checkCidr, text: string) => check(text, path)[0]?.detail;

test("a range has no bits beyond its length, in either family", () => {
  for (const range of ["10.0.0.0/8", "0.0.0.0/0", "::/0", "2001:db8::/32", "fd00::1/128", "10.1.2.3/32"]) {
    assert.equal(detailOf(checkCidr, range), undefined, range);
  }
  for (const range of ["10.0.0.1/8", "2001:db8::1/64", "::1/127"]) {
    assert.equal(detailOf(checkCidr, range), "must not have bits set beyond the prefix length", range);
  }
  for (const range of ["10.0.0.0", "10.0.0.0/33", "::/129", "10.0.0.0/8/8", "a/8", "10.0.0.0/-1"]) {
    assert.match(detailOf(checkCidr, range) ?? "", /^must be a valid CIDR value/, range);
  }
});

test("there is one way to write an address", () => {
  for (const ip of ["10.0.0.1", "::", "2001:db8::1", "fe80::1:0:0:1"])
    assert.equal(detailOf(checkStrictIp, ip), undefined);
  assert.equal(detailOf(checkStrictIp, "2001:DB8::1"), 'must be in canonical form ("2001:db8::1")');
  assert.equal(detailOf(checkStrictIp, "2001:db8:0:0:0:0:0:1"), 'must be in canonical form ("2001:db8::1")');
  assert.equal(detailOf(checkStrictIp, "::ffff:1.2.3.4"), "must not be an IPv4-mapped IPv6 address");
  assert.equal(detailOf(checkStrictIp, "010.0.0.1"), "must not have leading 0s");
  assert.equal(detailOf(checkStrictCidr, "2001:DB8::/32"), 'must be in canonical form ("2001:db8::/32")');
  assert.equal(detailOf(checkStrictCidr, "10.0.0.0/08"), "must not have leading 0s in IP or prefix length");
  assert.equal(detailOf(checkCidr, "010.0.0.0/8"), "must not have leading 0s in IP or prefix length");
  assert.equal(detailOf(checkCidr, "::ffff:1.2.3.4/128"), "must not have an IPv4-mapped IPv6 address");
});
