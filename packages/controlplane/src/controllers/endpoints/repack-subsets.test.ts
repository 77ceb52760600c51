import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { repackSubsets } from "./repack-subsets.ts";

const [a, b] = [{ ip: "10.0.0.1" }, { ip: "10.0.0.2" }];
const [http, https] = [{ port: 80 }, { port: 443 }];

describe("subsets", () => {
  test("of the same addresses become one with all ports", () => {
    const packed = repackSubsets([
      { addresses: [a, b], ports: [https] },
      { addresses: [b, a], ports: [http] },
    ]);
    assert.deepEqual(packed, [{ addresses: [a, b], ports: [https, http] }]);
  });

  test("of the same ports become one with all addresses", () => {
    const packed = repackSubsets([
      { addresses: [b], ports: [http] },
      { addresses: [a], ports: [http] },
    ]);
    assert.deepEqual(packed, [{ addresses: [a, b], ports: [http] }]);
  });

  test("that say of an address that it is ready and not, say that it is not", () => {
    for (const first of [true, false]) {
      const [ready, unready] = [
        { addresses: [a], ports: [http] },
        { notReadyAddresses: [a], ports: [http] },
      ];
      const packed = repackSubsets(first ? [ready, unready] : [unready, ready]);
      assert.deepEqual(packed, [{ notReadyAddresses: [a], ports: [http] }]);
    }
  });

  test("stay apart where an address is ready for one port alone", () => {
    const packed = repackSubsets([
      { addresses: [a], ports: [http] },
      { notReadyAddresses: [a], ports: [https] },
    ]);
    assert.equal(packed.length, 2);
  });

  test("without ports are kept", () => {
    assert.deepEqual(repackSubsets([{ addresses: [a] }]), [{ addresses: [a] }]);
  });

  test("of two pods with one address name both", () => {
    const [one, other] = ["1", "2"].map((uid) => ({ ip: "10.0.0.1", targetRef: { kind: "Pod", uid } }));
    assert.ok(one && other);
    const packed = repackSubsets([{ addresses: [other, one, other], ports: [http] }]);
    assert.deepEqual(packed, [{ addresses: [one, other], ports: [http] }]);
  });

  test("that are packed stay as they are", () => {
    const packed = repackSubsets([
      { addresses: [b], ports: [https] },
      { addresses: [a], notReadyAddresses: [b], ports: [http] },
    ]);
    assert.deepEqual(repackSubsets(packed.toReversed()), packed);
  });
});
