import assert from "node:assert/strict";
import test from "node:test";
import { createCelEnvironment } from "../environment.ts";
import { CelError } from "../syntax/cel-error.ts";
import { type KubernetesMinor, kubernetesLibraries } from "./kubernetes-libraries.ts";

function compiles(minor: KubernetesMinor, source: string): boolean {
  try {
    createCelEnvironment({ libraries: kubernetesLibraries(minor) }).compile(source);
    return true;
  } catch (error) {
    if (error instanceof CelError) return false;
    throw error;
  }
}

test("a function is there from the minor that brought it", () => {
  const since: readonly (readonly [string, KubernetesMinor | undefined, KubernetesMinor])[] = [
    ["isQuantity('1')", "1.27", "1.28"],
    ["optional.of(1).hasValue()", "1.27", "1.28"],
    ["{'a': 1}.?a", "1.27", "1.28"],
    ["'%d'.format([1])", "1.28", "1.29"],
    ["sets.contains([1], [1])", "1.28", "1.29"],
    ["isIP('::1')", "1.29", "1.30"],
    ["isCIDR('::/1')", "1.29", "1.30"],
    ["format.date().validate('x')", "1.30", "1.31"],
    ["[1].all(i, v, true)", "1.31", "1.32"],
    ["isSemver('1.2.3', true)", "1.32", "1.33"],
    ["[1].sort()", "1.33", "1.34"],
    ["url('/a').getHost()", undefined, "1.27"],
    ["[1].isSorted()", undefined, "1.27"],
    ["'a'.findAll('a')", undefined, "1.27"],
    ["['a'].join().charAt(0)", undefined, "1.27"],
  ];
  for (const [source, before, from] of since) {
    if (before) assert.equal(compiles(before, source), false, `${source} in ${before}`);
    assert.equal(compiles(from, source), true, `${source} in ${from}`);
    assert.equal(compiles("1.36", source), true, `${source} in 1.36`);
  }
});

test("what Kubernetes does not have is not there in the newest minor either", () => {
  for (const source of [
    "math.abs(1)",
    "base64.encode(b'')",
    "cel.bind(a, 1, a)",
    "'a'.reverse()",
    "jsonpatch.escapeKey('')",
  ]) {
    assert.equal(compiles("1.36", source), false, source);
  }
});

test("a minor that is not known is refused with those that are", () => {
  const message = "the CEL of Kubernetes 1.26 is not known here; take one from 1.27 to 1.36";
  assert.throws(() => kubernetesLibraries("1.26" as KubernetesMinor), { code: "PINTLE_CEL_UNKNOWN_MINOR", message });
  assert.throws(() => kubernetesLibraries("latest" as KubernetesMinor), { code: "PINTLE_CEL_UNKNOWN_MINOR" });
});
