import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { formatIpAddress, formatIpPrefix } from "./format-ip-address.ts";
import { IpParseError, parseIpAddress, parseIpPrefix, prefixContains } from "./ip-address.ts";

const address = fc.oneof(
  fc.record({ family: fc.constant(4 as const), bits: fc.bigInt(0n, 2n ** 32n - 1n), zone: fc.constant("") }),
  fc.record({ family: fc.constant(6 as const), bits: fc.bigInt(0n, 2n ** 128n - 1n), zone: fc.constant("") }),
);

test("an address that is written is read as the same address", () => {
  fc.assert(fc.property(address, (one) => assert.deepEqual(parseIpAddress(formatIpAddress(one)), { ...one })));
});

test("a network contains its own address, whatever its length", () => {
  fc.assert(
    fc.property(address, fc.nat(32), (one, length) => {
      const prefix = parseIpPrefix(formatIpPrefix({ address: one, length }));
      assert.equal(prefixContains(prefix, one), true);
    }),
  );
});

test("any text is an address or refused as none", () => {
  const text = fc.string({ unit: fc.constantFrom(..."0123456789abcdefF:.%/x") });
  fc.assert(
    fc.property(text, (value) => {
      try {
        parseIpAddress(value);
      } catch (error) {
        assert.ok(error instanceof IpParseError);
      }
    }),
    { numRuns: 2_000 },
  );
});
